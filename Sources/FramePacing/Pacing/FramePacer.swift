// SPDX-License-Identifier: Apache-2.0

/// Decides what holds a loop to its rate, when the next frame is due, and when it will be seen.
///
/// Pure: times are arguments, in nanoseconds of one monotonic clock. For each frame a loop asks
/// `nextFrame`, waits, asks `presentation`, draws, and calls `presented`.
public struct FramePacer: Hashable, Sendable {
  /// What holds the loop now.
  public internal(set) var mode: PacingMode
  /// The rate that is wanted, or that the display reports; 60 Hz where it reports none.
  public let rate: FrameRate
  /// The rate that the display reports, nil where it reports none.
  public let reportedRate: FrameRate?

  /// Whether to wait, in locked mode, until just enough time is left for the frame; default no.
  ///
  /// The input is taken then: a picture shows younger input, at the risk of a missed refresh. How
  /// much time that is, `deadline` learns where the display reports when each picture was shown.
  public var latchesLate = false

  /// Whether a timer's frames begin before their line of the grid, so that their pictures can be
  /// presented on it; default no.
  public var presentsOnTime = false

  /// What was learned of how early a picture must be committed, from `shown`.
  public internal(set) var deadline = DeadlineEstimator()

  /// What counts as a stall; default: more than 0.25 s from frame to frame.
  public var stallDetector = StallDetector()

  /// How often the display was locked to, the first time included.
  public internal(set) var locks = 0
  /// How often the loop stalled, as the `stallDetector` finds it, or the clock went back.
  public internal(set) var stalls = 0

  var clock: DisplayClock
  var detector: FreeRunDetector
  var grid: DeadlinePacer?
  var builds = RecentSamples(capacity: 10)
  var lastPresent: Int64?
  /// The last interval without what the loop waited in it.
  var lastInterval: Int64?
  /// How long the last present waited.
  var lastWait: Int64 = 0
  /// When the loop began to wait so as not to run free; nil where it did not.
  var heldSince: Int64?
  var longPresents = 0
  /// Frames for which a late latch is not risked again.
  var framesWithoutLatch = 0
  /// The pictures that were presented last, while the display reports when each was shown.
  var pictures = RecentPictures()
  var hasStalled = false
  var lastRetry: Int64?

  /// A pacer for what is known of the display.
  /// - Parameter displayRate: What the display reports; nil for unknown, taken as 60 Hz.
  /// - Parameter presentWaits: Whether presenting is announced to wait for the display.
  /// - Parameter requested: A rate that the program wants whatever the display does.
  public init(displayRate: FrameRate?, presentWaits: Bool, requested: FrameRate? = nil) {
    rate = requested ?? displayRate ?? .sixty
    reportedRate = displayRate
    detector = FreeRunDetector(reported: displayRate)
    clock = DisplayClock(reported: displayRate)
    mode =
      if requested != nil {
        .timer(.requested)
      } else if presentWaits {
        .acquiring(.started)
      } else {
        .timer(.noSwapControl)
      }
  }

  /// Seconds between two refreshes: measured where the display is locked to, the median of the last
  /// intervals where it has no period, otherwise the rate's.
  public var refreshPeriod: Double {
    mode == .locked || mode == .variable ? clock.period : rate.period
  }

  /// Refreshes a second, as measured; nil where nothing is.
  public var measuredHertz: Double? { mode == .locked ? clock.hertz : nil }

  /// Whether the frame to come is the first after a stall; asking forgets it.
  public mutating func takeStall() -> Bool {
    defer { hasStalled = false }
    return hasStalled || mode == .throttled
  }

  /// When the next frame is due.
  /// - Parameter now: Nanoseconds of the clock.
  /// - Returns: Nanoseconds of the clock, or nil where the display decides; and how many whole
  ///   periods were skipped.
  public mutating func nextFrame(now: Int64) -> (deadline: Int64?, skipped: Int) {
    heldSince = nil
    pictures.plan = nil
    switch mode {
    case .timer:
      let (line, skipped) = nextOnGrid(now)
      guard presentsOnTime, builds.count == builds.capacity else { return (line, skipped) }
      let lead = min(longBuild + Self.inputAllowance, rate.nanoseconds(toFrame: 1))
      return (line.map { $0 - lead }, skipped)
    case .acquiring, .locked, .variable:
      if let held = holdBack(now) { return (held, 0) }
      return (latch(now), 0)
    case .throttled, .paused: return (nil, 0)
    }
  }

  /// What a frame that is presented on time is given beside drawing, to take its input: 0.5 ms.
  private static let inputAllowance: Int64 = 500_000

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

  /// Records that the frame that is due is held back, because the program wants fewer: a timer's
  /// grid goes on without it.
  /// - Parameter deadline: Nanoseconds of the clock.
  public mutating func holdsBack(until deadline: Int64) {
    guard let grid, deadline >= grid.start + rate.nanoseconds(toFrame: grid.index + 1) else {
      return
    }
    _ = self.grid?.advance(now: deadline)
  }

