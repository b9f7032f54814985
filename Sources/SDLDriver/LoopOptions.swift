// SPDX-License-Identifier: Apache-2.0

public import FramePacing

/// How a loop runs.
public struct LoopOptions: Hashable, Sendable {
  /// What makes the time of the frames, and what holds the loop to its rate.
  public enum Timing: Hashable, Sendable {
    /// The display where presenting waits for it, otherwise a timer at the display's rate, or at
    /// 60 Hz where it tells none.
    case display
    /// A timer at this rate, whatever the display does.
    case timer(FrameRate)
    /// Frame n at exactly n / rate, as fast as the machine can: the same in every run.
    case virtual(FrameRate)
  }

  /// Default: the display.
  public var timing = Timing.display
  /// The loop ends after so many frames; nil, the default, for no limit.
  public var frameLimit: Int?
  /// Whether the Escape key ends the loop; default yes.
  public var escapeQuits = true

  /// Options with the defaults above.
  public init() {}
}

/// What a frame's body wants next.
public enum LoopDecision: Hashable, Sendable {
  /// Another frame.
  case `continue`
  /// This picture is shown, then the loop ends.
  case stop
}

/// Why a loop ended.
public enum LoopEnd: Hashable, Sendable {
  /// Somebody outside the program ended it; it should exit with status 0.
  case quit(QuitReason)
  /// The body said `stop`.
  case stopped
  /// As many frames were drawn as the options allow.
  case frameLimit
}
