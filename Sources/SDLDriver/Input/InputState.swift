// SPDX-License-Identifier: Apache-2.0

/// The keys, buttons and sticks held in a frame.
public struct InputState: Hashable, Sendable {
  private var keys: UInt128 = 0
  private var mouseButtons: UInt8 = 0

  /// The mouse's position in pixels of the output; nil before its first event.
  public private(set) var mouse: PixelPoint?

  /// The connected controllers, in the order of their connection.
  public private(set) var controllers: [ControllerState] = []

  private var active: Int?

  /// A state in which nothing is held.
  public init() {}

  /// Whether a key is held.
  public func isHeld(_ key: Key) -> Bool { keys & (1 << UInt128(key.rawValue)) != 0 }

  /// Whether a mouse button is held.
  public func isHeld(mouse button: MouseButton) -> Bool {
    mouseButtons & (1 << button.rawValue) != 0
  }

  /// Whether a shift key is held.
  public var isShiftHeld: Bool { isHeld(.leftShift) || isHeld(.rightShift) }

  /// Whether an alt key is held.
  public var isAltHeld: Bool { isHeld(.leftAlt) || isHeld(.rightAlt) }

  /// The controller used last, or else the first one connected; nil without any.
  public var controller: ControllerState? {
    controllers.first { $0.identifier == active } ?? controllers.first
  }

  /// Updates the state by one event; tests call it with events of their own.
  public mutating func apply(_ event: InputEvent) {
    switch event {
    case .keyDown(let key, _): keys |= 1 << UInt128(key.rawValue)
    case .keyUp(let key): keys &= ~(1 << UInt128(key.rawValue))
    case .mouseMoved(let point): mouse = point
    case .mouseDown(let button, let point):
      mouse = point
      mouseButtons |= 1 << button.rawValue
    case .mouseUp(let button, let point):
      mouse = point
      mouseButtons &= ~(1 << button.rawValue)
    case .controllerAdded(let identifier):
      controllers.removeAll { $0.identifier == identifier }
      controllers.append(ControllerState(identifier: identifier))
    case .controllerRemoved(let identifier):
      controllers.removeAll { $0.identifier == identifier }
    case .controllerButtonDown(let button, let identifier):
      change(identifier) { $0.set(button, isHeld: true) }
    case .controllerButtonUp(let button, let identifier):
      change(identifier) { $0.set(button, isHeld: false) }
    case .controllerAxis(let axis, let value, let identifier):
      change(identifier) { $0.set(axis, value) }
    case .wheel, .resized, .minimised, .restored, .focusGained, .focusLost, .renderTargetsReset,
      .deviceReset, .statisticsRequested, .quit:
      break
    }
  }

  /// Copies the controllers, and the controller used last, from another state.
  mutating func takeControllers(_ other: InputState) {
    (controllers, active) = (other.controllers, other.active)
  }

  /// Replaces the state of a connected controller.
  mutating func replace(_ controller: ControllerState) {
    let index = controllers.firstIndex { $0.identifier == controller.identifier }
    if let index { controllers[index] = controller }
  }

  private mutating func change(_ identifier: Int, _ body: (inout ControllerState) -> Void) {
    guard let index = controllers.firstIndex(where: { $0.identifier == identifier }) else { return }
    body(&controllers[index])
    active = identifier
  }
}

/// The held buttons and axes of one game controller.
public struct ControllerState: Hashable, Sendable {
  /// An identifier that is not used again while the program runs.
  public let identifier: Int
  private var buttons: UInt32 = 0
  private var axes = [Float](repeating: 0, count: ControllerAxis.allCases.count)

  /// The dead zone's radius as a fraction of a stick's range: 0.24, Microsoft's value for its own
  /// controllers.
  package static let deadZone: Float = 0.24

  /// A controller with nothing held.
  package init(identifier: Int) {
    self.identifier = identifier
  }

  /// Whether a button is held.
  public func isHeld(_ button: ControllerButton) -> Bool { buttons & (1 << button.rawValue) != 0 }

  /// The raw value of an axis, without a dead zone.
  public func value(_ axis: ControllerAxis) -> Float { axes[Int(axis.rawValue)] }

  /// The left stick after its dead zone: length at most 1, x to the right and y down.
  public var leftStick: PixelPoint { Self.stick(x: value(.leftX), y: value(.leftY)) }

  /// A stick's position after a round dead zone: 0 up to the zone's rim, from there linear to 1.
  ///
  /// The zone is round, because a square zone pulls slow movements to the axes. Values are clamped
  /// to -1...1; NaN gives 0.
  public static func stick(x: Float, y: Float) -> PixelPoint {
    // With this order of arguments, NaN stays NaN and fails the guard below.
    let (x, y) = (min(max(x, -1), 1), min(max(y, -1), 1))
    let length = (x * x + y * y).squareRoot()
    guard length > deadZone else { return PixelPoint(x: 0, y: 0) }
    // The corners of the range are farther than 1 from the centre. The limit of 1 makes a diagonal
    // as fast as a straight line.
    let scale = (min(length, 1) - deadZone) / (1 - deadZone) / length
    return PixelPoint(x: x * scale, y: y * scale)
  }

  mutating func set(_ button: ControllerButton, isHeld: Bool) {
    let bit: UInt32 = 1 << button.rawValue
    buttons = isHeld ? buttons | bit : buttons & ~bit
  }

  mutating func set(_ axis: ControllerAxis, _ value: Float) {
    axes[Int(axis.rawValue)] = value
  }
}

/// A frame's input: the events since the previous frame, and the keys and buttons now held.
public struct Input: Hashable, Sendable {
  /// The events in order.
  public internal(set) var events: [InputEvent] = []
  /// The held keys and buttons after these events.
  public internal(set) var state = InputState()

  /// An input without events.
  package init() {}

  /// Whether a key went down since the previous frame; repeats do not count.
  public func wasPressed(_ key: Key) -> Bool { events.contains(.keyDown(key, isRepeat: false)) }

  mutating func add(_ event: InputEvent) {
    events.append(event)
    state.apply(event)
  }
}
