// SPDX-License-Identifier: Apache-2.0

/// A loop's knowledge when it begins a frame.
///
/// All times are nanoseconds of the clock.
package struct FrameReading: Hashable, Sendable {
  /// When the frame begins.
  package var now: Int64
  /// When its picture will be seen, as predicted.
  package var prediction: DisplayClock.Prediction
  /// Seconds between two refreshes.
  package var refreshPeriod: Double
  /// How many refreshes a frame takes in most cases.
  package var refreshes = 1
  /// The same period, as reported; nil where nothing is.
  package var reportedPeriod: Double?
  /// Whole refresh periods without a frame.
  package var missed = 0
  /// Whether the loop stalled before this frame, as its `StallDetector` found.
  package var hasStalled = false
  /// What holds the loop.
  package var mode = PacingMode.timer(.requested)

  /// A reading of a picture that is seen at `seen`; by default at once.
  package init(now: Int64, seen: Int64? = nil, refreshPeriod: Double) {
    self.now = now
    prediction = DisplayClock.Prediction(seen: seen ?? now)
    self.refreshPeriod = refreshPeriod
  }
}

/// Numbers the frames and gives each its time: the one place that decides `Frame.time`.
///
/// The time is the clock's, smoothed by at most a period: a step is as long as was predicted, and
/// without a prediction as long as the clock's, in whole periods where the display has one. The sum
/// of all steps stays within two periods of what the clock passed; `lead` is the difference. Only a
/// stall (by the `StallRule`) and a pause take time out.
package struct FrameTimeline: Hashable, Sendable {
  private let rule: StallRule
  /// Frame n at exactly n / rate, with no clock at all; nil for the clock's times.
  private let fixed: FrameRate?
  private var isResuming = false
  /// Whether a pause or a stall was before the last frame.
  private var isTakingOut = false
  private var number = 0
  /// The time of the last frame, its begin and its prediction.
  private var lastTime: Int64 = 0
  private var lastNow: Int64 = 0
  private var lastSeen: Int64 = 0
  private var firstSeen: Int64 = 0
  /// How far the time is ahead of the clock, pauses and stalls taken out.
  private var lead: Int64 = 0
  /// Nanoseconds since the last frame that a stall took out already.
  private var takenOut: Int64 = 0
  /// Nanoseconds by which the frames' times were moved.
  private var shift: Int64 = 0

  /// The nanoseconds of a clock that are counted with: 126 years to both sides.
  private static let times =
    -4_000_000_000_000_000_000...4_000_000_000_000_000_000 as ClosedRange<Int64>
  /// The shortest step: 1 µs, which shows in a `Double` of 126 years.
  private static let shortestStep: Int64 = 1000

  private init(_ rule: StallRule, fixed: FrameRate?) {
    self.rule = rule
    self.fixed = fixed
  }

  /// Frames at the times of a clock, and a rule for stalls: the first frame's time is 0.
  package static func followingClock(stalls rule: StallRule) -> FrameTimeline {
    FrameTimeline(rule, fixed: nil)
  }

  /// Frame n at `Double(n) / rate.hertz` whatever the clock shows: the same in every run.
  package static func fixed(_ rate: FrameRate) -> FrameTimeline {
    FrameTimeline(.wallClock, fixed: rate)
  }

  /// The next frame.
  ///
  /// Its time is later than that of the frame before, by a microsecond at least, also where the
  /// clock goes back.
  /// - Precondition: The reading's times are within 4e18 ns (126 years) of 0, its period is in
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
      (isResuming, takenOut) = (false, 0)
    }
    guard number > 0 else {
      firstSeen = reading.prediction.seen
      lead = firstSeen - reading.now
      return frame(reading, step: 0)
    }
    let step = max(step(reading), Self.shortestStep)
    lastTime += step
    return frame(reading, step: step)
  }

  /// Nanoseconds from the frame before.
  private mutating func step(_ reading: FrameReading) -> Int64 {
    let period = max(Int64((reading.refreshPeriod * 1e9).rounded()), 1)
    let passed = reading.now - lastNow - takenOut
    let isPause = isResuming && passed > period
    let wasTakenOut = isTakingOut
    isTakingOut = reading.hasStalled || isPause
    if isTakingOut {
      let isWhole = reading.hasStalled && (rule == .wallClock || takenOut > 0)
      return isWhole && !isResuming && passed > 0 ? passed : period
    }
    var step = reading.prediction.step ?? (reading.prediction.seen - lastSeen)
    if !reading.prediction.isContinued {
      step = reading.mode.hasPeriod ? max((passed + period / 2) / period, 1) * period : passed
      // Only now the display shows where its refreshes lie: the pause ends with this frame.
      if wasTakenOut { return step }
    }
    let ahead = lead + step - passed
    let limit = period * Int64(reading.refreshes + 1)
    lead = min(max(ahead, min(lead, 0)), max(lead, limit))
    step += lead - ahead
    lead += max(Self.shortestStep - step, 0)
    return step
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

  /// When a picture is seen whose frame has this time, in nanoseconds of the clock, within 4e18.
  ///
  /// That is while there is no pause or stall. NaN is as infinity: never.
  func presentation(ofTime seconds: Double) -> Int64 {
    let limit = Int128(Self.times.upperBound)
    guard fixed == nil, number > 0, seconds < 1e10 else { return Int64(limit) }
    let elapsed = Int128((max(seconds, -1e10) * 1e9).rounded())
    let since = elapsed - Int128(shift) - Int128(lastTime)
    return Int64(min(max(Int128(lastSeen) + Int128(takenOut) + since, -limit), limit))
  }

  /// Moves the time of the frames to come, without a step: their `delta` stays what it is.
  /// - Parameter nanoseconds: How much later their `time` is, or earlier where negative.
  /// - Throws: `FramePacingError.invalidShift` if the sum of all shifts is not within 4e18 ns.
  package mutating func shift(by nanoseconds: Int64) throws(FramePacingError) {
    let (sum, isTooFar) = shift.addingReportingOverflow(nanoseconds)
    guard !isTooFar, Self.times.contains(sum) else {
      throw .invalidShift(nanoseconds: nanoseconds)
    }
    shift = sum
  }

  /// Takes a stall out of the time since the last frame, by the rule: what passed beside it, stays.
  /// - Parameter nanoseconds: How long the loop stalled in a sleep; not negative.
  package mutating func stalled(for nanoseconds: Int64) {
    if rule == .resume { takenOut += nanoseconds }
  }

  /// Begins a pause in which nothing is drawn: the next frame's time is one period after the last,
  /// or less where less time has passed.
  package mutating func pause() { isResuming = true }
}
