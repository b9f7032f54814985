// SPDX-License-Identifier: Apache-2.0

/// Storage of one property of a layer, without the values' type; allocated once, then reused.
@usableFromInline
class PropertySlot {
  @usableFromInline final let identity: UInt

  init(identity: UInt) {
    self.identity = identity
  }

  /// Shows the model value.
  func reset() {}

  /// Saves the presented value and restores it, for an evaluation at another time.
  func save() {}
  func restore() {}
}

/// Storage of one property of a layer.
@usableFromInline
final class TypedSlot<Value: AdditiveValue>: PropertySlot {
  // Unchecked because values are only copied in and out, so no access can overlap another.
  @exclusivity(unchecked) var model: Value
  @exclusivity(unchecked) @usableFromInline var presentation: Value
  private var saved: Value

  init(_ property: AnimatableProperty<Value>) {
    model = property.defaultValue
    presentation = model
    saved = model
    super.init(identity: property.identity)
  }

  override func reset() { presentation = model }
  override func save() { saved = presentation }
  override func restore() { presentation = saved }
}
