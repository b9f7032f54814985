// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import SDLDriver

/// Reads the keyboard, the mouse, and the controller that was used last.
struct ControlReader: Hashable, Sendable {
  /// The Shift, Alt and Control keys that are held at the current event.
  private var modifiers: Set<Key> = []
  /// The point at which the mouse button went down.
  private var pressedAt: Point?

  /// The controls after the events of a frame.
  /// - Parameter state: The held keys and buttons after all events.
  mutating func read(_ events: [InputEvent], _ state: InputState) -> Controls {
    var controls = Controls()
    for event in events {
      switch event {
      case .keyDown(let key, let isRepeat):
        if Self.modifierKeys.contains(key) { modifiers.insert(key) }
        if let press = press(key, isRepeat: isRepeat) { controls.presses.append(press) }
      case .keyUp(let key):
        modifiers.remove(key)
      case .controllerButtonDown(let button, _):
        if let press = Self.press(button) { controls.presses.append(press) }
      case .mouseDown(.left, let pixel):
        controls.wasPointerPressed = true
        pressedAt = Point(x: Double(pixel.x), y: Double(pixel.y))
      case .wheel(_, let y): controls.wheel += Double(y)
      default: break
      }
    }
    controls.move = direction(state)
    controls.pointer = state.mouse.map { Point(x: Double($0.x), y: Double($0.y)) }
    // A click may begin and end within one frame.
    let isHeld = state.isHeld(mouse: .left)
    controls.pressedAt = isHeld || controls.wasPointerPressed ? pressedAt : nil
    if !isHeld { pressedAt = nil }
    return controls
  }

  private static let modifierKeys: Set<Key> = [
    .leftShift, .rightShift, .leftAlt, .rightAlt, .leftControl, .rightControl,
  ]
  private var isControlHeld: Bool {
    !modifiers.isDisjoint(with: [.leftControl, .rightControl])
  }
  private var isShiftHeld: Bool { !modifiers.isDisjoint(with: [.leftShift, .rightShift]) }
  private var isAltHeld: Bool { !modifiers.isDisjoint(with: [.leftAlt, .rightAlt]) }

  private func press(_ key: Key, isRepeat: Bool) -> Controls.Press? {
    switch key {
    case .up: return .up
    case .down: return .down
    case .plus, .equals: return .healthUp
    case .minus: return .healthDown
    case .comma: return .earlier
    case .period: return .later
    case .s: return isControlHeld && !isRepeat ? .save : nil
    case .return: return isAltHeld && !isRepeat ? .fullscreen : nil
    default: return isRepeat ? nil : Self.pressOnce(key, isShiftHeld: isShiftHeld)
    }
  }

  /// The action of a key whose repeats are ignored.
  private static func pressOnce(_ key: Key, isShiftHeld: Bool) -> Controls.Press? {
    switch key {
    case .m: .nextMode
    case .r: .ramp
    case .space: .pause
    case .x: .run
    case .tab: isShiftHeld ? .previousScene : .nextScene
    case .pageUp: .previousScene
    case .pageDown: .nextScene
    case .h, .f1, .slash: .help
    case .d: .details
    case .escape: .leave
    case .l: .slowMotion
    case .t: .tick
    case .f, .f11: .fullscreen
    case .f3: .frameClock
    case .digit1, .digit2, .digit3, .digit4, .digit5, .digit6, .digit7, .digit8, .digit9:
      .scene(Int(key.rawValue - Key.digit1.rawValue))
    case .digit0: .scene(9)
    default: nil
    }
  }

  private static func press(_ button: ControllerButton) -> Controls.Press? {
    switch button {
    case .a: .pause
    case .b: .run
    case .x: .nextMode
    case .y: .ramp
    case .leftShoulder: .healthDown
    case .rightShoulder: .healthUp
    case .start: .help
    case .back: .nextScene
    default: nil
    }
  }

  /// The direction of the arrow keys or the directional pad; if none of these is pressed, the
  /// direction of the left stick.
  private func direction(_ state: InputState) -> Point {
    let controller = state.controller
    func held(_ arrow: Key, _ button: ControllerButton) -> Double {
      state.isHeld(arrow) || controller?.isHeld(button) == true ? 1 : 0
    }
    let x = held(.right, .dpadRight) - held(.left, .dpadLeft)
    let y = held(.down, .dpadDown) - held(.up, .dpadUp)
    if x != 0 || y != 0 {
      let length = (x * x + y * y).squareRoot()
      return Point(x: x / length, y: y / length)
    }
    guard let stick = controller?.leftStick else { return Point(x: 0, y: 0) }
    return Point(x: Double(stick.x), y: Double(stick.y))
  }
}
