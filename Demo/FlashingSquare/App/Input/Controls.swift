// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

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
