// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// What the player wants in one frame, whatever device it came from.
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
    /// The scene with this place in the list.
    case scene(Int)
    case help
    case fullscreen
  }

  /// The way the player is steered, x to the right and y down; at most 1 long.
  var move = Point(x: 0, y: 0)
  /// In order.
  var presses: [Press] = []
  /// Where the mouse is, in pixels of the output.
  var pointer: Point?
  /// Whether its main button is held, and whether it went down in this frame.
  var isPointerHeld = false
  var wasPointerPressed = false
}
