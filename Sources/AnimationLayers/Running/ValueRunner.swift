// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// Runs an animation of one property.
class ValueRunner<Value: AdditiveValue>: AnimationRunner {
  fileprivate final let slot: ValueSlot<Value>
  private final let composition: ValueComposition

  /// - Parameter isIndependent: Whether the animation's own value depends on the progress alone.
  init(
    slot: ValueSlot<Value>, composition: ValueComposition, settings: RunnerSettings,
    isIndependent: Bool
  ) {
    self.slot = slot
    self.composition = composition
    super.init(
      settings: settings,
      isIndependent: isIndependent && slot.isWhole && composition == ValueComposition())
  }

  /// The animation's own value; `underlying` is the property's value without the animation.
  func value(at progress: Double, underlying: Value, isAdditive: Bool) -> Value {
    preconditionFailure("a value runner must override value(at:underlying:isAdditive:)")
  }

  final override func show(_ sample: MediaSample, inReversedTime: Bool) {
    let underlying = slot.presentation
    let isAdditive = composition.isAdditive
    let value = value(at: sample.progress, underlying: underlying, isAdditive: isAdditive)
    guard isAdditive || composition.isCumulative else {
      slot.presentation = value
      return
    }
    let endOfCycle = self.value(
      at: prepared.pacing(timing.autoreverses ? 0 : 1), underlying: underlying,
      isAdditive: isAdditive)
    slot.presentation = composition.presented(
      value, cycle: sample.cycle, endOfCycle: endOfCycle, underlying: underlying)
  }
}

/// Runs a basic or spring animation.
final class InterpolationRunner<Value: AdditiveValue>: ValueRunner<Value> {
  private let ends: AnimatedEnds<Value>
  private let spring: Spring?
  /// Seconds after which the spring counts as being at its target.
  private let settlingDuration: Double
  /// The value shown before the animation was committed.
  private let previous: Value
  /// Whether the ends are `fixedFrom` and `fixedTo`, independent of the underlying value.
  private let areFixed: Bool
  private let fixedFrom: Value
  private let fixedTo: Value

  init(
    ends: AnimatedEnds<Value>, spring: Spring? = nil, slot: ValueSlot<Value>,
    composition: ValueComposition, settings: RunnerSettings
  ) {
    self.ends = ends
    self.spring = spring
    settlingDuration = spring?.settlingDuration() ?? 0
    previous = slot.presentation
    areFixed = ends.areIndependent
    (fixedFrom, fixedTo) = ends.resolved(underlying: previous)
    super.init(
      slot: slot, composition: composition, settings: settings, isIndependent: areFixed)
  }

  override func value(at progress: Double, underlying: Value, isAdditive: Bool) -> Value {
    let share = share(at: progress)
    if areFixed { return Value.interpolate(from: fixedFrom, to: fixedTo, progress: share) }
    return movingValue(share: share, underlying: underlying, isAdditive: isAdditive)
  }

  // Specialized: the generic version looks up the value's type and size in each call.
  @specialized(where Value == Double)
  @specialized(where Value == Point)
  @specialized(where Value == SIMD2<Double>)
  @specialized(where Value == Rect)
  @specialized(where Value == Color)
  override func show(progress: Double) {
    slot.presentation = Value.interpolate(
      from: fixedFrom, to: fixedTo, progress: share(at: progress))
  }

  /// The share of the way from the start value to the end value, at a progress.
  @inline(__always)
  private func share(at progress: Double) -> Double {
    guard let spring else { return progress }
    let seconds = progress * timing.duration
    return seconds >= settlingDuration ? 1 : spring.value(seconds: seconds)
  }

  /// Not inlined: copying the generic optionals of the ends would slow down other frames.
  @inline(never)
  private func movingValue(share: Double, underlying: Value, isAdditive: Bool) -> Value {
    let (from, to) = ends.resolved(
      underlying: underlying, previous: previous, isAdditive: isAdditive)
    return Value.interpolate(from: from, to: to, progress: share)
  }
}

final class KeyframeRunner<Value: AdditiveValue>: ValueRunner<Value> {
  private let track: KeyframeTrack<Value>

  init(
    track: KeyframeTrack<Value>, slot: ValueSlot<Value>, composition: ValueComposition,
    settings: RunnerSettings
  ) {
    self.track = track
    super.init(
      slot: slot, composition: composition, settings: settings, isIndependent: true)
  }

  override func value(at progress: Double, underlying: Value, isAdditive: Bool) -> Value {
    track.value(at: progress)
  }

  override func show(progress: Double) { slot.presentation = track.value(at: progress) }
}
