// SPDX-License-Identifier: Apache-2.0

/// What a program needs to know of the frame that it draws now.
public struct Frame: Hashable, Sendable {
  /// Which frame this is, counted from 0.
  public let number: Int
  /// Seconds of animation time at which this picture will be seen; 0 for the first frame, always
  /// increasing.
  ///
  /// Draw for this time. It is the predicted time of presentation less all pauses and stalls, so
  /// that its steps are the display's, without the noise of waking up. Rounded once, from integer
  /// nanoseconds: exact to the nanosecond for months.
  public let time: Double
  /// Seconds of animation time since the frame before; 0 for the first.
  public let delta: Double
  /// Seconds since the frame before by the clock, noise, pauses and stalls and all; 0 for the
  /// first.
  public let rawDelta: Double
  /// Seconds from the first frame's presentation to this one's, as predicted; pauses and stalls
  /// included.
  public let presentationTime: Double
  /// Seconds between two pictures of the display, measured where the mode is `locked`, or of the
  /// timer that replaces it.
  ///
  /// Where the mode is `measured`: what the display reports, or, once it is taken to have no
  /// period, the median of the last intervals.
  public let refreshPeriod: Double
  /// The period that the display reports, in seconds, a hint; nil where it reports none.
  public let reportedPeriod: Double?
  /// Whole refresh periods that passed without a frame since the frame before; 0 where none is known
  /// (`measured`).
  public let missed: Int
  /// Whether the loop stalled before this frame: stopped, suspended, out of sight.
  ///
  /// What `time` made of it is the loop's `StallRule`.
  public let isAfterStall: Bool
  /// What holds the loop to its rate.
  public let mode: PacingMode

  /// A frame; loops make these, and tests.
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

/// What the time does when the loop stalled for longer than `longestAdvance`.
public enum StallRule: Hashable, Sendable {
  /// It goes on where the picture stopped, by one refresh period: nothing jumps.
  case resume
  /// It jumps to where it would be: animations that follow a music or another machine stay in step.
  case wallClock
}
