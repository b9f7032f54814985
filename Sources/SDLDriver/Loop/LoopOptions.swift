// SPDX-License-Identifier: Apache-2.0

public import FramePacing

/// The options of a window's loop: its own options, and those of `FrameLoopOptions`, which are
/// available under the same names, such as `timing`.
///
/// The option `latchesLate` (take the input as late as possible) uses the presentation times that
/// Wayland's `wp_presentation` reports.
@dynamicMemberLookup
public struct LoopOptions: Hashable, Sendable {
  /// The options of frame timing.
  public var frames = FrameLoopOptions()
  /// The number of frames after which the loop ends; nil, the default, for no limit.
  public var frameLimit: Int?
  /// Whether the Escape key ends the loop; default yes.
  public var escapeQuits = true
  /// Whether SIGUSR1 is reported as the event `statisticsRequested`.
  ///
  /// The default is no: the loop then leaves the signal's action unchanged. While the window is
  /// hidden, no frame is drawn, so the first frame afterwards gets the event.
  public var noticesUserSignal = false

  /// Options with the defaults above.
  public init() {}

  /// An option of frame timing.
  public subscript<Value>(dynamicMember option: WritableKeyPath<FrameLoopOptions, Value>) -> Value {
    get { frames[keyPath: option] }
    set { frames[keyPath: option] = newValue }
  }
}

/// The result of a frame's body.
public enum LoopDecision: Hashable, Sendable {
  /// Draw another frame.
  case `continue`
  /// Nothing moves: draw the next frame after the next input.
  ///
  /// Until that input, the loop sleeps and `Frame.time` does not pass. A key press is on the screen
  /// within a millisecond.
  case wait
  /// The picture does not change before this `Frame.time` in seconds: draw at that time, or after
  /// the next input.
  ///
  /// Until then, the loop sleeps and `Frame.time` passes.
  case waitUntil(Double)
  /// Show this picture, then end the loop.
  case stop
}

/// The reason for a loop's end.
public enum LoopEnd: Hashable, Sendable {
  /// The user or the system ended the program, which should exit with code 0.
  case quit(QuitReason)
  /// The body returned `stop`.
  case stopped
  /// The options' frame limit was reached.
  case frameLimit
  /// The window or the display is lost; the program's state and the window's statistics are those
  /// of the last frame.
  ///
  /// After the loss of the connection, SDL cannot be used again in this process.
  case displayLost(DisplayLoss)
}
