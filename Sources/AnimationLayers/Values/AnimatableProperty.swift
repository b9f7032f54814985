// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// A property that layers have: its type, and what it is where nobody set it.
///
/// A property of your own is one stored constant and one line that makes it known by a short name:
///
/// ```swift
/// let glowProperty = AnimatableProperty(defaultValue: 0.0)
/// extension AnimatableProperty where Value == Double {
///   static var glow: Self { glowProperty }
/// }
/// layer[.glow] = 0.5
/// layer.add(BasicAnimation(.glow, to: 1))
/// ```
/// Each initialisation makes another property, equal to none before: store it, do not compute it.
public struct AnimatableProperty<Value: AdditiveValue>: Sendable {
  // First: elsewhere its offset takes a look-up of the generic type.
  /// What makes it itself: a number below 16 for one of this module's, else the owner's address.
  @usableFromInline let identity: UInt
  /// Keeps the address from others.
  @usableFromInline let owner: PropertyIdentity?

  /// What it is where nobody set it.
  public let defaultValue: Value

  /// A property, other than all before.
  public init(defaultValue: Value) {
    let owner = PropertyIdentity()
    self.owner = owner
    identity = UInt(bitPattern: ObjectIdentifier(owner))
    self.defaultValue = defaultValue
  }

  /// One of this module's own, found without a look at memory.
  @inlinable
  init(number: UInt, defaultValue: Value) {
    identity = number
    owner = nil
    self.defaultValue = defaultValue
  }
}

extension AnimatableProperty: Hashable {
  /// Whether both are the same property.
  public static func == (a: Self, b: Self) -> Bool { a.identity == b.identity }

  /// Feeds the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

/// What makes a property of a program's own itself: its address.
@usableFromInline
final class PropertyIdentity: Sendable {}
