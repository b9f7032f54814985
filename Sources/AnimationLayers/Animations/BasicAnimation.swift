// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// Takes a property from one value to another.
///
/// What is left out of from, to and by follows from the others, as `AnimatedEnds` says. The value
/// underlying it is, in each frame, the model value as changed by the animations added before; with
/// nothing given it starts from what showed before it was added.
///
/// Source: CABasicAnimation.
public struct BasicAnimation<Value: AdditiveValue>: PropertyAnimation, Sendable {
  /// What it animates.
  public var target: AnimationTarget<Value>
  /// The value at progress 0.
  public var from: Value?
  /// The value at progress 1.
  public var to: Value?
  /// The difference between the two.
  public var by: Value?
  /// How its value joins the one underlying it; by default it takes its place.
  public var composition = ValueComposition()

  /// When it runs, how often and which way.
  public var timing = MediaTiming()
  /// The pace of each leg.
  public var timingFunction: TimingFunction?
  /// Whether it is removed when it is over; default yes.
  public var isRemovedOnCompletion = true
  /// Receives start and stop, on the thread that updates the layer's tree.
  public nonisolated(unsafe) var delegate: (any AnimationDelegate)?

  /// Finds the ends' values in each frame.
  public var content: AnimationContent {
    AnimationContent { layer, settings in
      EndsRunner(
        ends: AnimatedEnds(from: from, to: to, by: by), slot: target.slot(layer),
        composition: composition, settings: settings)
    }
  }
}

extension BasicAnimation {
  /// An animation of a property; its values are not checked, and should be finite.
  public init(
    _ property: AnimatableProperty<Value>, from: Value? = nil, to: Value? = nil, by: Value? = nil
  ) {
    self.init(target: AnimationTarget(property), from: from, to: to, by: by)
  }

  /// An animation of a part of a property.
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
