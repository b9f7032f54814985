// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// Something that can be added to a layer: basic, keyframe and spring animations, and groups of
/// them.
///
/// Animations are structs: ``Layer/add(_:forKey:)`` keeps a copy, so that changing one's own changes
/// nothing that runs. The properties of ``timing`` are here too:
///
/// ```swift
/// var fade = BasicAnimation(.opacity, from: 1, to: 0)
/// fade.duration = 0.5         // seconds: fade.timing.duration
/// fade.repeatCount = .infinity
/// layer.add(fade, forKey: "fade")
/// ```
/// A type of your own joins by handing on the ``content`` of one of these.
///
/// Source: CAAnimation.
@dynamicMemberLookup
public protocol LayerAnimation {
  /// When it runs, how often and which way, in the time of its layer or group.
  ///
  /// A `beginTime` of 0 on an animation that is added to a layer is the layer's time at the next
  /// update; in a group it is the group's beginning. A `duration` of 0 or less is the transaction's
  /// duration, or 0.25 s, which is Core Animation's default; in a group it is the group's.
  var timing: MediaTiming { get set }

  /// The pace of each leg; `nil`, the default, is the transaction's, or else linear.
  var timingFunction: TimingFunction? { get set }

  /// Whether it is removed when it is over; default yes.
  ///
  /// In a group it has no meaning.
  var isRemovedOnCompletion: Bool { get set }

  /// Receives start and stop; kept alive while the animation is on the layer.
  ///
  /// In a group it is not called.
  var delegate: (any AnimationDelegate)? { get set }

  /// What it does to the layer.
  var content: AnimationContent { get }
}

extension LayerAnimation {
  /// The properties of ``timing``, under their own names.
  public subscript<Value>(dynamicMember path: WritableKeyPath<MediaTiming, Value>) -> Value {
    get { timing[keyPath: path] }
    set { timing[keyPath: path] = newValue }
  }
}

/// An animation of one property: a basic, keyframe or spring animation.
///
/// Source: CAPropertyAnimation.
public protocol PropertyAnimation: LayerAnimation {
  /// What kind of value the property has.
  associatedtype Value: AdditiveValue

  /// What it animates.
  var target: AnimationTarget<Value> { get set }

  /// How its value joins the one underlying it, and each cycle the one before.
  var composition: ValueComposition { get set }
}

extension PropertyAnimation {
  /// Whether its value is added to the one underlying it, rather than put in its place; default no.
  public var isAdditive: Bool {
    get { composition.isAdditive }
    set { composition.isAdditive = newValue }
  }

  /// Whether each cycle starts from where the one before ended; default no.
  public var isCumulative: Bool {
    get { composition.isCumulative }
    set { composition.isCumulative = newValue }
  }
}

/// What an animation does to a layer; made by the animations of this module.
public struct AnimationContent {
  let makeRunner: (Layer, RunnerSettings) -> AnimationRunner
}

/// The name of an animation on its layer: a second one under the same name replaces the first.
public struct AnimationKey: Hashable, Sendable, ExpressibleByStringLiteral {
  private enum Storage: Hashable, Sendable {
    case name(String)
    case property(UInt)
  }

  private let storage: Storage

  /// A key by name.
  public init(_ name: String) { storage = .name(name) }

  /// A key by name.
  public init(stringLiteral name: String) { self.init(name) }

  /// The key under which a transaction puts its implicit animation of a property.
  public init<Value>(for property: AnimatableProperty<Value>) {
    storage = .property(property.identity)
  }
}

extension AnimationKey: CustomStringConvertible {
  /// The name; of an implicit animation, that it is one, and its property's number.
  public var description: String {
    switch storage {
    case .name(let name): name
    case .property(let identity): "implicit animation of property \(identity)"
    }
  }
}
