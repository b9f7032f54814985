// SPDX-License-Identifier: Apache-2.0

public import FramePacing

/// How a loop runs: all options of `FrameLoopOptions` by their own names, such as `timing`, and
/// those of the window.
///
/// `latchesLate` takes the reports of when pictures were shown from Wayland's `wp_presentation`.
@dynamicMemberLookup
public struct LoopOptions: Hashable, Sendable {
  /// The options that concern the frames' times.
  public var frames = FrameLoopOptions()
  /// The loop ends after so many frames; nil, the default, for no limit.
  public var frameLimit: Int?
  /// Whether the Escape key ends the loop; default yes.
  public var escapeQuits = true
  /// Whether SIGUSR1 is reported as the event `statisticsRequested`; default no: the signal then does
  /// what it did before.
  ///
  /// While the window is hidden no frame is drawn: the first one afterwards gets the event.
  public var noticesUserSignal = false

  /// Options with the defaults above.
  public init() {}

  /// An option of the frames.
  public subscript<Value>(dynamicMember option: WritableKeyPath<FrameLoopOptions, Value>) -> Value {
    get { frames[keyPath: option] }
    set { frames[keyPath: option] = newValue }
  }
}

/// What a frame's body wants next.
public enum LoopDecision: Hashable, Sendable {
  /// Another frame.
  case `continue`
  /// Nothing moves: draw again after the next input.
  ///
  /// Until then the loop sleeps and `Frame.time` does not pass. A key press is on the screen
  /// within a millisecond.
  case wait
  /// Nothing that is shown changes before this `Frame.time`, in seconds: draw again then, or after
  /// the next input.
  ///
  /// Until then the loop sleeps, and `Frame.time` passes.
  case waitUntil(Double)
  /// This picture is shown, then the loop ends.
  case stop
}

/// Why a loop ended.
public enum LoopEnd: Hashable, Sendable {
  /// The program was ended from outside; it should exit with status 0.
  case quit(QuitReason)
  /// The body said `stop`.
  case stopped
  /// As many frames were drawn as the options allow.
  case frameLimit
  /// There is nothing left to draw on; the program's state and the window's statistics are as the
  /// last frame left them.
  ///
  /// After the loss of the connection SDL cannot be used again in this process.
  case displayLost(DisplayLoss)

  /// What a program should exit with: 70 when the display or the window was lost, otherwise 0.
  public var exitStatus: Int32 {
    if case .displayLost = self { 70 } else { 0 }
  }
}
