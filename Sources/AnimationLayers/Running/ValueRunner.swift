// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// How an animation's values join those underneath.
struct ValueOptions {
  var isAdditive: Bool
  var isCumulative: Bool
}

/// Runs an animation of one property.
class ValueRunner<Value: AnimatableValue>: AnimationRunner {
  private let slot: TypedSlot<Value>
  private let options: ValueOptions
  private let zero: Value

  init(slot: TypedSlot<Value>, options: ValueOptions, settings: RunnerSettings) {
    self.slot = slot
    self.options = options
    let any = slot.property.defaultValue
    zero = any - any
    super.init(settings: settings)
  }

  /// The value at a progress, where `current` is the value underneath, or zero if additive.
  func value(at progress: Double, current: Value) -> Value {
    preconditionFailure("every value runner has a value")
  }

  final override func show(_ sample: MediaSample, at time: Double, inReversedTime: Bool) {
    let underneath = slot.presentation
    let current = options.isAdditive ? zero : underneath
    var value = value(at: sample.progress, current: current)
    if options.isCumulative, sample.cycle != 0 {
      let end = self.value(
        at: settings.pacing(settings.timing.autoreverses ? 0 : 1), current: current)
      // Progress beyond 1 goes on beyond the end: n times it.
      value =
        value + Value.interpolate(from: zero, to: end, progress: Double(sample.cycle))
    }
    slot.presentation = options.isAdditive ? underneath + value : value
  }
}

/// The ends of an animation, as far as they are given.
struct AnimationEnds<Value: AnimatableValue> {
  var from: Value?
  var to: Value?
  var by: Value?

  /// Both ends, where `current` is the value underneath and `previous` what showed before.
  func resolved(current: Value, previous: Value) -> (from: Value, to: Value) {
    switch (from, to, by) {
    case (let from?, let to?, _): (from, to)
    case (let from?, nil, let by?): (from, from + by)
    case (nil, let to?, let by?): (to - by, to)
    case (let from?, nil, nil): (from, current)
    case (nil, let to?, nil): (current, to)
    case (nil, nil, let by?): (current, current + by)
    case (nil, nil, nil): (previous, current)
    }
  }
}

/// Runs a basic animation.
final class BasicRunner<Value: AnimatableValue>: ValueRunner<Value> {
  private let ends: AnimationEnds<Value>
  private let previous: Value

  init(
    slot: TypedSlot<Value>, ends: AnimationEnds<Value>, options: ValueOptions,
    settings: RunnerSettings
  ) {
    self.ends = ends
    let any = slot.property.defaultValue
    previous = options.isAdditive ? any - any : slot.presentation
    super.init(slot: slot, options: options, settings: settings)
  }

  override func value(at progress: Double, current: Value) -> Value {
    let (from, to) = ends.resolved(current: current, previous: previous)
    return Value.interpolate(from: from, to: to, progress: progress)
  }
}

/// Runs a spring animation.
final class SpringRunner<Value: AnimatableValue>: ValueRunner<Value> {
  private let spring: Spring
  private let ends: AnimationEnds<Value>
  private let previous: Value

  init(
    spring: Spring, slot: TypedSlot<Value>, ends: AnimationEnds<Value>, options: ValueOptions,
    settings: RunnerSettings
  ) {
    self.spring = spring
    self.ends = ends
    let any = slot.property.defaultValue
    previous = options.isAdditive ? any - any : slot.presentation
    super.init(slot: slot, options: options, settings: settings)
  }

  override func value(at progress: Double, current: Value) -> Value {
    let (from, to) = ends.resolved(current: current, previous: previous)
    let distance = spring.value(seconds: progress * max(0, settings.timing.duration))
    return Value.interpolate(from: from, to: to, progress: distance)
  }
}
