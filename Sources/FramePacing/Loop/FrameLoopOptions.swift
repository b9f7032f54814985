// SPDX-License-Identifier: Apache-2.0

/// What makes the time of a loop's frames, and what holds the loop to its rate.
public enum FrameTiming: Hashable, Sendable {
  /// The display where presenting waits for it, otherwise a timer at the display's rate, or at
  /// 60 Hz where it reports none.
  case display
  /// A timer at the rate that the display reports, also where presenting could wait for it:
  /// shorter from input to picture, and pictures may tear.
  case displayRate
  /// A timer at this rate, whatever the display does.
  case timer(FrameRate)
  /// Frame n at exactly n / rate, as fast as the machine can: the same in every run.
  case virtual(FrameRate)
}

/// How a `FrameLoop` runs.
public struct FrameLoopOptions: Hashable, Sendable {
  /// Default: the display.
  public var timing = FrameTiming.display
  /// Whether to wait, where presenting waits for the display, until just enough time is left for
  /// the frame, and take the input then; default no.
  ///
  /// Younger input, at the risk of a missed refresh; after one, the next 60 frames take it early.
  /// Where `FrameLoop.shown` is called, the loop learns how much time is enough, and one picture in
  /// some five hundred is late.
  public var latchesLate = false
  /// Whether pictures are presented on the lines of a timer's grid, at even intervals whatever
  /// drawing takes; default no: a picture is presented when it is drawn.
  ///
  /// A frame then begins as long before its line as drawing took at most of late, and its picture is
  /// held until the line, by `FrameLoop.waitToPresent`. It has no effect where presenting waits for
  /// the display, and none on `Frame.time`.
  public var presentsOnTime = false
  /// What `Frame.time` does after the loop stalled; default: it resumes where it stopped.
  public var stalls = StallRule.resume
  /// Seconds from frame to frame above which there is a stall; default 0.25: `StallDetector`
  /// says why; 0.001...1e9.
  ///
  /// Two periods of the loop, and of the rate that `whenUnfocused` slows it to, are never a stall.
  public var longestAdvance = StallDetector.defaultLongestAdvance
  /// What the loop does while another window has the keyboard; default: it goes on as before.
  public var whenUnfocused = FocusPolicy.keepsRunning

  /// Options with the defaults above.
  public init() {}
}
