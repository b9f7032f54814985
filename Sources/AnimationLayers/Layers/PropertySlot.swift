// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// Where a layer keeps one property, whatever its type: made once, then only written to.
class PropertySlot {
  let identity: PropertyIdentity

  init(identity: PropertyIdentity) {
    self.identity = identity
  }

  /// Shows the model value.
  func reset() {}

  /// Puts what shows aside, and back: for looking at another time.
  func putAside() {}
  func putBack() {}
}

/// Where a layer keeps one property.
final class TypedSlot<Value: AdditiveValue>: PropertySlot {
  let property: AnimatableProperty<Value>
  // Only ever copied in and out, so that the runtime need not watch over each access.
  @exclusivity(unchecked) var model: Value
  @exclusivity(unchecked) var presentation: Value
  private var aside: Value

  init(_ property: AnimatableProperty<Value>) {
    self.property = property
    model = property.defaultValue
    presentation = model
    aside = model
    super.init(identity: property.identity)
  }

  override func reset() { presentation = model }
  override func putAside() { aside = presentation }
  override func putBack() { presentation = aside }
}
