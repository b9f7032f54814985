// SPDX-License-Identifier: Apache-2.0

/// The keys, buttons and sticks that are held at the moment of a frame.
public struct InputState: Hashable, Sendable {
  private var keys: UInt128 = 0
  private var mouseButtons: UInt8 = 0

  /// Where the mouse is, in pixels of the output; nil until it was first seen.
  public private(set) var mouse: PixelPoint?

  /// The controllers that are plugged, in the order in which they came.
  public private(set) var controllers: [ControllerState] = []

  private var active: Int?

  /// Nothing held.
  package init() {}

  /// Whether a key is held.
  public func isHeld(_ key: Key) -> Bool { keys & (1 << UInt128(key.rawValue)) != 0 }

  /// Whether a mouse button is held.
  public func isHeld(mouse button: MouseButton) -> Bool {
    mouseButtons & (1 << button.rawValue) != 0
  }

  /// Whether a shift key is held.
  public var isShiftHeld: Bool { isHeld(.leftShift) || isHeld(.rightShift) }

  /// Whether a control key is held.
  package var isControlHeld: Bool { isHeld(.leftControl) || isHeld(.rightControl) }

  /// Whether an alt key is held.
  public var isAltHeld: Bool { isHeld(.leftAlt) || isHeld(.rightAlt) }

  /// The controller used last, or else the first one plugged; nil without any.
  public var controller: ControllerState? {
    controllers.first { $0.identifier == active } ?? controllers.first
  }

  /// Changes the state by one event; programs that make up events in tests call it too.
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

  /// Takes the controllers, and which one was used last, from another state.
  mutating func takeControllers(_ other: InputState) {
    (controllers, active) = (other.controllers, other.active)
  }

  /// Replaces what is held on a controller that is there.
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

/// What is held on one game controller.
public struct ControllerState: Hashable, Sendable {
  /// Not used again in a run.
  public let identifier: Int
  private var buttons: UInt32 = 0
  private var axes = [Float](repeating: 0, count: ControllerAxis.allCases.count)

  /// The share of a stick's range that counts as its centre: 0.24, as Microsoft advises for its
  /// own.
  package static let deadZone: Float = 0.24

  /// A controller with nothing held.
  package init(identifier: Int) {
    self.identifier = identifier
  }

  /// Whether a button is held.
  public func isHeld(_ button: ControllerButton) -> Bool { buttons & (1 << button.rawValue) != 0 }

  /// An axis as it is, without a dead zone.
  public func value(_ axis: ControllerAxis) -> Float { axes[Int(axis.rawValue)] }

  /// The left stick, from its dead zone on: at most 1 long, x to the right and y down.
  public var leftStick: PixelPoint { Self.stick(x: value(.leftX), y: value(.leftY)) }

  /// The right stick, from its dead zone on: at most 1 long, x to the right and y down.
  package var rightStick: PixelPoint { Self.stick(x: value(.rightX), y: value(.rightY)) }

  /// A stick's position with a round dead zone: 0 up to its rim, from there in proportion up to 1.
  ///
  /// Round, because a square one pulls slow movements to the axes. Numbers beyond -1...1 count as
  /// their end; NaN is in the dead zone.
  public static func stick(x: Float, y: Float) -> PixelPoint {
    // In this order both functions leave NaN as it is.
    let (x, y) = (min(max(x, -1), 1), min(max(y, -1), 1))
    let length = (x * x + y * y).squareRoot()
    guard length > deadZone else { return PixelPoint(x: 0, y: 0) }
    // Corners of the range lie beyond 1; a diagonal is not faster than a straight line.
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

/// What a frame gets of the user's input: what happened since the one before, and what is held now.
public struct Input: Hashable, Sendable {
  /// What happened, in order.
  public internal(set) var events: [InputEvent] = []
  /// What is held after all of that.
  public internal(set) var state = InputState()

  /// Nothing.
  package init() {}

  /// Whether a key went down since the frame before; repeats do not count.
  public func wasPressed(_ key: Key) -> Bool { events.contains(.keyDown(key, isRepeat: false)) }

  mutating func add(_ event: InputEvent) {
    events.append(event)
    state.apply(event)
  }
}
