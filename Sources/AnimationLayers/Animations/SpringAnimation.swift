// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// Animates a property from one value to another with a spring's motion.
///
/// ```
/// value = from + (to - from) * spring(fraction * duration)
/// ```
/// Here `fraction` is the elapsed part of the duration, after the timing function.
///
/// By default the duration is the spring's settling time, after which the value stays within a
/// thousandth of `to - from` of the target. A shorter duration cuts the motion off. With a longer
/// one, the value equals the target from the settling time on.
///
/// Source: CASpringAnimation, whose default duration is 0.25 s, which cuts off most springs.
public struct SpringAnimation<Value: AdditiveValue>: PropertyAnimation, Sendable {
  /// The animated property, or a part of one.
  public var target: AnimationTarget<Value>
  /// The spring.
  ///
  /// Assigning a spring updates the duration if the duration was the old spring's settling time.
  public var spring: Spring {
    didSet {
      guard timing.duration == oldValue.settlingDuration() else { return }
      timing.duration = spring.settlingDuration()
    }
  }
  /// The value at the start; an omitted value is determined as in ``BasicAnimation``.
  public var from: Value?
  /// The target value.
  public var to: Value?
  /// The difference `to - from`.
  public var by: Value?
  /// Whether the value is added to the underlying value instead of replacing it; default no.
  public var isAdditive = false
  /// Whether each cycle starts from the end of the previous one; default no.
  public var isCumulative = false

  /// Begin time, duration, repetition and direction.
  public var timing = MediaTiming()
  /// The easing of each leg (one run from start to end, or back); the spring runs in eased time.
  public var timingFunction: TimingFunction?
  /// Whether the animation is removed when it ends; default yes.
  public var isRemovedOnCompletion = true
  /// Receives start and stop, on the thread that updates the layer's tree.
  public nonisolated(unsafe) var delegate: (any AnimationDelegate)?

  /// Interpolates between both ends in each frame.
  public var content: AnimationContent {
    AnimationContent { layer, settings in
      InterpolationRunner(
        ends: AnimatedEnds(from: from, to: to, by: by), spring: spring,
        slot: target.slot(layer), composition: composition, settings: settings)
    }
  }
}

extension SpringAnimation {
  /// Animates a property for the spring's settling time.
  /// - Parameters:
  ///   - property: The animated property.
  ///   - spring: The spring; by default Core Animation's, with mass 1, stiffness 100, damping 10.
  ///   - from: The start value. An omitted value is determined as in ``BasicAnimation``.
  ///   - to: The target value.
  ///   - by: The difference `to - from`.
  public init(
    _ property: AnimatableProperty<Value>, spring: Spring = Spring(), from: Value? = nil,
    to: Value? = nil, by: Value? = nil
  ) {
    self.init(
      target: AnimationTarget(property), spring: spring, from: from, to: to, by: by,
      timing: MediaTiming(duration: spring.settlingDuration()))
  }

  /// Animates a part of a property for the spring's settling time.
  public init<Whole>(
    _ property: AnimatableProperty<Whole>, _ part: WritableKeyPath<Whole, Value> & Sendable,
    spring: Spring = Spring(), from: Value? = nil, to: Value? = nil, by: Value? = nil
  ) {
    self.init(
      target: AnimationTarget(property, part), spring: spring, from: from, to: to, by: by,
      timing: MediaTiming(duration: spring.settlingDuration()))
  }
}
