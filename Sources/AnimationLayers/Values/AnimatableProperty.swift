// SPDX-License-Identifier: Apache-2.0

/// A property of layers: its type and default value.
///
/// A custom property is one stored constant, plus one line for a short name:
///
/// ```swift
/// let glowProperty = AnimatableProperty(defaultValue: 0.0)
/// extension AnimatableProperty where Value == Double {
///   static var glow: Self { glowProperty }
/// }
/// layer[.glow] = 0.5
/// layer.add(BasicAnimation(.glow, to: 1))
/// ```
/// Each initialization makes a new property, so it is a stored constant, never a computed one.
public struct AnimatableProperty<Value: AdditiveValue>: Sendable {
  // Declared first, because the offset of a later field needs a look-up of the generic type.
  /// Identifies the property: a number below 16 for this module's properties, else the owner's
  /// address.
  @usableFromInline let identity: UInt
  /// Keeps the address in use, so that no other property can have it.
  @usableFromInline let owner: PropertyIdentity?

  /// The value of layers that have not set the property.
  public let defaultValue: Value

  /// A new property, unequal to all others.
  public init(defaultValue: Value) {
    let owner = PropertyIdentity()
    self.owner = owner
    identity = UInt(bitPattern: ObjectIdentifier(owner))
    self.defaultValue = defaultValue
  }

  /// A property of this module, identified by a constant, so that a look-up reads no global memory.
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

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

/// A heap object whose address identifies a custom property.
@usableFromInline
final class PropertyIdentity: Sendable {}
