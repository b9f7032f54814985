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
  /// Whether the loop stalled before this frame, as its `StallDetector` found.
  public var hasStalled = false
  /// What holds the loop.
  public var mode = PacingMode.timer(.requested)

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
  private var isResuming = false
  private var number = 0
  private var last: Int64 = 0
  private var lastNow: Int64 = 0
  private var firstPresentation: Int64 = 0
  /// Nanoseconds by which the frames' times were moved.
  private var shift: Int64 = 0

  /// The nanoseconds of a clock that are counted with: 126 years to both sides.
  private static let times =
    -4_000_000_000_000_000_000...4_000_000_000_000_000_000 as ClosedRange<Int64>

  private init(source: Source, rule: StallRule) {
    self.source = source
    self.rule = rule
  }

  /// Frames at the times of a clock, stalls too: the first frame's time is 0.
  public static var followingClock: FrameTimeline { followingClock(stalls: .wallClock) }

  /// Frames at the times of a clock, and a rule for stalls: the first frame's time is 0.
  ///
  /// The timeline does not look for stalls: the reading says whether there was one, as the loop's
  /// pacer found with its `StallDetector`.
  /// - Parameter rule: What a stall does to the frames' time.
  public static func followingClock(stalls rule: StallRule) -> FrameTimeline {
    FrameTimeline(source: .clock(start: nil), rule: rule)
  }

  /// Frame n at `Double(n) / rate.hertz` whatever the clock shows: the same in every run.
  public static func fixed(_ rate: FrameRate) -> FrameTimeline {
    FrameTimeline(source: .fixed(rate), rule: .wallClock)
  }

  /// The next frame, seen at once.
  /// - Parameter now: The clock's nanoseconds. Not looked at by a fixed timeline.
  /// - Parameter refreshPeriod: Seconds; becomes `Frame.refreshPeriod`. A fixed timeline reports
  ///   its own.
  /// - Parameter missed: Whole refresh periods without a frame; becomes `Frame.missed`.
  public mutating func next(at now: Int64, refreshPeriod: Double, missed: Int = 0) -> Frame {
    var reading = FrameReading(now: now, refreshPeriod: refreshPeriod)
    reading.missed = missed
    return next(reading)
  }

  /// The next frame.
  ///
  /// Its time is at most one and a half times as far from the frame before as the clock is, or as a
  /// period is long: a prediction that has to catch up takes more than one frame for it. It is
  /// later than that of the frame before, by a nanosecond at least, also where the clock goes back.
  /// - Precondition: The reading's times are within 4e18 ns (126 years) of 0, its period is in
  ///   0...1e9 seconds. `next(validating:)` throws instead.
  public mutating func next(_ reading: FrameReading) -> Frame {
    trapping { () throws(FramePacingError) in try next(validating: reading) }
  }

  /// The next frame, of a reading from outside.
  /// - Throws: `FramePacingError.invalidValue` where `next(_:)` traps; no frame is counted then.
  public mutating func next(validating reading: FrameReading) throws(FramePacingError) -> Frame {
    try validate("a frame's begin", reading.now, in: Self.times, unit: " ns")
    try validate("a frame's presentation", reading.presentation, in: Self.times, unit: " ns")
    try validate("a refresh period", reading.refreshPeriod, in: 0...1e9, unit: " s")
    defer { number += 1 }
    switch source {
    case .fixed(let rate):
      let time = Double(number) / rate.hertz + Double(shift) / 1e9
      let before = Double(max(number - 1, 0)) / rate.hertz
      return Frame(
        number: number, time: time, delta: Double(number) / rate.hertz - before,
        refreshPeriod: rate.period,
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
    let isStall = !isResuming && reading.hasStalled
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
      number: number, time: Double(elapsed + shift) / 1e9, delta: Double(elapsed - last) / 1e9,
      refreshPeriod: reading.refreshPeriod, missed: reading.missed,
      rawDelta: Double(max(reading.now - lastNow, 0)) / 1e9,
      presentationTime: Double(reading.presentation - firstPresentation) / 1e9,
      reportedPeriod: reading.reportedPeriod, isAfterStall: isAfterStall, mode: reading.mode)
  }

  /// When a picture is seen whose frame has this time, in nanoseconds of the clock, within 4e18.
  ///
  /// That is while there is no pause or stall. NaN is as infinity: never.
  func presentation(ofTime seconds: Double) -> Int64 {
    let limit = Int128(Self.times.upperBound)
    guard case .clock(let start?) = source, seconds < 1e10 else { return Int64(limit) }
    let elapsed = Int128((max(seconds, -1e10) * 1e9).rounded())
    return Int64(min(max(elapsed - Int128(shift) + Int128(start), -limit), limit))
  }

  /// Moves the time of the frames to come, without a step: their `delta` stays what it is.
  /// - Parameter nanoseconds: How much later their `time` is, or earlier where negative.
  /// - Precondition: All moves together are within 4e18 ns. `shift(validating:)` throws instead.
  public mutating func shift(by nanoseconds: Int64) {
    trapping { () throws(FramePacingError) in try shift(validating: nanoseconds) }
  }

  /// Moves the time of the frames to come by a number of nanoseconds from outside.
  /// - Throws: `FramePacingError.invalidValue` where `shift(by:)` traps.
  public mutating func shift(validating nanoseconds: Int64) throws(FramePacingError) {
    let (sum, isTooFar) = shift.addingReportingOverflow(nanoseconds)
    try validate("a timeline's shift", isTooFar ? .max : sum, in: Self.times, unit: " ns")
    shift = sum
  }

  /// Begins a pause in which nothing is drawn: the next frame's time is one period after the last.
  ///
  /// Without effect before the first frame, and on a fixed timeline.
  public mutating func pause() {
    if case .clock(.some) = source { isResuming = true }
  }

  /// Takes `nanoseconds` out of the time that passes: a pause in which nothing was drawn.
  ///
  /// The next frame's time is as if the pause had not been. Without effect before the first frame,
  /// and on a fixed timeline.
  /// - Precondition: `nanoseconds` is in 0...4e18. `skip(validating:)` throws instead.
  public mutating func skip(nanoseconds: Int64) {
    trapping { () throws(FramePacingError) in try skip(validating: nanoseconds) }
  }

  /// Takes a pause of a length from outside out of the time that passes.
  /// - Throws: `FramePacingError.invalidValue` where `skip(nanoseconds:)` traps.
  public mutating func skip(validating nanoseconds: Int64) throws(FramePacingError) {
    try validate("a pause", nanoseconds, in: 0...Self.times.upperBound, unit: " ns")
    if case .clock(let start?) = source {
      source = .clock(start: start &+ nanoseconds)
    }
  }
}
