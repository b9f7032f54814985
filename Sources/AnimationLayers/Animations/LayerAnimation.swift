// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// An animation for a layer: a basic, keyframe or spring animation, or a group.
///
/// ``Layer/add(_:forKey:)`` keeps a copy: later changes of the caller's value do not reach the
/// running animation. The properties of ``timing`` are available directly:
///
/// ```swift
/// var fade = BasicAnimation(.opacity, from: 1, to: 0)
/// fade.duration = 0.5         // seconds: fade.timing.duration
/// fade.repeatCount = .infinity
/// layer.add(fade, forKey: "fade")
/// ```
/// A custom type conforms by returning the ``content`` of one of this module's animations.
///
/// Source: CAAnimation.
@dynamicMemberLookup
public protocol LayerAnimation {
  /// Begin time, duration, repetition and direction, in the time of its layer or group.
  ///
  /// On a layer, a `beginTime` of 0 becomes the layer's time at the next update; in a group, 0 is
  /// the group's beginning. On a layer, a `duration` of 0 or less becomes the transaction's
  /// duration, or 0.25 s (Core Animation's default) without a transaction; in a group it becomes
  /// the group's duration.
  var timing: MediaTiming { get set }

  /// The easing of each leg (one run from start to end, or back).
  ///
  /// If `nil`, the default, the transaction's timing function applies, or else linear timing.
  var timingFunction: TimingFunction? { get set }

  /// Whether the animation is removed when it ends; default yes.
  ///
  /// Ignored in a group.
  var isRemovedOnCompletion: Bool { get set }

  /// Receives the animation's start and stop.
  ///
  /// The layer retains the delegate while the animation is on the layer. Not called in a group.
  var delegate: (any AnimationDelegate)? { get set }

  /// The animation's effect on the layer.
  var content: AnimationContent { get }
}

extension LayerAnimation {
  /// The properties of ``timing`` under their own names.
  public subscript<Value>(dynamicMember path: WritableKeyPath<MediaTiming, Value>) -> Value {
    get { timing[keyPath: path] }
    set { timing[keyPath: path] = newValue }
  }
}

/// An animation of one property: a basic, keyframe or spring animation.
///
/// Source: CAPropertyAnimation.
public protocol PropertyAnimation: LayerAnimation {
  /// The type of the property's values.
  associatedtype Value: AdditiveValue

  /// The animated property, or a part of one.
  var target: AnimationTarget<Value> { get set }

  /// Whether the value is added to the underlying value (the property's value without this
  /// animation) instead of replacing it; default no.
  var isAdditive: Bool { get set }

  /// Whether each cycle starts from the end of the previous one; default no.
  var isCumulative: Bool { get set }
}

extension PropertyAnimation {
  var composition: ValueComposition {
    ValueComposition(isAdditive: isAdditive, isCumulative: isCumulative)
  }
}

/// An animation's effect on a layer; only the animations of this module can make one.
public struct AnimationContent {
  let makeRunner: (Layer, RunnerSettings) -> AnimationRunner
}

/// The name of an animation on its layer.
///
/// Adding a second animation under the same key replaces the first.
public struct AnimationKey: Hashable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The name.
  public let description: String

  /// A key with a name.
  public init(_ name: String) { description = name }

  /// A key with a name.
  public init(stringLiteral name: String) { self.init(name) }

  /// The key under which a transaction puts its implicit animation of a property.
  public init<Value>(for property: AnimatableProperty<Value>) {
    description = "implicit animation of property \(property.identity)"
  }
}
