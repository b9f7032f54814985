// SPDX-License-Identifier: Apache-2.0

/// A button of the mouse.
public enum MouseButton: UInt8, Hashable, Sendable, CaseIterable {
  /// The main one.
  case left
  /// The wheel, pressed.
  case middle
  /// The one for menus.
  case right
  /// The thumb's first.
  case back
  /// The thumb's second.
  case forward
}

/// A button of a game controller, by where it lies on an Xbox controller.
public enum ControllerButton: UInt8, Hashable, Sendable, CaseIterable {
  // In the order of SDL_GameControllerButton.

  /// The four under the right thumb.
  case a, b, x, y
  /// The three in the middle.
  case back, guide, start
  /// The sticks, pressed.
  case leftStick, rightStick
  /// Above the triggers.
  case leftShoulder, rightShoulder
  /// The cross.
  case dpadUp, dpadDown, dpadLeft, dpadRight
}

/// An axis of a game controller.
public enum ControllerAxis: UInt8, Hashable, Sendable, CaseIterable {
  // In the order of SDL_GameControllerAxis.

  /// -1 (left, up) ... 1 (right, down).
  case leftX, leftY, rightX, rightY
  /// 0 (free) ... 1 (pressed).
  case leftTrigger, rightTrigger
}

/// Something that happened since the frame before, in the order in which it happened.
///
/// Each controller has an identifier that is not used again in a run. Positions are
/// pixels of the output, also on high-density displays.
public enum InputEvent: Hashable, Sendable {
  /// A key went down, or repeats while it is held.
  case keyDown(Key, isRepeat: Bool)
  /// A key went up, or the window lost the keyboard while it was held.
  case keyUp(Key)
  /// The mouse is at a new point.
  case mouseMoved(PixelPoint)
  /// A mouse button went down.
  case mouseDown(MouseButton, PixelPoint)
  /// A mouse button went up.
  case mouseUp(MouseButton, PixelPoint)
  /// The wheel turned: notches to the right and away from the user, in fractions where it can.
  case wheel(x: Float, y: Float)
  /// A controller is there from now on.
  case controllerAdded(Int)
  /// A controller is gone.
  case controllerRemoved(Int)
  /// A button went down.
  case controllerButtonDown(ControllerButton, controller: Int)
  /// A button went up.
  case controllerButtonUp(ControllerButton, controller: Int)
  /// An axis moved; as it is, without a dead zone.
  case controllerAxis(ControllerAxis, value: Float, controller: Int)
  /// The output has a new size.
  case resized(PixelSize)
  /// The window was minimised or hidden: no frame is drawn until it is `restored`, and the next
  /// frame gets both events.
  case minimised
  /// The window can be seen again.
  case restored
  /// The keyboard belongs to this window.
  case focusGained
  /// The keyboard belongs to another window; the loop goes on.
  case focusLost
  /// Textures that were drawn into lost their contents.
  case renderTargetsReset
  /// All textures lost their contents.
  case deviceReset
  /// SIGUSR1 came, and `LoopOptions.noticesUserSignal` is set: print `Window.statistics.report`.
  case statisticsRequested
  /// The loop ends after this frame.
  case quit(QuitReason)
}

/// Why the program was ended from outside.
public enum QuitReason: Hashable, Sendable {
  /// The window was closed, or the desktop session ends.
  case windowClosed
  /// The Escape key.
  case escape
  /// SIGINT: Control-C in the terminal.
  case interrupted
  /// SIGTERM.
  case terminated
  /// SIGHUP: the terminal was closed.
  case hungUp
}
