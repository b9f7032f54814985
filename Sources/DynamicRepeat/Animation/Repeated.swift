// SPDX-License-Identifier: Apache-2.0

/// A property animated by a ``DynamicRepeatAnimation``.
///
/// ```
/// final class Label: DynamicRepeatDelegate {
///   @Repeated var center = Point(x: 160, y: 420)
///   func setupDefaultState() { center = Point(x: 160, y: 420) }
///   func setupAlternateState() { center = Point(x: 160, y: 100) }
/// }
/// ```
/// Inside one of the two set-up methods, an assignment sets an end value. Anywhere else, an
/// assignment sets both end values: the value shows immediately, and stays until the next cycle
/// sets up the states again. Reading returns the presented value.
///
/// A property that only ``DynamicRepeatDelegate/setupAlternateState()`` assigns starts from its
/// previous value. Use the property on the same thread as its object.
@propertyWrapper
public struct Repeated<Value: Interpolatable> {
  private let property: RepeatedProperty<Value>

  /// A property that shows `wrappedValue` until an animation moves it.
  public init(wrappedValue: Value) {
    property = RepeatedProperty(wrappedValue)
  }

  /// The presented value.
  public var wrappedValue: Value {
    get { property.shown }
    nonmutating set { property.assign(newValue) }
  }
}

/// A type-erased animated property.
protocol MovingProperty: AnyObject {
  func show(progress: Double)
}

final class RepeatedProperty<Value: Interpolatable>: MovingProperty {
  private(set) var shown: Value
  private var defaultValue: Value
  private var alternateValue: Value

  init(_ value: Value) {
    shown = value
    defaultValue = value
    alternateValue = value
  }

  func assign(_ value: Value) {
    guard let recorder = StateRecorder.current else {
      shown = value
      defaultValue = value
      alternateValue = value
      return
    }
    if recorder.isInAlternateState {
      alternateValue = value
    } else {
      defaultValue = value
      alternateValue = value
    }
    recorder.note(self)
  }

  func show(progress: Double) {
    shown = Value.interpolate(from: defaultValue, to: alternateValue, progress: progress)
  }
}

/// Records the properties that the two set-up methods assign, as UIKit's animation blocks do.
///
/// A task-local value holds the recorder, so that animations on different threads do not mix. The
/// class is unchecked Sendable, because the recorder is bound only during the synchronous call of a
/// set-up method, on one thread.
final class StateRecorder: @unchecked Sendable {
  @TaskLocal static var current: StateRecorder?

  private(set) var isInAlternateState = false
  private(set) var properties: [any MovingProperty] = []

  func note(_ property: any MovingProperty) {
    guard !properties.contains(where: { $0 === property }) else { return }
    properties.append(property)
  }

  func record(
    _ delegate: any DynamicRepeatDelegate, withAlternateState: Bool,
    beside capture: (any StateCapture)?
  ) {
    properties = []
    isInAlternateState = false
    let setUpDefault = { StateRecorder.$current.withValue(self) { delegate.setupDefaultState() } }
    if let capture { capture.captureDefaultState(setUpDefault) } else { setUpDefault() }
    guard withAlternateState else { return }
    isInAlternateState = true
    let setUpAlternate = {
      StateRecorder.$current.withValue(self) { delegate.setupAlternateState() }
    }
    if let capture { capture.captureAlternateState(setUpAlternate) } else { setUpAlternate() }
  }
}
