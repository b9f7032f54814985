// SPDX-License-Identifier: Apache-2.0

/// A button of the mouse.
public enum MouseButton: UInt8, Hashable, Sendable, CaseIterable {
  /// The left button.
  case left
  /// The wheel, pressed.
  case middle
  /// The right button.
  case right
  /// The first thumb button.
  case back
  /// The second thumb button.
  case forward
}

/// A button of a game controller, by its position on an Xbox controller.
public enum ControllerButton: UInt8, Hashable, Sendable, CaseIterable {
  // The order is that of SDL_GameControllerButton.

  /// The four buttons under the right thumb.
  case a, b, x, y
  /// The three buttons in the middle.
  case back, guide, start
  /// The sticks, when pressed.
  case leftStick, rightStick
  /// The buttons above the triggers.
  case leftShoulder, rightShoulder
  /// The directional pad.
  case dpadUp, dpadDown, dpadLeft, dpadRight
}

/// An axis of a game controller.
public enum ControllerAxis: UInt8, Hashable, Sendable, CaseIterable {
  // The order is that of SDL_GameControllerAxis.

  /// -1 (left, up) ... 1 (right, down).
  case leftX, leftY, rightX, rightY
  /// 0 (free) ... 1 (pressed).
  case leftTrigger, rightTrigger
}

/// An input event since the previous frame.
///
/// Events are in the order in which they happened. Each controller has an identifier that is not
/// used again while the program runs. Positions are pixels of the output, also on high-density
/// displays.
public enum InputEvent: Hashable, Sendable {
  /// A key went down, or repeats while it is held.
  case keyDown(Key, isRepeat: Bool)
  /// A key went up, or the window lost the keyboard while the key was held.
  case keyUp(Key)
  /// The mouse moved to a new point.
  case mouseMoved(PixelPoint)
  /// A mouse button went down.
  case mouseDown(MouseButton, PixelPoint)
  /// A mouse button went up.
  case mouseUp(MouseButton, PixelPoint)
  /// The wheel turned, in notches to the right and away from the user; fractional if the wheel
  /// supports it.
  case wheel(x: Float, y: Float)
  /// A controller was connected.
  case controllerAdded(Int)
  /// A controller was disconnected.
  case controllerRemoved(Int)
  /// A button went down.
  case controllerButtonDown(ControllerButton, controller: Int)
  /// A button went up.
  case controllerButtonUp(ControllerButton, controller: Int)
  /// An axis moved. The value is raw, without a dead zone.
  case controllerAxis(ControllerAxis, value: Float, controller: Int)
  /// The output has a new size.
  case resized(PixelSize)
  /// The window was minimised or hidden. No frame is drawn until the window is `restored`; the next
  /// frame then gets both events.
  case minimised
  /// The window can be seen again.
  case restored
  /// The window got the keyboard focus.
  case focusGained
  /// The window lost the keyboard focus; the loop continues.
  case focusLost
  /// Render-target textures lost their contents.
  case renderTargetsReset
  /// All textures lost their contents.
  case deviceReset
  /// SIGUSR1 was received, with `LoopOptions.noticesUserSignal`. The program should print
  /// `Window.statistics.report`.
  case statisticsRequested
  /// The loop ends after this frame.
  case quit(QuitReason)
}

/// The source of a request to end the program.
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
