// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

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
    self.slot = { .part(SlotPart($0.slot(for: property), part)) }
  }
}

/// The storage that an animation writes to.
enum ValueSlot<Value: AdditiveValue> {
  case whole(TypedSlot<Value>)
  case part(AnyPart<Value>)

  var isWhole: Bool {
    if case .whole = self { return true }
    return false
  }

  var presentation: Value {
    get {
      switch self {
      case .whole(let slot): slot.presentation
      case .part(let part): part.presentation
      }
    }
    nonmutating set {
      switch self {
      case .whole(let slot): slot.presentation = newValue
      case .part(let part): part.presentation = newValue
      }
    }
  }
}

/// A part of a property, without the type of the whole.
class AnyPart<Value> {
  var presentation: Value {
    get { preconditionFailure("a part must override its value") }
    set { preconditionFailure("a part must override its value, not \(newValue)") }
  }
}

/// A part of a property.
final class SlotPart<Whole: AdditiveValue, Value>: AnyPart<Value> {
  private let slot: TypedSlot<Whole>
  private let path: WritableKeyPath<Whole, Value>

  init(_ slot: TypedSlot<Whole>, _ path: WritableKeyPath<Whole, Value>) {
    self.slot = slot
    self.path = path
  }

  override var presentation: Value {
    get { slot.presentation[keyPath: path] }
    set {
      var whole = slot.presentation
      whole[keyPath: path] = newValue
      slot.presentation = whole
    }
  }
}
