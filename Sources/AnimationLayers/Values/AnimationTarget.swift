// SPDX-License-Identifier: Apache-2.0

/// The target of an animation: a property of a layer, or a part of one.
public struct AnimationTarget<Value: AdditiveValue>: Sendable {
  let slot: @Sendable (Layer) -> ValueSlot<Value>

  /// A whole property.
  public init(_ property: AnimatableProperty<Value>) {
    self.slot = { .whole($0.slot(for: property)) }
  }

  /// A part of a property: for example the `y` of a position, so that other animations can move
  /// `x`.
  public init<Whole>(
    _ property: AnimatableProperty<Whole>, _ part: WritableKeyPath<Whole, Value> & Sendable
  ) {
    self.slot = {
      let slot = $0.slot(for: property)
      return .part(
        get: { slot.presentation[keyPath: part] },
        set: {
          var whole = slot.presentation
          whole[keyPath: part] = $0
          slot.presentation = whole
        })
    }
  }
}

/// The storage that an animation writes to.
enum ValueSlot<Value: AdditiveValue> {
  case whole(TypedSlot<Value>)
  case part(get: () -> Value, set: (Value) -> Void)

  var isWhole: Bool {
    if case .whole = self { return true }
    return false
  }

  var presentation: Value {
    get {
      switch self {
      case .whole(let slot): slot.presentation
      case .part(let get, _): get()
      }
    }
    nonmutating set {
      switch self {
      case .whole(let slot): slot.presentation = newValue
      case .part(_, let set): set(newValue)
      }
    }
  }
}
