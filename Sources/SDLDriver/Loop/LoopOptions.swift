// SPDX-License-Identifier: Apache-2.0

public import FramePacing

/// How a loop runs.
public struct LoopOptions: Hashable, Sendable {
  /// Default: the display.
  public var timing = FrameTiming.display
  /// Whether to wait, where presenting waits for the display, until just enough time is left for
  /// the frame, and take the input then; default no.
  ///
  /// Younger input, at the risk of a missed refresh; after one, the next 60 frames take it early. On
  /// Wayland, where the compositor reports when pictures were shown (wp_presentation), the loop
  /// learns how much time is enough, and one picture in some five hundred is late.
  public var latchesLate = false
  /// Whether pictures are presented on the lines of a timer's grid, at even intervals whatever
  /// drawing takes; default no: a picture is presented when it is drawn.
  ///
  /// A frame then begins as long before its line as drawing took at most of late, and its picture is
  /// held until the line. It has no effect where presenting waits for the display, and none on
  /// `Frame.time`.
  public var presentsOnTime = false
  /// What `Frame.time` does after the loop stalled; default: it resumes where it stopped.
  public var stalls = StallRule.resume
  /// Seconds from frame to frame above which there is a stall; default 0.25: `StallDetector`
  /// says why; 0.001...1e9.
  ///
  /// Two periods of the loop, and of the rate that `whenUnfocused` slows it to, are never a stall.
  public var longestAdvance = StallDetector.defaultLongestAdvance
  /// Default: another window's focus changes nothing.
  public var whenUnfocused = FocusPolicy.keepsRunning
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
