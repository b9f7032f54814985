// SPDX-License-Identifier: Apache-2.0

/// The frame to draw now, with its times.
public struct Frame: Hashable, Sendable {
  /// The frame's number, from 0.
  public let number: Int
  /// The animation time in seconds at which this picture will be seen.
  ///
  /// Draw the state at this time. The time is 0 for the first frame and always increases. It is the
  /// predicted presentation time minus all pauses and stalls, so its steps are as even as the
  /// display's; late wake-ups do not show in them. The time is rounded only once, from integer
  /// nanoseconds, so it is exact to the nanosecond for months.
  public let time: Double
  /// Seconds of animation time since the previous frame; 0 for the first.
  ///
  /// Later frames have at least a quarter of `refreshPeriod`, unless the clock went back, the loop
  /// was paused within a period, or, in mode `measured`, frames come that fast.
  public let delta: Double
  /// Seconds of clock time since the previous frame, including noise, pauses and stalls; 0 for the
  /// first.
  public let rawDelta: Double
  /// Predicted seconds from the first frame's presentation to this one's, including pauses and
  /// stalls.
  public let presentationTime: Double
  /// Seconds between two refreshes: measured in mode `locked`, or the period of the timer.
  ///
  /// In mode `measured`, this is the period reported by the display, or, if the display is
  /// classified as variable, the median of the last intervals.
  public let refreshPeriod: Double
  /// The period reported by the display, in seconds, as a hint; nil if it reports none.
  public let reportedPeriod: Double?
  /// Whole refresh periods without a frame since the previous frame; 0 in mode `measured`, because
  /// no period is known.
  public let missed: Int
  /// Whether the loop stalled before this frame: the process was stopped, suspended or debugged.
  ///
  /// The loop's `StallRule` decides how `time` continues.
  public let isAfterStall: Bool
  /// The source of the loop's rate.
  public let mode: PacingMode

  /// A frame; made by loops and tests.
  public init(
    number: Int, time: Double, delta: Double, refreshPeriod: Double, missed: Int = 0,
    rawDelta: Double? = nil, presentationTime: Double? = nil, reportedPeriod: Double? = nil,
    isAfterStall: Bool = false, mode: PacingMode = .timer(.requested)
  ) {
    self.number = number
    self.time = time
    self.delta = delta
    self.refreshPeriod = refreshPeriod
    self.missed = missed
    self.rawDelta = rawDelta ?? delta
    self.presentationTime = presentationTime ?? time
    self.reportedPeriod = reportedPeriod
    self.isAfterStall = isAfterStall
    self.mode = mode
  }
}

/// The continuation of `Frame.time` after a stall, a gap of more than `longestAdvance` between
/// frames.
public enum StallRule: Hashable, Sendable {
  /// Frame time continues one refresh period after the last frame's time, without a jump.
  case resume
  /// Frame time jumps by the time that has passed, so that animations stay in step with music or
  /// another machine.
  case wallClock
}
