// SPDX-License-Identifier: Apache-2.0

/// Decides the source of a loop's rate and when the next frame is due, and predicts when the frame
/// will be seen.
///
/// A pacer is pure: times are arguments, in nanoseconds of one monotonic clock. For each frame, a
/// loop calls `nextFrame`, waits, calls `began` and `predict`, draws, and calls `presented`. On a
/// timer, frames are due at the lines of a grid, which are one period apart. The lead is the time
/// before a refresh at which a picture must be presented.
package struct FramePacer: Hashable, Sendable {
  /// The current source of the rate.
  package internal(set) var mode: PacingMode
  /// The requested rate, or the display's reported rate; 60 Hz if it reports none.
  package let rate: FrameRate
  /// The display's reported rate; nil if it reports none.
  package let reportedRate: FrameRate?

  /// The option of `FrameLoopOptions`; default no.
  package var latchesLate = false
  /// Decides when `latchesLate` may delay frames.
  var latchGuard = LatchGuard()
  /// The recently presented pictures; stored while the display reports when each picture was shown.
  var pictures = RecentPictures()
  /// Learns the lead from `shown`.
  package internal(set) var deadline = DeadlineEstimator()

  /// The option of `FrameLoopOptions`; default no.
  package var presentsOnTime = false
  /// The rate to which the program slows the loop; nil, the default, if it does not.
  package var slowerRate: FrameRate?
  /// The grid of a timer or of the slower rate; nil before the first frame, and on a display.
  var grid: DeadlinePacer?
  /// Whether the loop waited for the current frame.
  var hasWaited = false

  /// The detector of stalls; default: more than 0.25 s between frames.
  package var stallDetector = StallDetector()
  /// The number of frames after a stall, or after the clock went back.
  package private(set) var stalls = 0
  /// Whether the loop stalled before the coming frame.
  package internal(set) var hasStalled = false

  /// The number of locks to the display, including the first.
  package internal(set) var locks = 0
  var clock: DisplayClock
  var detector: FreeRunDetector
  var builds = RecentSamples(capacity: 10)
  var lastPresent: Int64?
  var lastRetry: Int64?

  /// A pacer for a display.
  /// - Parameter displayRate: The rate reported by the display; if it is nil, 60 Hz is assumed.
  /// - Parameter presentWaits: Whether presenting is expected to wait for the display.
  /// - Parameter requested: A rate requested by the program, independent of the display.
  package init(displayRate: FrameRate?, presentWaits: Bool, requested: FrameRate? = nil) {
    rate = requested ?? displayRate ?? .sixty
    reportedRate = displayRate
    detector = FreeRunDetector(reported: displayRate)
    clock = DisplayClock(reported: displayRate)
    mode = requested != nil ? .timer(.requested) : presentWaits ? .measured : .timer(.noSwapControl)
  }

  /// Seconds between two refreshes: measured if presenting waits for the display, otherwise the
  /// rate's period.
  package var refreshPeriod: Double { mode.waitsForDisplay ? clock.period : rate.period }

  /// Measured refreshes per second; nil if nothing is measured.
  package var measuredHertz: Double? { mode == .locked ? clock.hertz : nil }

  /// The period of `rate`, in nanoseconds.
  private var period: Int64 { rate.nanoseconds(toFrame: 1) }

  /// The usual number of refreshes per frame.
  var refreshes: Int { mode == .locked ? Int(clock.expected) : 1 }

  /// Returns whether the coming frame is the first after a stall; counts and forgets the stall.
  package mutating func takeStall() -> Bool {
    defer { hasStalled = false }
    if hasStalled { stalls += 1 }
    return hasStalled
  }

  /// The rate of a timer, or the slower rate; nil if only the display sets the loop's rate.
  private var gridRate: FrameRate? {
    guard !mode.waitsForDisplay else { return slowerRate }
    return slowerRate.map { $0.hertz < rate.hertz ? $0 : rate } ?? rate
  }

  /// The time at which the next frame is due.
  /// - Parameter now: Nanoseconds of the clock.
  /// - Returns: Nanoseconds of the clock, or nil if the display decides; and the number of skipped
  ///   periods.
  package mutating func nextFrame(now: Int64) -> (deadline: Int64?, skipped: Int) {
    pictures.plan = nil
    guard let gridRate else {
      let due = latch(now)
      (grid, hasWaited) = (nil, due != nil)
      return (due, 0)
    }
    var (due, skipped) = line(now, gridRate)
    if presentsOnTime, !mode.waitsForDisplay, builds.count == builds.capacity {
      let early = longBuild + Self.inputAllowance
      // The line has passed. Its picture would come immediately after the late picture, so the line
      // is skipped.
      if due < now, early < period, grid != nil {
        (due, skipped) = (grid?.advance(now: now).deadline ?? due, skipped + 1)
      }
      due -= min(early, period)
    }
    hasWaited = due > now
    return (due, skipped)
  }

  /// Extra time for taking the input in a frame that is presented on time: 0.5 ms.
  private static let inputAllowance: Int64 = 500_000

  private mutating func line(_ now: Int64, _ rate: FrameRate) -> (deadline: Int64, skipped: Int) {
    guard let last = grid?.deadline ?? lastPresent else {
      // The grid begins with the first frame, which is due immediately.
      grid = DeadlinePacer(rate: rate, start: now)
      return (now, 0)
    }
    // After a stop of the program, or if the clock went back, the old grid is useless.
    if isStall(now - last) {
      hasStalled = true
      return (startGrid(now, rate), 0)
    }
    var next = grid ?? DeadlinePacer(rate: rate, start: last)
    if next.rate != rate { next = DeadlinePacer(rate: rate, start: last) }
    defer { grid = next }
    return next.advance(now: now)
  }

  /// Restarts the grid after a stall.
  ///
  /// If the program was stopped in the middle of a frame, that frame's picture has just been
  /// presented. The next frame is then due a period later, because two pictures at once would be a
  /// burst.
  /// - Returns: The time at which the next frame is due.
  private mutating func startGrid(_ now: Int64, _ rate: FrameRate) -> Int64 {
    var new = DeadlinePacer(rate: rate, start: now)
    if let lastPresent, (0..<rate.nanoseconds(toFrame: 1)).contains(now - lastPresent) {
      new = DeadlinePacer(rate: rate, start: lastPresent)
      _ = new.advance(now: now)
    }
    grid = new
    return new.deadline
  }

  /// The time at which to present the drawn picture, if `presentsOnTime` holds it; nil for
  /// immediately.
  /// - Parameter now: Nanoseconds of the clock.
  /// - Returns: Nanoseconds of the clock, at most a period from now.
  func presentingTime(after now: Int64) -> Int64? {
    guard presentsOnTime, case .timer = mode, let line = grid?.deadline, line > now,
      line - now <= period
    else { return nil }
    return line
  }

  /// Records that the wait is over and a frame begins.
  ///
  /// If the process was stopped or suspended in the wait, nothing was missed, and the grid
  /// restarts. After a shorter delay, the grid skips the past lines.
  /// - Parameter now: Nanoseconds of the clock.
  /// - Returns: The number of skipped timer periods.
  package mutating func began(at now: Int64) -> Int {
    if let expected = grid?.deadline ?? lastPresent, isStall(now - expected) { stall(at: now) }
    let skipped = grid?.skip(to: now) ?? 0
    return slowerRate == nil ? skipped : 0
  }

  /// Predicts when the frame begun now will be seen.
  ///
  /// A timer's frame is seen a period after its line. If it begins late without a wait, because the
  /// previous frame took longer than a period, or if its wait ended at least a quarter of a period
  /// late, it is seen a period from now.
  /// - Parameter now: Nanoseconds of the clock.
  package mutating func predict(_ now: Int64) -> DisplayClock.Prediction {
    if case .timer = mode {
      let line = grid?.deadline ?? now
      let isOnTime = now - line < (hasWaited ? period / 4 : Self.inputAllowance / 4)
      return DisplayClock.Prediction(seen: (isOnTime ? line : now) + period)
    }
    var prediction = clock.predict(now)
    if let planned = plannedRefresh(now), planned > now { prediction.seen = planned }
    return prediction
  }

  /// The time at which the next frame will be seen if it begins as soon as it is due, in
  /// nanoseconds of the clock; nil before the first.
  var nextPresentation: Int64? {
    let refresh = Int64(refreshPeriod * 1e9)
    if let grid { return grid.next + refresh }
    if mode == .locked { return clock.refresh(after: clock.line + refresh / 2) }
    return mode.waitsForDisplay ? lastPresent.map { $0 + refresh } : nil
  }

  /// The earliest start of a frame whose picture is predicted for the first refresh at or after a
  /// time, in nanoseconds of the clock; nil if no refresh is known.
  func earliestBegin(forRefreshAt time: Int64) -> Int64? {
    guard mode == .locked, grid == nil, let refresh = clock.refresh(after: time - 1) else {
      return nil
    }
    // The prediction is rounded; a frame begun at the previous refresh may be a nanosecond early.
    return refresh - Int64(clock.period * 1e9) + 2
  }

  /// The earliest start of a frame that an event triggers: a timer period after the last frame.
  ///
  /// The result is nil, which means immediately, if the display limits the rate itself.
  var earliestFrame: Int64? { mode.waitsForDisplay && slowerRate == nil ? nil : grid?.next }

  /// Continues after a sleep, whether or not frame time passed in the sleep: a frame begins `now`.
  ///
  /// Keeps the grid if `now` is less than a period after the grid's next line.
  package mutating func wake(at now: Int64) {
    if let grid, (0..<Int64(refreshPeriod * 1e9)).contains(now - grid.next) {
      _ = self.grid?.advance(now: now)
      hasWaited = true
    } else if mode != .locked || now - (lastPresent ?? now) > DisplayClock.longestSleep {
      resume(at: now)
    }
    (lastPresent, clock.hasSlept) = (nil, true)
  }

  /// Restarts after a pause, which counts neither as missed frames nor as an interval.
  /// - Parameter now: Nanoseconds of the clock. A frame is drawn now, and the next a period later.
  package mutating func resume(at now: Int64) {
    detector = FreeRunDetector(reported: reportedRate)
    clock.restart(at: now)
    pictures.restart()
    grid = gridRate.map { DeadlinePacer(rate: $0, start: now) }
    lastPresent = nil
  }

  /// Returns to the display's rate after a free run, if a change of the display may have ended the
  /// free run.
  /// - Parameter now: Nanoseconds of the clock.
  /// - Returns: Whether to switch vsync on again: only after a free run, and at most every 5 s.
  package mutating func retriesDisplay(at now: Int64) -> Bool {
    guard mode == .timer(.freeRunning) else { return false }
    // If the clock went back, the last retry's time is invalid.
    if let lastRetry, (0..<5_000_000_000).contains(now - lastRetry) { return false }
    lastRetry = now
    clock = DisplayClock(reported: reportedRate)
    mode = .measured
    resume(at: now)
    return true
  }

  /// Restarts after a stall.
  mutating func stall(at now: Int64) {
    resume(at: now)
    hasStalled = true
  }

  /// Whether an interval of this many nanoseconds is a stall.
  func isStall(_ passed: Int64) -> Bool {
    stallDetector.isStall(passed, period: period)
  }

  /// The time until which `latchesLate` delays the frame; nil for no delay.
  ///
  /// The delay leaves time to update and draw, plus the lead, until the next refresh; `deadline`
  /// learns the lead. Without reports of shown pictures, the lead is 1.5 ms, and the delay ends at
  /// least 0.2 periods before the refresh.
  private mutating func latch(_ now: Int64) -> Int64? {
    guard latchGuard.allowsDelay, mode == .locked, builds.count == builds.capacity else {
      return nil
    }
    if pictures.areReported { return planFrame(now) }
    guard let refresh = clock.refresh(after: now) else { return nil }
    let latest = Int64(Double(refresh) - 0.2 * clock.period * 1e9)
    let due = min(refresh - longBuild - 1_500_000, latest)
    return due > now ? due : nil
  }

  /// The second longest build time (updating and drawing) of the last ten frames.
  ///
  /// The property is not inlined, because each copy enlarges C programs, and a frame reads it once.
  @inline(never)
  var longBuild: Int64 { builds.count > 1 ? builds.ranked(builds.count - 2) : 0 }
}
