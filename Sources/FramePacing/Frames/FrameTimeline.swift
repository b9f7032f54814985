// SPDX-License-Identifier: Apache-2.0

/// The loop's measurements at the start of a frame.
///
/// All times are nanoseconds of the clock.
package struct FrameReading: Hashable, Sendable {
  /// The start of the frame.
  package var now: Int64
  /// The predicted time at which the frame's picture is seen.
  package var prediction: DisplayClock.Prediction
  /// Seconds between two refreshes.
  package var refreshPeriod: Double
  /// The usual number of refreshes per frame.
  package var refreshes = 1
  /// The reported period in seconds; nil if none is reported.
  package var reportedPeriod: Double?
  /// Whole refresh periods without a frame.
  package var missed = 0
  /// Whether the loop's `StallDetector` found a stall before this frame.
  package var hasStalled = false
  /// The source of the loop's rate.
  package var mode = PacingMode.timer(.requested)

  /// A reading whose picture is expected to be seen at `seen`; by default at `now`.
  package init(now: Int64, seen: Int64? = nil, refreshPeriod: Double) {
    self.now = now
    prediction = DisplayClock.Prediction(seen: seen ?? now)
    self.refreshPeriod = refreshPeriod
  }
}

/// Numbers the frames and computes `Frame.time`.
///
/// No other type decides that time.
///
/// The time follows the clock, smoothed by at most a period. `FrameReading.prediction` gives the
/// step from one frame to the next. Without a prediction, the step is the time that has passed on
/// the clock, rounded to whole periods if there is a period. The sum of all steps stays within two
/// frame periods of the clock's time; `lead` is the difference. Frame time excludes only pauses, in
/// which the loop draws nothing, and, according to the `StallRule`, stalls, in which the process
/// does not run.
package struct FrameTimeline: Hashable, Sendable {
  private let rule: StallRule
  /// The rate with which frame n has exactly the time n / rate; nil if frames follow the clock.
  private let fixed: FrameRate?
  private var isResuming = false
  /// Whether a pause or a stall preceded the last frame.
  private var isExcluding = false
  private var number = 0
  /// The time, the start and the prediction of the last frame.
  private var lastTime: Int64 = 0
  private var lastNow: Int64 = 0
  private var lastSeen: Int64 = 0
  private var firstSeen: Int64 = 0
  /// Nanoseconds by which frame time is ahead of the clock; excluded pauses and stalls do not
  /// count.
  private var lead: Int64 = 0
  /// Nanoseconds of stalls since the last frame, which frame time excludes already.
  private var excluded: Int64 = 0
  /// The sum of all time shifts, in nanoseconds.
  private var shift: Int64 = 0

  /// The valid clock range in nanoseconds: 126 years in both directions.
  private static let times =
    -4_000_000_000_000_000_000...4_000_000_000_000_000_000 as ClosedRange<Int64>
  /// The shortest step without a period: 1 µs, the resolution of a `Double` at 126 years.
  private static let shortestStep: Int64 = 1000
  /// Nanoseconds by which steps were lengthened to the least step; later steps are shorter by them.
  private var owed: Int64 = 0

  /// Frames from time 0 that follow the clock, with a rule for stalls; or, with a `fixed` rate,
  /// frame n at `Double(n) / fixed.hertz`, independent of the clock and equal in every run.
  package init(stalls rule: StallRule, fixed: FrameRate? = nil) {
    (self.rule, self.fixed) = (rule, fixed)
  }

  /// The next frame.
  ///
  /// Its time is at least a quarter of a period later than the previous frame's, so that a program
  /// may divide by `Frame.delta`. The next step is shorter by the same time. In mode `measured`, the
  /// least step is at most half of the time since the previous frame. If frame time is already a
  /// period ahead for this reason, because the clock went back or the program pauses many times in
  /// a period, the least step is 1 µs.
  /// - Precondition: The reading's times are within 4e18 ns (126 years) of 0, and its period is in
  ///   0...1e9 seconds.
  package mutating func next(_ reading: FrameReading) -> Frame {
    require("a frame's begin", reading.now, in: Self.times, unit: " ns")
    require("a frame's presentation", reading.prediction.seen, in: Self.times, unit: " ns")
    require("a refresh period", reading.refreshPeriod, in: 0...1e9, unit: " s")
    defer { number += 1 }
    if let fixed {
      let time = Double(number) / fixed.hertz
      return Frame(
        number: number, time: time + Double(shift) / 1e9,
        delta: time - Double(max(number - 1, 0)) / fixed.hertz, refreshPeriod: fixed.period,
        mode: reading.mode)
    }
    defer {
      (lastNow, lastSeen) = (reading.now, reading.prediction.seen)
      (isResuming, excluded) = (false, 0)
    }
    guard number > 0 else {
      firstSeen = reading.prediction.seen
      lead = firstSeen - reading.now
      return frame(reading, step: 0)
    }
    let step = lengthened(step(reading), reading)
    lastTime += step
    return frame(reading, step: step)
  }

  /// The step from the previous frame, in nanoseconds of frame time.
  private mutating func step(_ reading: FrameReading) -> Int64 {
    let period = max(Int64((reading.refreshPeriod * 1e9).rounded()), 1)
    let passed = reading.now - lastNow - excluded
    let isPause = isResuming && passed > period
    let wasExcluding = isExcluding
    isExcluding = reading.hasStalled || isPause
    if isExcluding {
      let isWhole = reading.hasStalled && (rule == .wallClock || excluded > 0)
      return isWhole && !isResuming && passed > 0 ? passed : period
    }
    var step = reading.prediction.step ?? (reading.prediction.seen - lastSeen)
    if !reading.prediction.isContinued {
      step = reading.mode.hasPeriod ? max((passed + period / 2) / period, 1) * period : passed
      // The previous frame was the first after a pause or a stall. The difference of this step from
      // the clock still belongs to that gap, and is not made up later.
      if wasExcluding { return step }
    }
    let ahead = lead + step - passed
    let limit = period * Int64(reading.refreshes + 1) - owed
    lead = min(max(ahead, min(lead, 0)), max(lead, limit))
    step += lead - ahead
    return step
  }

  /// The step, but at least the least step, minus the time by which earlier steps were lengthened.
  private mutating func lengthened(_ step: Int64, _ reading: FrameReading) -> Int64 {
    let period = Int64((reading.refreshPeriod * 1e9).rounded())
    var least = owed < period ? period / 4 : 0
    // Before the period is known, the reported one may be far longer.
    if !reading.mode.hasPeriod { least = min(least, (reading.now - lastNow) / 2) }
    least = max(least, Self.shortestStep)
    let result = max(step - owed, least)
    owed += result - step
    return result
  }

  private func frame(_ reading: FrameReading, step: Int64) -> Frame {
    let passed = number > 0 ? reading.now - lastNow : 0
    return Frame(
      number: number, time: Double(lastTime + shift) / 1e9, delta: Double(step) / 1e9,
      refreshPeriod: reading.refreshPeriod, missed: reading.missed,
      rawDelta: Double(max(passed, 0)) / 1e9,
      presentationTime: Double(reading.prediction.seen - firstSeen) / 1e9,
      reportedPeriod: reading.reportedPeriod, isAfterStall: reading.hasStalled, mode: reading.mode)
  }

  /// The clock time at which a frame of this time is seen, in nanoseconds; clamped to ±4e18.
  ///
  /// The result is valid if no pause or stall comes in between. NaN counts as infinity: never.
  func presentation(ofTime seconds: Double) -> Int64 {
    let limit = Int128(Self.times.upperBound)
    guard fixed == nil, number > 0, seconds < 1e10 else { return Int64(limit) }
    let elapsed = Int128((max(seconds, -1e10) * 1e9).rounded())
    let since = elapsed - Int128(shift) - Int128(lastTime)
    return Int64(min(max(Int128(lastSeen) + Int128(excluded) + since, -limit), limit))
  }

  /// Shifts the time of later frames; their `delta` is unaffected.
  /// - Parameter nanoseconds: The shift; negative for earlier times.
  /// - Throws: `FramePacingError.invalidShift` if the sum of all shifts is not within 4e18 ns.
  package mutating func shift(by nanoseconds: Int64) throws(FramePacingError) {
    let (sum, isTooFar) = shift.addingReportingOverflow(nanoseconds)
    guard !isTooFar, Self.times.contains(sum) else {
      throw .invalidShift(nanoseconds: nanoseconds)
    }
    shift = sum
  }

  /// Excludes a stall during a sleep from frame time, if the rule is `resume`.
  ///
  /// The rest of the sleep passes in frame time.
  /// - Parameter nanoseconds: The length of the stall; not negative.
  package mutating func stalled(for nanoseconds: Int64) {
    if rule == .resume { excluded += nanoseconds }
  }

  /// Begins a pause.
  ///
  /// The next frame's time is one period after the last frame's, or less if less time has passed.
  package mutating func pause() { isResuming = true }
}
