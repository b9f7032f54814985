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
    var tapped: Set<Key> = []
    for event in events {
      switch event {
      case .keyDown(let key, let isRepeat):
        held.insert(key)
        tapped.insert(key)
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
    controls.move = steering(state, tapped)
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
  /// - Parameter tapped: The keys pressed in this frame, which may be released already.
  private func steering(_ state: InputState, _ tapped: Set<Key>) -> Point {
    let controller = state.controller
    func held(_ arrow: Key, _ button: ControllerButton) -> Double {
      state.isHeld(arrow) || tapped.contains(arrow) || controller?.isHeld(button) == true ? 1 : 0
    }
    let x = held(.right, .dpadRight) - held(.left, .dpadLeft)
    let y = held(.down, .dpadDown) - held(.up, .dpadUp)
    let origin = Point(x: 0, y: 0)
    if x != 0 || y != 0 { return direction(from: origin, to: Point(x: x, y: y)) }
    return controller.map { Point(x: Double($0.leftStick.x), y: Double($0.leftStick.y)) } ?? origin
  }
}

/// The player's input in one frame, from any device; scenes get no other input.
struct Controls: Hashable, Sendable {
  /// A key or button that was pressed.
  enum Press: Hashable, Sendable {
    /// Arrow keys, which also steer.
    case up
    case down
    case healthUp
    case healthDown
    case nextMode
    case ramp
    case pause
    case run
    case nextScene
    case previousScene
    /// The scene with this index in the list.
    case scene(Int)
    case help
    /// Toggles the scene's details.
    case details
    /// Esc: closes the help, or ends the program.
    case leave
    case slowMotion
    case tick
    /// Move the last request in time.
    case earlier
    case later
    /// Writes the requests to a file.
    case save
    /// A choice of the scene, by a click.
    case choose(Int)
    case fullscreen
    /// Toggles the loop's statistics over the scene.
    case frameClock
  }

  /// The direction of steering, x to the right and y down; length at most 1.
  var move = Point(x: 0, y: 0)
  var presses: [Press] = []
  /// The mouse's position, in pixels of the output.
  var pointer: Point?
  /// The point at which the main mouse button went down, while it is held.
  var pressedAt: Point?
  /// Whether the button went down in this frame.
  var wasPointerPressed = false
  /// The steps of the mouse's wheel, up.
  var wheel = 0.0
  /// The sound device's last known position in the scene's rhythm; `nil` while no rhythm plays.
  var music: HeardMusic?

  /// The mouse's position during a drag that began in a box; `nil` without such a drag.
  func drag(from box: PixelBox) -> Point? {
    guard let start = pressedAt, box.contains(x: start.x, y: start.y) else { return nil }
    return pointer
  }

  /// The mouse's place along a box, 0 at its left edge to 1 at its right one, during a drag.
  /// - Parameter grip: The box in which the drag began; `nil` for the same box.
  func drag(along box: PixelBox, grip: PixelBox? = nil) -> Double? {
    drag(from: grip ?? box).map {
      min(max(($0.x - Double(box.x)) / Double(max(1, box.width)), 0), 1)
    }
  }
}