  /// Records that the wait is over and a frame begins.
  ///
  /// A stop or suspension of the process in the wait is a stall: nothing was missed, and the grid
  /// begins anew.
  /// - Parameter now: Nanoseconds of the clock.
  public mutating func began(at now: Int64) {
    let expected = mode.waitsForDisplay ? lastPresent : grid?.deadline
    guard let expected, isStall(now - expected), mode != .throttled else { return }
    resume(at: now)
    countStall()
  }

  /// When the frame that is begun now will be seen, in nanoseconds of the clock.
  /// - Parameter now: Nanoseconds of the clock.
  public func presentation(of now: Int64) -> Int64 {
    if case .timer = mode, let grid {
      return grid.start + rate.nanoseconds(toFrame: grid.index + 1)
    }
    return plannedRefresh(now) ?? clock.presentation(of: now)
  }

  /// When the frame after the last one will be seen, if it begins as soon as it is due, in
  /// nanoseconds of the clock; nil before the first.
  var nextPresentation: Int64? {
    if case .timer = mode {
      return grid.map { $0.start + rate.nanoseconds(toFrame: $0.index + 2) }
    }
    return lastPresent.map { presentation(of: $0) }
  }

  /// Begins anew after a pause in which nothing was drawn.
  ///
  /// The pause counts neither as missed nor as an interval.
  /// - Parameter now: Nanoseconds of the clock: a frame is drawn now, the next a period later.
  public mutating func resume(at now: Int64) {
    detector = FreeRunDetector(reported: reportedRate)
    clock.restart(at: now)
    pictures.restart()
    grid = DeadlinePacer(rate: rate, start: now)
    lastPresent = nil
    lastInterval = nil
    longPresents = 0
    if mode.waitsForDisplay {
      mode =
        switch clock.state {
        case .locked: .locked
        case .variable: .variable
        case .acquiring: .acquiring(.resumed)
        }
    }
  }

  /// Goes back to the display after a free run: when something changed that may have ended it.
  /// - Parameter now: Nanoseconds of the clock.
  /// - Returns: Whether to switch waiting on again: after a free run, and at most every 5 s.
  public mutating func retriesDisplay(at now: Int64) -> Bool {
    guard mode == .timer(.freeRunning) else { return false }
    // A clock that went back knows nothing of the last one.
    if let lastRetry, (0..<5_000_000_000).contains(now - lastRetry) { return false }
    lastRetry = now
    clock = DisplayClock(reported: reportedRate)
    mode = .acquiring(.resumed)
    resume(at: now)
    return true
  }

  /// After an interval that no display has (252 Hz, or 1.05 times what it reports) and in which
  /// presenting did not wait, the loop waits itself, until the detector knows more: eight frames of
  /// a free run must not occupy a processor.
  ///
  /// Where presenting waits, it holds the loop back, and a wait of our own would hide how fast the
  /// display is.
  private mutating func holdBack(_ now: Int64) -> Int64? {
    let shortest = Int64(1e9 / (1.05 * max(reportedRate?.hertz ?? 0, 240)))
    guard let lastPresent, let lastInterval, lastInterval < shortest,
      !FreeRunDetector.isWait(lastWait, in: lastInterval)
    else { return nil }
    let due = lastPresent + shortest
    guard due > now, due - now <= shortest else { return nil }
    heldSince = now
    return due
  }

  /// Counts a stall for the frame to come: of two before one frame, the first.
  mutating func countStall() {
    if !hasStalled { stalls += 1 }
    hasStalled = true
  }

  /// Whether an interval of this many nanoseconds is a stall.
  func isStall(_ passed: Int64) -> Bool {
    stallDetector.isStall(passed, period: rate.nanoseconds(toFrame: 1))
  }

  private mutating func nextOnGrid(_ now: Int64) -> (deadline: Int64?, skipped: Int) {
    guard let last = grid?.deadline else {
      // The grid begins with the first frame, which is due at once.
      grid = DeadlinePacer(rate: rate, start: now)
      return (now, 0)
    }
    // The program was stopped, or the clock went back: the old grid is of no use.
    if isStall(now - last) {
      countStall()
      return (startGrid(now), 0)
    }
    let next = grid?.advance(now: now)
    return (next?.deadline, next?.skipped ?? 0)
  }

  /// Begins the grid anew after a stall.
  ///
  /// Where the stop was in the middle of a frame, its picture has just been presented: the next one
  /// is due a period later, as two at once would be a burst.
  /// - Returns: When the next frame is due.
  private mutating func startGrid(_ now: Int64) -> Int64 {
    let period = rate.nanoseconds(toFrame: 1)
    var grid = DeadlinePacer(rate: rate, start: now)
    if let lastPresent, lastPresent <= now, now - lastPresent < period {
      grid.restart(at: lastPresent)
      _ = grid.advance(now: now)
    }
    self.grid = grid
    return grid.deadline
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
