// SPDX-License-Identifier: Apache-2.0

/// Decides what holds a loop to its rate, when the next frame is due, and when it will be seen.
///
/// Pure: times are arguments, in nanoseconds of one monotonic clock. For each frame a loop asks
/// `nextFrame`, waits, calls `began`, asks `predict`, draws, and calls `presented`.
package struct FramePacer: Hashable, Sendable {
  /// What holds the loop now.
  package internal(set) var mode: PacingMode
  /// The rate that is wanted, or that the display reports; 60 Hz where it reports none.
  package let rate: FrameRate
  /// The rate that the display reports, nil where it reports none.
  package let reportedRate: FrameRate?

  /// Whether to wait, in locked mode, until just enough time is left for the frame; default no.
  ///
  /// The input is taken then: a picture shows younger input, at the risk of a missed refresh. How
  /// much time that is, `deadline` learns where the display reports when each picture was shown.
  package var latchesLate = false

  /// Whether a timer's frames begin before their line of the grid, so that their pictures can be
  /// presented on it; default no.
  package var presentsOnTime = false

  /// A rate to which the program slows the loop; nil, the default, for its own.
  package var slowerRate: FrameRate?

  /// What was learned of how early a picture must be committed, from `shown`.
  package internal(set) var deadline = DeadlineEstimator()

  /// What counts as a stall; default: more than 0.25 s from frame to frame.
  package var stallDetector = StallDetector()

  /// How often the display was locked to, the first time included.
  package internal(set) var locks = 0
  /// Frames after a stall, as the `stallDetector` finds it, or the clock went back.
  package private(set) var stalls = 0

  var clock: DisplayClock
  var detector: FreeRunDetector
  /// The lines of a timer, or of the slower rate; nil before the first, and on a display.
  var grid: DeadlinePacer?
  /// Whether the frame that begins had to be waited for.
  var hasWaited = false
  var builds = RecentSamples(capacity: 10)
  var lastPresent: Int64?
  /// Frames for which a late latch is not risked again.
  var framesWithoutLatch = 0
  /// The pictures that were presented last, while the display reports when each was shown.
  var pictures = RecentPictures()
  /// Whether presenting returns when the picture itself is shown: reports teach nothing then.
  var ignoresReports = false
  /// Whether the loop stalled before the frame to come.
  package internal(set) var hasStalled = false
  var lastRetry: Int64?

  /// A pacer for what is known of the display.
  /// - Parameter displayRate: What the display reports; nil for unknown, taken as 60 Hz.
  /// - Parameter presentWaits: Whether presenting is announced to wait for the display.
  /// - Parameter requested: A rate that the program wants whatever the display does.
  package init(displayRate: FrameRate?, presentWaits: Bool, requested: FrameRate? = nil) {
    rate = requested ?? displayRate ?? .sixty
    reportedRate = displayRate
    detector = FreeRunDetector(reported: displayRate)
    clock = DisplayClock(reported: displayRate)
    mode = requested != nil ? .timer(.requested) : presentWaits ? .measured : .timer(.noSwapControl)
  }

  /// Seconds between two refreshes: measured where presenting waits for the display, otherwise the
  /// rate's.
  package var refreshPeriod: Double { mode.waitsForDisplay ? clock.period : rate.period }

  /// Refreshes a second, as measured; nil where nothing is.
  package var measuredHertz: Double? { mode == .locked ? clock.hertz : nil }

  /// How many refreshes a frame takes in most cases.
  var refreshes: Int { mode == .locked ? Int(clock.expected) : 1 }

  /// Whether the frame to come is the first after a stall; asking counts it, and forgets it.
  package mutating func takeStall() -> Bool {
    defer { hasStalled = false }
    if hasStalled { stalls += 1 }
    return hasStalled
  }

  /// The rate that holds the loop back: a timer's, or a slower one; nil for the display alone.
  private var gridRate: FrameRate? {
    guard !mode.waitsForDisplay else { return slowerRate }
    return slowerRate.map { $0.hertz < rate.hertz ? $0 : rate } ?? rate
  }

  /// When the next frame is due.
  /// - Parameter now: Nanoseconds of the clock.
  /// - Returns: Nanoseconds of the clock, or nil where the display decides; and how many whole
  ///   periods were skipped.
  package mutating func nextFrame(now: Int64) -> (deadline: Int64?, skipped: Int) {
    pictures.plan = nil
    guard let gridRate else {
      (grid, hasWaited) = (nil, false)
      return (latch(now), 0)
    }
    var (due, skipped) = nextLine(now, gridRate)
    if presentsOnTime, !mode.waitsForDisplay, builds.count == builds.capacity {
      let early = longBuild + Self.inputAllowance
      let period = rate.nanoseconds(toFrame: 1)
      // A picture of a line that has passed would come right after the late one before it.
      if due < now, early < period, grid != nil {
        (due, skipped) = (grid?.advance(now: now).deadline ?? due, skipped + 1)
      }
      due -= min(early, period)
    }
    hasWaited = due > now
    return (due, skipped)
  }

  /// What a frame that is presented on time is given beside drawing, to take its input: 0.5 ms.
  private static let inputAllowance: Int64 = 500_000

  private mutating func nextLine(_ now: Int64, _ rate: FrameRate) -> (line: Int64, skipped: Int) {
    guard let last = grid?.deadline ?? lastPresent else {
      // The grid begins with the first frame, which is due at once.
      grid = DeadlinePacer(rate: rate, start: now)
      return (now, 0)
    }
    // The program was stopped, or the clock went back: the old grid is of no use.
    if isStall(now - last) {
      hasStalled = true
      return (startGrid(now, rate), 0)
    }
    var next =
      grid?.rate == rate
      ? grid ?? DeadlinePacer(rate: rate, start: last)
      : DeadlinePacer(rate: rate, start: last)
    let (line, skipped) = next.advance(now: now)
    grid = next
    return (line, skipped)
  }

  /// Begins the grid anew after a stall.
  ///
  /// Where the stop was in the middle of a frame, its picture has just been presented: the next one
  /// is due a period later, as two at once would be a burst.
  /// - Returns: When the next frame is due.
  private mutating func startGrid(_ now: Int64, _ rate: FrameRate) -> Int64 {
    var new = DeadlinePacer(rate: rate, start: now)
    if let lastPresent, lastPresent <= now, now - lastPresent < rate.nanoseconds(toFrame: 1) {
      new = DeadlinePacer(rate: rate, start: lastPresent)
      _ = new.advance(now: now)
    }
    grid = new
    return new.deadline
  }

  /// When the picture that was drawn is to be presented, where `presentsOnTime` holds it; nil for at
  /// once.
  /// - Parameter now: Nanoseconds of the clock.
  /// - Returns: Nanoseconds of the clock, at most a period from now.
  func presentingTime(after now: Int64) -> Int64? {
    guard presentsOnTime, case .timer = mode, let line = grid?.deadline, line > now,
      line - now <= rate.nanoseconds(toFrame: 1)
    else { return nil }
    return line
  }

  /// Records that the wait is over and a frame begins.
  ///
  /// A stop or suspension of the process in the wait is a stall: nothing was missed, and the grid
  /// begins anew. A shorter one skips the lines of the grid that have passed.
  /// - Parameter now: Nanoseconds of the clock.
  /// - Returns: How many whole periods of a timer were skipped.
  package mutating func began(at now: Int64) -> Int {
    if let expected = grid?.deadline ?? lastPresent, isStall(now - expected) { stall(at: now) }
    let skipped = grid?.skip(to: now) ?? 0
    return slowerRate == nil ? skipped : 0
  }

  /// Predicts when the frame that is begun now will be seen.
  ///
  /// A timer's frame is seen a period after its line. One that had not to be waited for, because the
  /// frame before took longer than a period, or that was woken a quarter of a period late, follows
  /// the clock: a period from now.
  /// - Parameter now: Nanoseconds of the clock.
  package mutating func predict(_ now: Int64) -> DisplayClock.Prediction {
    if case .timer = mode {
      let period = rate.nanoseconds(toFrame: 1)
      let line = grid?.deadline ?? now
      let isOnTime = now - line < (hasWaited ? period / 4 : Self.inputAllowance / 4)
      return DisplayClock.Prediction(seen: (isOnTime ? line : now) + period)
    }
    var prediction = clock.predict(now, drawing: builds.median ?? 0)
    if let planned = plannedRefresh(now), planned > now { prediction.seen = planned }
    return prediction
  }

  /// When the frame after the last one will be seen, if it begins as soon as it is due, in
  /// nanoseconds of the clock; nil before the first.
  var nextPresentation: Int64? {
    let period = Int64(refreshPeriod * 1e9)
    if let grid { return grid.next + period }
    return mode.waitsForDisplay ? lastPresent.map { $0 + period } : nil
  }

  /// When a frame that something ends a sleep for may begin: a period of the timer after the last.
  ///
  /// nil for at once: the display limits the rate itself.
  var earliestFrame: Int64? { mode.waitsForDisplay && slowerRate == nil ? nil : grid?.next }

  /// Goes on after a sleep in which time passed, or was taken out: a frame begins now.
  ///
  /// It keeps the grid where the frame is due on its next line.
  /// - Parameter now: Nanoseconds of the clock.
  package mutating func wake(at now: Int64) {
    let period = Int64(refreshPeriod * 1e9)
    if let grid, (0..<period).contains(now - grid.next) {
      _ = self.grid?.advance(now: now)
      hasWaited = true
    } else if mode != .locked || now - (lastPresent ?? now) > DisplayClock.longestInterval {
      resume(at: now)
    }
    (lastPresent, clock.hasSlept) = (nil, true)
  }

  /// Begins anew after a pause in which nothing was drawn.
  ///
  /// The pause counts neither as missed nor as an interval.
  /// - Parameter now: Nanoseconds of the clock: a frame is drawn now, the next a period later.
  package mutating func resume(at now: Int64) {
    detector = FreeRunDetector(reported: reportedRate)
    clock.restart(at: now)
    pictures.restart()
    grid = gridRate.map { DeadlinePacer(rate: $0, start: now) }
    lastPresent = nil
  }

  /// Goes back to the display after a free run: when something changed that may have ended it.
  /// - Parameter now: Nanoseconds of the clock.
  /// - Returns: Whether to switch waiting on again: after a free run, and at most every 5 s.
  package mutating func retriesDisplay(at now: Int64) -> Bool {
    guard mode == .timer(.freeRunning) else { return false }
    // A clock that went back knows nothing of the last one.
    if let lastRetry, (0..<5_000_000_000).contains(now - lastRetry) { return false }
    lastRetry = now
    clock = DisplayClock(reported: reportedRate)
    mode = .measured
    resume(at: now)
    return true
  }

  /// Begins anew after a stall.
  mutating func stall(at now: Int64) {
    resume(at: now)
    hasStalled = true
  }

  /// Whether an interval of this many nanoseconds is a stall.
  func isStall(_ passed: Int64) -> Bool {
    stallDetector.isStall(passed, period: rate.nanoseconds(toFrame: 1))
  }

  /// How long the late latch waits: up to a build and the lead before the next refresh; nil for not
  /// at all.
  ///
  /// The lead is what the `deadline` learned. Where nothing reports when a picture was shown it is
  /// 1.5 ms, and the wait does not go beyond 0.8 periods.
  private mutating func latch(_ now: Int64) -> Int64? {
    guard latchesLate, mode == .locked, builds.count == builds.capacity else { return nil }
    if pictures.areReported { return planFrame(now) }
    guard framesWithoutLatch == 0, let refresh = clock.refresh(after: now) else { return nil }
    let latest = Int64(Double(refresh) - 0.2 * clock.period * 1e9)
    let due = min(refresh - longBuild - 1_500_000, latest)
    return due > now ? due : nil
  }

  /// What building a picture took at most, but for one of the last ten.
  ///
  /// Not inlined: a program in C pays for each copy, and a frame asks for it once.
  @inline(never)
  var longBuild: Int64 { builds.count > 1 ? builds.ranked(builds.count - 2) : 0 }
}
