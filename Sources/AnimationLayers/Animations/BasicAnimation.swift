// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// Animates a property from one value to another.
///
/// Any of `from`, `to` and `by` may be omitted; the given values and the underlying value (the
/// model value with the effects of all animations added earlier) determine both ends, as in the
/// table of `AnimatedEnds`. Without any of the three, the animation starts from the value shown
/// before it was added.
///
/// Source: CABasicAnimation.
public struct BasicAnimation<Value: AdditiveValue>: PropertyAnimation, Sendable {
  /// The animated property, or a part of one.
  public var target: AnimationTarget<Value>
  /// The value at progress 0.
  public var from: Value?
  /// The value at progress 1.
  public var to: Value?
  /// The difference `to - from`.
  public var by: Value?
  /// Whether the value is added to the underlying value instead of replacing it; default no.
  public var isAdditive = false
  /// Whether each cycle starts from the end of the previous one; default no.
  public var isCumulative = false

  /// Begin time, duration, repetition and direction.
  public var timing = MediaTiming()
  /// The easing of each leg; default `nil`, explained at ``LayerAnimation/timingFunction``.
  public var timingFunction: TimingFunction?
  /// Whether the animation is removed when it ends; default yes.
  public var isRemovedOnCompletion = true
  /// Receives start and stop, on the thread that updates the layer's tree.
  public nonisolated(unsafe) var delegate: (any AnimationDelegate)?

  /// Interpolates between both ends in each frame.
  public var content: AnimationContent {
    AnimationContent { layer, settings in
      InterpolationRunner(
        ends: AnimatedEnds(from: from, to: to, by: by), slot: target.slot(layer),
        composition: composition, settings: settings)
    }
  }
}

extension BasicAnimation {
  /// Animates a property.
  ///
  /// The values are not validated; they should be finite.
  public init(
    _ property: AnimatableProperty<Value>, from: Value? = nil, to: Value? = nil, by: Value? = nil
  ) {
    self.init(target: AnimationTarget(property), from: from, to: to, by: by)
  }

  /// Animates a part of a property.
  ///
  /// ```swift
  /// BasicAnimation(.position, \.y, to: 0, by: -22)
  /// ```
  public init<Whole>(
    _ property: AnimatableProperty<Whole>, _ part: WritableKeyPath<Whole, Value> & Sendable,
    from: Value? = nil, to: Value? = nil, by: Value? = nil
  ) {
    self.init(target: AnimationTarget(property, part), from: from, to: to, by: by)
  }
}
