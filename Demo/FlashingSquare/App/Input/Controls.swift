// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// The player's wishes in one frame, from any device: the only state of the input.
struct Controls: Hashable, Sendable {
  /// A key or button that was pressed.
  enum Press: Hashable, Sendable {
    /// Arrows, beside their steering.
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
    /// The figures of the scene.
    case details
    /// Esc: closes the help, or ends the program.
    case leave
    case slowMotion
    case tick
    case fullscreen
    /// The loop's figures over the scene.
    case frameClock
  }

  /// The direction in which the player is steered, x to the right and y down; at most 1 long.
  var move = Point(x: 0, y: 0)
  /// In order.
  var presses: [Press] = []
  /// The mouse's position, in pixels of the output.
  var pointer: Point?
  /// The point at which its main button went down, while it is held.
  var pressedAt: Point?
  /// Whether it went down in this frame.
  var wasPointerPressed = false
  /// The last reading of the scene's rhythm by the sound device; `nil` while it plays none.
  var music: HeardMusic?

  /// The mouse's position during a drag that began in a box; otherwise `nil`.
  func drag(from box: PixelBox) -> Point? {
    guard let start = pressedAt, box.contains(x: start.x, y: start.y) else { return nil }
    return pointer
  }
}
