// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// Takes a property from one value to another as a spring would.
///
/// ```
/// value = from + (to - from) * spring(fraction * duration)
/// ```
/// Its duration is the time that the spring takes to settle to a thousandth of the way, unless
/// changed: a shorter one cuts the motion off, a longer one adds standstill at the target, exactly.
/// A timing function bends the spring's time.
///
/// Source: CASpringAnimation, whose duration is 0.25 s where it is not set; that cuts most springs.
public struct SpringAnimation<Value: AdditiveValue>: PropertyAnimation, Sendable {
  /// What it animates.
  public var target: AnimationTarget<Value>
  /// The mass on its spring; the duration follows it while it is the time to settle.
  public var spring: Spring {
    didSet {
      guard timing.duration == oldValue.settlingDuration() else { return }
      timing.duration = spring.settlingDuration()
    }
  }
  /// The value at the start; see ``BasicAnimation`` for what is left out.
  public var from: Value?
  /// The value that it settles at.
  public var to: Value?
  /// The difference between the two.
  public var by: Value?
  /// How its value joins the one underlying it; by default it takes its place.
  public var composition = ValueComposition()

  /// When it runs, how often and which way.
  public var timing = MediaTiming()
  /// The pace of each leg, before the spring.
  public var timingFunction: TimingFunction?
  /// Whether it is removed when it is over; default yes.
  public var isRemovedOnCompletion = true
  /// Receives start and stop, on the thread that updates the layer's tree.
  public nonisolated(unsafe) var delegate: (any AnimationDelegate)?

  /// Finds the ends' values in each frame.
  public var content: AnimationContent {
    AnimationContent { layer, settings in
      EndsRunner(
        ends: AnimatedEnds(from: from, to: to, by: by), spring: spring,
        slot: target.slot(layer), composition: composition, settings: settings)
    }
  }
}

extension SpringAnimation {
  /// An animation of a property, as long as the spring takes to settle.
  /// - Parameters:
  ///   - property: What moves.
  ///   - spring: By default Core Animation's: mass 1, stiffness 100, damping 10.
  ///   - from: The first value; nil, the default, as for ``BasicAnimation``, like the next two.
  ///   - to: The last value.
  ///   - by: The difference of both.
  public init(
    _ property: AnimatableProperty<Value>, spring: Spring = Spring(), from: Value? = nil,
    to: Value? = nil, by: Value? = nil
  ) {
    self.init(
      target: AnimationTarget(property), spring: spring, from: from, to: to, by: by,
      timing: MediaTiming(duration: spring.settlingDuration()))
  }

  /// An animation of a part of a property, as long as the spring takes to settle.
  public init<Whole>(
    _ property: AnimatableProperty<Whole>, _ part: WritableKeyPath<Whole, Value> & Sendable,
    spring: Spring = Spring(), from: Value? = nil, to: Value? = nil, by: Value? = nil
  ) {
    self.init(
      target: AnimationTarget(property, part), spring: spring, from: from, to: to, by: by,
      timing: MediaTiming(duration: spring.settlingDuration()))
  }
}
