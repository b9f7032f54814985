// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// Takes a property from one value to another.
///
/// | given | from | to |
/// |---|---|---|
/// | from, to | from | to |
/// | from, by | from | from + by |
/// | by, to | to - by | to |
/// | from | from | current |
/// | to | current | to |
/// | by | current | current + by |
/// | none | what showed when it was added | current |
///
/// The current value is the one underneath, in each frame: the model value as changed by the animations
/// added before. For an additive animation, whose values are added to that, it is zero. With all three
/// given, `by` is ignored.
///
/// Source: CABasicAnimation. Additive without ends, and all three, are ours.
public struct BasicAnimation<Value: AnimatableValue>: LayerAnimation {
  /// What it animates.
  public var property: AnimatableProperty<Value>
  /// The value at progress 0.
  public var from: Value?
  /// The value at progress 1.
  public var to: Value?
  /// The difference between the two.
  public var by: Value?
  /// Whether its value is added to the one underneath, rather than put in its place; default no.
  public var isAdditive = false
  /// Whether each cycle goes on from where the last one ended; default no.
  ///
  /// In cycle n, n times the value at the end of a cycle is added.
  public var isCumulative = false

  /// When it runs, how often and which way.
  public var timing = MediaTiming()
  /// The pace of each leg.
  public var timingFunction: TimingFunction?
  /// Whether it is removed when it is over; default yes.
  public var isRemovedOnCompletion = true
  /// Who is told of start and stop.
  public var delegate: (any AnimationDelegate)?

  /// An animation of a property; its values are not checked, and should be finite.
  public init(
    _ property: AnimatableProperty<Value>, from: Value? = nil, to: Value? = nil, by: Value? = nil
  ) {
    self.property = property
    self.from = from
    self.to = to
    self.by = by
  }

  /// Finds the ends' values in each frame.
  public var content: AnimationContent {
    AnimationContent { layer, settings in
      BasicRunner(
        slot: layer.slot(for: property), ends: AnimationEnds(from: from, to: to, by: by),
        options: ValueOptions(isAdditive: isAdditive, isCumulative: isCumulative),
        settings: settings)
    }
  }
}
