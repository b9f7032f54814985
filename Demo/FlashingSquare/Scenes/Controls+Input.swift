// SPDX-License-Identifier: Apache-2.0

import RepeatTiming
import SDLDriver

extension Controls {
  /// Reads keyboard, mouse and the controller used last.
  init(_ events: [InputEvent], _ state: InputState) {
    move = Self.direction(state)
    pointer = state.mouse.map { Point(x: Double($0.x), y: Double($0.y)) }
    isPointerHeld = state.isHeld(mouse: .left)
    for event in events {
      switch event {
      case .keyDown(let key, let isRepeat):
        if let press = Self.press(key, isShifted: state.isShiftHeld, isRepeat: isRepeat) {
          presses.append(press)
        }
      case .controllerButtonDown(let button, _):
        if let press = Self.press(button) { presses.append(press) }
      case .mouseDown(.left, _):
        wasPointerPressed = true
      default: break
      }
    }
  }

  private static func press(_ key: Key, isShifted: Bool, isRepeat: Bool) -> Press? {
    switch key {
    case .up: return isShifted ? .healthUp : .up
    case .down: return isShifted ? .healthDown : .down
    case .pageUp, .plus, .equals: return .healthUp
    case .pageDown, .minus: return .healthDown
    default: return isRepeat ? nil : pressOnce(key)
    }
  }

  /// Keys that mean nothing more when they are held.
  private static func pressOnce(_ key: Key) -> Press? {
    switch key {
    case .m: .nextMode
    case .r: .ramp
    case .space: .pause
    case .s: .run
    case .tab: .nextScene
    case .h: .help
    case .f, .f11: .fullscreen
    case .digit1, .digit2, .digit3, .digit4, .digit5, .digit6, .digit7, .digit8, .digit9:
      .scene(Int(key.rawValue - Key.digit1.rawValue))
    default: nil
    }
  }

  private static func press(_ button: ControllerButton) -> Press? {
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

  /// Arrows or cross, or else the left stick.
  ///
  /// With shift, arrows change health and steer nothing.
  private static func direction(_ state: InputState) -> Point {
    let controller = state.controller
    func held(_ key: Key, _ button: ControllerButton) -> Double {
      let isArrow = state.isHeld(key) && !state.isShiftHeld
      return isArrow || controller?.isHeld(button) == true ? 1 : 0
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
