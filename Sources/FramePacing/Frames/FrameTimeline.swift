// SPDX-License-Identifier: Apache-2.0

/// What a loop knows when it begins a frame.
public struct FrameReading: Hashable, Sendable {
  /// Nanoseconds of the clock.
  public var now: Int64
  /// When the picture will be seen, as predicted: nanoseconds of the clock.
  public var presentation: Int64
  /// Seconds between two refreshes.
  public var refreshPeriod: Double
  /// The same, as reported; nil where nothing is.
  public var reportedPeriod: Double?
  /// Whole refresh periods without a frame.
  public var missed = 0
  /// Whether the loop knows that it stood still, whatever the times say.
  public var hasStalled = false
  /// What holds the loop.
  public var mode = PacingMode.timer(.asked)

  /// A reading of a picture that is seen at `presentation`; by default at once.
  public init(now: Int64, presentation: Int64? = nil, refreshPeriod: Double) {
    self.now = now
    self.presentation = presentation ?? now
    self.refreshPeriod = refreshPeriod
  }
}

/// Numbers the frames and gives each its time.
public struct FrameTimeline: Hashable, Sendable {
  private enum Source: Hashable, Sendable {
    /// Nanoseconds of a clock, less the pauses and stalls; nil before the first frame.
    case clock(start: Int64?)
    /// Frame n at exactly n / rate: no clock at all.
    case fixed(FrameRate)
  }

  private var source: Source
  private let rule: StallRule
  private let longestAdvance: Int64
  private var isResuming = false
  private var number = 0
  private var last: Int64 = 0
  private var lastNow: Int64 = 0
  private var firstPresentation: Int64 = 0

  private init(source: Source, rule: StallRule, longestAdvance: Int64) {
    self.source = source
    self.rule = rule
    self.longestAdvance = longestAdvance
  }

  /// Frames at the times of a clock, whatever it does: the first frame's time is 0.
  public static var followingClock: FrameTimeline {
    FrameTimeline(source: .clock(start: nil), rule: .wallClock, longestAdvance: .max)
  }

  /// Frames at the times of a clock, and a rule for when it jumps: the first frame's time is 0.
  /// - Parameter longestAdvance: Seconds from frame to frame above which the loop stood still; or
  ///   two refresh periods, where that is more. Default 0.25: longer than any frame should take.
  /// - Precondition: `longestAdvance` is in 0.001...1e9.
  public static func followingClock(
    stalls rule: StallRule, longestAdvance: Double = 0.25
  ) -> FrameTimeline {
    precondition(
      longestAdvance >= 0.001 && longestAdvance <= 1e9,
      "a longest advance of \(longestAdvance) s: must be in 0.001...1e9")
    return FrameTimeline(
      source: .clock(start: nil), rule: rule, longestAdvance: Int64(longestAdvance * 1e9))
  }

  /// Frame n at `Double(n) / rate.hertz` whatever the clock says: the same in every run.
  public static func fixed(_ rate: FrameRate) -> FrameTimeline {
    FrameTimeline(source: .fixed(rate), rule: .wallClock, longestAdvance: .max)
  }

  /// The next frame, seen at once.
  /// - Parameter now: The clock's nanoseconds. Not looked at by a fixed timeline.
  /// - Parameter refreshPeriod: Seconds; told to the program. A fixed timeline tells its own.
  /// - Parameter missed: Whole refresh periods without a frame; told to the program.
  public mutating func next(at now: Int64, refreshPeriod: Double, missed: Int = 0) -> Frame {
    var reading = FrameReading(now: now, refreshPeriod: refreshPeriod)
    reading.missed = missed
    return next(reading)
  }

  /// The next frame.
  ///
  /// Its time is at most one and a half times as far from the frame before as the clock is, or as a
  /// period is long: a prediction that has to catch up takes more than one frame for it. It is later
  /// than that of the frame before, by a nanosecond at least, also where the clock goes back: that
  /// counts as a stall.
  public mutating func next(_ reading: FrameReading) -> Frame {
    defer { number += 1 }
    switch source {
    case .fixed(let rate):
      let time = Double(number) / rate.hertz
      let before = Double(max(number - 1, 0)) / rate.hertz
      return Frame(
        number: number, time: time, delta: time - before, refreshPeriod: rate.period,
        mode: reading.mode)
    case .clock(nil):
      source = .clock(start: reading.presentation)
      firstPresentation = reading.presentation
      lastNow = reading.now
      return frame(reading, at: 0, isAfterStall: false)
    case .clock(let start?):
      return following(reading, start)
    }
  }

  private mutating func following(_ reading: FrameReading, _ start: Int64) -> Frame {
    let period = max(Int64((reading.refreshPeriod * 1e9).rounded()), 1)
    var elapsed = reading.presentation - start
    let advance = elapsed - last
    // What the step should be about: the time that passed, or a period where that was less.
    let base = max(reading.now - lastNow, period)
    let longest = max(longestAdvance, period.multipliedReportingOverflow(by: 2).partialValue)
    let isStall =
      !isResuming && (reading.hasStalled || advance > longest || advance < -longest)
    if isResuming || isStall && (rule == .resume || advance <= 0) {
      elapsed = last + period
    } else if advance <= 0 {
      // A correction of the grid: the next frame is ahead again.
      elapsed = last + 1
    } else if !isStall, advance - base > base / 2 {
      // The prediction catches up with a display that became slower: not in one step.
      elapsed = last + base + base / 2
    }
    if isStall || isResuming { source = .clock(start: reading.presentation - elapsed) }
    defer {
      last = elapsed
      isResuming = false
      lastNow = reading.now
    }
    return frame(reading, at: elapsed, isAfterStall: isStall)
  }

  private func frame(_ reading: FrameReading, at elapsed: Int64, isAfterStall: Bool) -> Frame {
    Frame(
      number: number, time: Double(elapsed) / 1e9, delta: Double(elapsed - last) / 1e9,
      refreshPeriod: reading.refreshPeriod, missed: reading.missed,
      rawDelta: Double(max(reading.now - lastNow, 0)) / 1e9,
      presentationTime: Double(reading.presentation - firstPresentation) / 1e9,
      reportedPeriod: reading.reportedPeriod, isAfterStall: isAfterStall, mode: reading.mode)
  }

  /// Tells that nothing is drawn until the next frame: its time is one period after the last.
  ///
  /// Without effect before the first frame, and on a fixed timeline.
  public mutating func pause() {
    if case .clock(.some) = source { isResuming = true }
  }

  /// Takes `nanoseconds` out of the time that passes: a pause in which nothing was drawn.
  ///
  /// The next frame's time is as if the pause had not been. Without effect before the first frame,
  /// and on a fixed timeline.
  /// - Precondition: `nanoseconds` is not negative.
  public mutating func skip(nanoseconds: Int64) {
    precondition(nanoseconds >= 0, "a pause of \(nanoseconds) ns")
    if case .clock(let start?) = source {
      source = .clock(start: start + nanoseconds)
    }
  }
}
