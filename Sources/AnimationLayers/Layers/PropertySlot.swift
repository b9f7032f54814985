// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// Where a layer keeps one property, whatever its type: made once, then only written to.
@usableFromInline
class PropertySlot {
  @usableFromInline final let identity: UInt

  init(identity: UInt) {
    self.identity = identity
  }

  /// Shows the model value.
  func reset() {}

  /// Saves what shows and restores it, for a look at another time.
  func save() {}
  func restore() {}
}

/// Where a layer keeps one property.
@usableFromInline
final class TypedSlot<Value: AdditiveValue>: PropertySlot {
  let property: AnimatableProperty<Value>
  // Only ever copied in and out, so that the runtime need not watch over each access.
  @exclusivity(unchecked) var model: Value
  @exclusivity(unchecked) @usableFromInline var presentation: Value
  private var saved: Value

  init(_ property: AnimatableProperty<Value>) {
    self.property = property
    model = property.defaultValue
    presentation = model
    saved = model
    super.init(identity: property.identity)
  }

  override func reset() { presentation = model }
  override func save() { saved = presentation }
  override func restore() { presentation = saved }
}
