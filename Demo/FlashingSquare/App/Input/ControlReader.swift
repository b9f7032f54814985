// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import SDLDriver

/// Reads the keyboard, the mouse, and the controller that was used last.
struct ControlReader: Hashable, Sendable {
  /// The keys that are held at the current event.
  private var held: Set<Key> = []
  /// The point at which the mouse button went down.
  private var pressedAt: Point?

  /// The controls after the events of a frame.
  /// - Parameter state: The held keys and buttons after all events.
  mutating func read(_ events: [InputEvent], _ state: InputState) -> Controls {
    var controls = Controls()
    for event in events {
      switch event {
      case .keyDown(let key, let isRepeat):
        held.insert(key)
        if let press = press(key, isRepeat: isRepeat) { controls.presses.append(press) }
      case .keyUp(let key):
        held.remove(key)
      case .controllerButtonDown(let button, _):
        if let press = Self.press(button) { controls.presses.append(press) }
      case .mouseDown(.left, let pixel):
        controls.wasPointerPressed = true
        pressedAt = Point(x: Double(pixel.x), y: Double(pixel.y))
      case .wheel(_, let y): controls.wheel += Double(y)
      default: break
      }
    }
    controls.move = steering(state)
    controls.pointer = state.mouse.map { Point(x: Double($0.x), y: Double($0.y)) }
    // A click may begin and end within one frame.
    let isHeld = state.isHeld(mouse: .left)
    controls.pressedAt = isHeld || controls.wasPointerPressed ? pressedAt : nil
    if !isHeld { pressedAt = nil }
    return controls
  }

  private func isHeld(_ keys: Key...) -> Bool { !held.isDisjoint(with: keys) }

  private func press(_ key: Key, isRepeat: Bool) -> Controls.Press? {
    switch key {
    case .up: .up
    case .down: .down
    case .plus, .equals: .healthUp
    case .minus: .healthDown
    case .comma: .earlier
    case .period: .later
    default: isRepeat ? nil : pressOnce(key)
    }
  }

  /// The action of a key whose repeats are ignored.
  private func pressOnce(_ key: Key) -> Controls.Press? {
    switch key {
    case .s where isHeld(.leftControl, .rightControl): .save
    case .return where isHeld(.leftAlt, .rightAlt): .fullscreen
    case .tab where isHeld(.leftShift, .rightShift): .previousScene
    case .m: .nextMode
    case .r: .ramp
    case .space: .pause
    case .x: .run
    case .pageUp: .previousScene
    case .tab, .pageDown: .nextScene
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
  private func steering(_ state: InputState) -> Point {
    let controller = state.controller
    func held(_ arrow: Key, _ button: ControllerButton) -> Double {
      state.isHeld(arrow) || controller?.isHeld(button) == true ? 1 : 0
    }
    let x = held(.right, .dpadRight) - held(.left, .dpadLeft)
    let y = held(.down, .dpadDown) - held(.up, .dpadUp)
    let origin = Point(x: 0, y: 0)
    if x != 0 || y != 0 { return direction(from: origin, to: Point(x: x, y: y)) }
    return controller.map { Point(x: Double($0.leftStick.x), y: Double($0.leftStick.y)) } ?? origin
  }
}
