// SPDX-License-Identifier: Apache-2.0

/// The source of a loop's rate and of its frames' time.
public enum FrameTiming: Hashable, Sendable {
  /// The display if presenting waits for it; otherwise a timer at the display's rate, or at 60 Hz
  /// if the display reports none.
  case display
  /// A timer at the display's reported rate, even if presenting could wait. The latency is lower,
  /// but pictures may tear.
  case displayRate
  /// A timer at this rate, independent of the display.
  case timer(FrameRate)
  /// Frame n has exactly the time n / rate. Frames come as fast as the machine can draw them, and
  /// are equal in every run.
  case virtual(FrameRate)
}

/// The options of a `FrameLoop`.
public struct FrameLoopOptions: Hashable, Sendable {
  /// The source of the rate; default: the display.
  public var timing = FrameTiming.display
  /// Whether to take the input of a frame as late as possible; default no.
  ///
  /// If presenting waits for the display, the loop then delays a frame until just enough time is
  /// left to draw it, and input is more recent. The first 120 frames of a lock are not delayed, nor
  /// are frames after delays that cost pictures (`LatchGuard`), while pictures take several
  /// refreshes, or if the display seems at least 1.5 times slower than it reports. If
  /// `FrameLoop.shown` is called, the loop learns the necessary time, and about one picture in five
  /// hundred is late.
  public var latchesLate = false
  /// Whether pictures are presented exactly at a timer's regular times, the lines of its grid.
  ///
  /// Default no: a picture is presented when it is drawn. If yes, a frame begins earlier than its
  /// line of the grid: earlier by 0.5 ms plus the second longest of the last ten drawing times.
  /// `FrameLoop.waitToPresent` then holds the picture until the line. The option does not change
  /// `Frame.time`. It has no effect if presenting waits for the display.
  public var presentsOnTime = false
  /// The continuation of `Frame.time` after a stall; default: resume from the last frame's time.
  public var stalls = StallRule.resume
  /// The time between two frames, in seconds, above which the loop has stalled; 0.001...1e9;
  /// default 0.25.
  ///
  /// `StallDetector` gives the reason for the default. A time of at most two periods of the loop,
  /// or of the rate of `whenUnfocused`, is never a stall.
  public var longestAdvance = StallDetector.defaultLongestAdvance
  /// The reaction to losing the keyboard focus; default: none.
  public var whenUnfocused = FocusPolicy.keepsRunning

  /// Options with the defaults above.
  public init() {}
}
