// SPDX-License-Identifier: Apache-2.0

/// The source of a loop's rate and of its frames' time.
public enum FrameTiming: Hashable, Sendable {
  /// The display if presenting waits for it; otherwise a timer at the display's rate, or at 60 Hz
  /// without a report.
  case display
  /// A timer at the display's reported rate, even if presenting could wait: lower latency, but
  /// pictures may tear.
  case displayRate
  /// A timer at this rate, independent of the display.
  case timer(FrameRate)
  /// Frame n at exactly n / rate, as fast as the machine can; equal in every run.
  case virtual(FrameRate)
}

/// The options of a `FrameLoop`.
public struct FrameLoopOptions: Hashable, Sendable {
  /// The source of the rate; default: the display.
  public var timing = FrameTiming.display
  /// Whether to delay a frame, if presenting waits for the display, until just enough time is left
  /// for it, and to take the input then; default no.
  ///
  /// Input is more recent, at the risk of a missed refresh; after a miss, the next 60 frames take
  /// it early. If `FrameLoop.shown` is called, the loop learns the necessary time, and about one
  /// picture in five hundred is late.
  public var latchesLate = false
  /// Whether pictures are presented exactly on the lines of a timer's grid, at even intervals;
  /// default no: a picture is presented when it is drawn.
  ///
  /// A frame then begins before its line by the longest recent drawing time, and
  /// `FrameLoop.waitToPresent` holds its picture until the line. No effect if presenting waits for
  /// the display, and none on `Frame.time`.
  public var presentsOnTime = false
  /// The continuation of `Frame.time` after a stall; default: resume from the last frame's time.
  public var stalls = StallRule.resume
  /// Seconds between two frames above which the loop has stalled; 0.001...1e9; default 0.25, with
  /// the reason in `StallDetector`.
  ///
  /// Two periods of the loop, or of the rate of `whenUnfocused`, are never a stall.
  public var longestAdvance = StallDetector.defaultLongestAdvance
  /// The reaction to losing the keyboard focus; default: none.
  public var whenUnfocused = FocusPolicy.keepsRunning

  /// Options with these defaults.
  public init() {}
}
