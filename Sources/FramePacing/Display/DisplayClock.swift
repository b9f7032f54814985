// SPDX-License-Identifier: Apache-2.0

/// Finds out from the times at which presenting returned when the display shows its pictures, and
/// says when the next picture will be seen.
///
/// What a display reports is a hint: rounded, or plainly wrong. A program wakes at a refresh plus
/// some lateness that is never negative, so the earliest arrivals show the true grid, and the
/// others are noise. The clock first acquires a period from the median interval, then locks: a loop
/// of second order follows the earliest of the last arrivals in phase and period.
///
/// A display with a variable rate (VRR) shows a picture when it is ready and has no grid to follow:
/// there each picture is predicted from when the one before was measured to be seen. Which of the
/// two a display is, the arrivals decide: `PeriodEvidence` says by which numbers.
///
/// Pure: times are arguments, in nanoseconds of one monotonic clock.
package struct DisplayClock: Hashable, Sendable {
  /// How well the display is known.
  package enum State: Hashable, Sendable {
    /// The period is still unknown.
    case acquiring
    /// Period and phase are known, and followed.
    case locked
    /// The display has no period, or none that shows: it presents each picture when it is ready.
    case variable
  }

  /// What one arrival showed.
  package struct Arrival: Hashable, Sendable {
    /// Nanoseconds since the arrival before; nil for the first, and after a restart.
    package var interval: Int64?
    /// How many refreshes passed since the arrival before; 1 where that is unknown, and where the
    /// display has no period.
    package var refreshes = 1
    /// The grid was found, anew or for the first time.
    package var hasLocked = false
    /// The display went over to another period; from now on the clock acquires.
    package var hasLost = false
    /// The interval was above `longestInterval`: it says nothing of the display.
    package var isTooLong = false
  }

  /// An interval above this says nothing of the display: 250 ms, the `StallDetector`'s default.
  package static let longestInterval = Int64(StallDetector.defaultLongestAdvance * 1e9)

  /// How well the display is known.
  package var state: State {
    if evidence.isVariable { return .variable }
    return isTracking ? .locked : .acquiring
  }

  let nominal: Double
  /// Whether a grid is followed: the lock, or with a variable display the trial of one.
  var isTracking = false
  var evidence = PeriodEvidence()
  /// Nanoseconds between two refreshes, as well as it is known.
  var measured: Double
  /// A refresh: whole nanoseconds, and a remainder, so that no month rounds anything away.
  var line: Int64 = 0
  var lineFraction = 0.0
  var last: Int64?
  var intervals = RecentSamples(capacity: 12)
  /// How long presenting waited in each of `intervals`, though the picture was ready.
  var waits = RecentSamples(capacity: 12)
  /// The last median of at least five intervals, for the first frames after a restart.
  private var usualInterval: Double
  /// How late the last arrivals were, in nanoseconds after their refresh.
  var lateness = RecentSamples(capacity: Tuning.latenessCount)
  /// How many refreshes each of the last frames took.
  var taken = RecentSamples(capacity: 16)
  package internal(set) var expected: Int64 = 1
  var lockedFrames = 0
  /// Whether the loop slept in the coming interval, which then says nothing of the display.
  var hasSlept = false
  /// Whole refreshes of which the loop let the picture wait before it began it.
  var idleRefreshes: Int64 = 0
  /// Whether the last prediction was made on the grid that is followed now.
  var isFollowed = false
  /// The last begins of frames without a grid, and the last prediction that was made of them.
  private var begins = RecentSamples(capacity: 4)
  private var lastSeen: Int64 = 0
  /// Intervals in a row that were shorter than half of the usual one.
  private var shortInARow = 0

  /// A clock for a display that reports `rate`, nil where it reports nothing: 60 Hz until measured.
  package init(reported rate: FrameRate?) {
    nominal = (rate ?? .sixty).period * 1e9
    measured = nominal
    usualInterval = nominal
  }

  /// Seconds between two refreshes: measured when locked, until then what was reported.
  ///
  /// Where the display has no period, the median of the last twelve intervals.
  package var period: Double { (state == .variable ? typicalInterval : measured) / 1e9 }

  /// Refreshes a second, measured; nil while that is not known, and where the display has no
  /// period.
  package var hertz: Double? { state == .locked ? 1e9 / measured : nil }

  /// Takes in that presenting returned.
  /// - Parameter now: Nanoseconds of the clock; an earlier time than the last restarts the clock.
  /// - Parameter waited: Nanoseconds that presenting waited although the picture was ready; 0, the
  ///   default, where that is unknown. A picture that waits for longer than the reported period
  ///   proves that the display is slower than it reports.
  /// - Parameter begun: When the picture was begun; default when the one before was presented.
  /// - Parameter isRefresh: Whether `now` is the refresh itself, as the display reported it, and not
  ///   when presenting returned some time after one; default no.
  package mutating func presented(
    at now: Int64, waited: Int64 = 0, begun: Int64? = nil, isRefresh: Bool = false
  ) -> Arrival {
    var arrival = Arrival()
    guard let previous = last, now > previous else {
      restart(at: now)
      last = now
      return arrival
    }
    last = now
    let interval = now - previous
    arrival.interval = interval
    if interval > Self.longestInterval {
      restart(at: now)
      last = now
      arrival.isTooLong = true
      return arrival
    }
    if isTracking, intervals.count == intervals.capacity {
      evidence.outlived(off: offGrid(intervals.newest(intervals.capacity - 1)))
    }
    if !hasSlept {
      intervals.add(interval)
      waits.add(waited)
    }
    hasSlept = false
    let before = state
    let idle = begun.map { Double($0 - line) - lineFraction } ?? 0
    idleRefreshes = Int64(max(idle / measured, 0))
    track(now, isRefresh: isRefresh, &arrival)
    if state == .variable {
      arrival.refreshes = 1
      if intervals.count >= 5, let median = intervals.median { usualInterval = Double(median) }
    }
    arrival.hasLocked = state == .locked && (before != .locked || arrival.hasLocked)
    arrival.hasLost = before == .locked && state != .locked
    return arrival
  }

  /// Forgets where the refreshes lie, but not how far apart they are: after a pause or a stall.
  /// - Parameter now: Nanoseconds of the clock: taken as a refresh until the next arrival shows
  ///   one.
  package mutating func restart(at now: Int64) {
    last = nil
    line = now
    lineFraction = 0
    isFollowed = false
    begins = RecentSamples(capacity: begins.capacity)
    intervals = RecentSamples(capacity: intervals.capacity)
    waits = RecentSamples(capacity: waits.capacity)
    lateness = RecentSamples(capacity: lateness.capacity)
  }

  /// When a picture will be seen, and how long the step to it is.
  package struct Prediction: Hashable, Sendable {
    /// Nanoseconds of the clock.
    package var seen: Int64
    /// Nanoseconds from the picture before: that between the two predictions, unless said here.
    package var step: Int64?
    /// Whether the step follows from the prediction before; otherwise it is the clock's.
    package var isContinued = true
  }

  /// Predicts when the picture that is begun at `now` will be seen: later than `now`.
  ///
  /// On a grid that is the next refresh, or as many refreshes after the last arrival's as the
  /// program's frames take in most cases: the count rises only when 14 of the last 16 frames agree,
  /// and falls when two in a row took fewer. A count that followed each slow frame would be wrong
  /// twice for one frame that was. A frame that is begun so late that what drawing takes misses the
  /// next refresh is predicted for the one after.
  /// - Parameter drawing: Nanoseconds that drawing takes; default 0.
  package mutating func predict(_ now: Int64, drawing: Int64 = 0) -> Prediction {
    let isContinued = isFollowed
    guard state == .locked else { return predictMeasured(now) }
    (isFollowed, begins) = (true, RecentSamples(capacity: begins.capacity))
    let since = (Double(now + drawing - line) - lineFraction) / measured
    let ahead = lineFraction + measured * max(Double(expected), since.rounded(.down) + 1)
    let seen = max(line + Int64(ahead.rounded()), now + 1)
    return Prediction(seen: seen, isContinued: isContinued)
  }

  /// Predicts without a grid: the step is the mean of the last four between two begins, or of fewer
  /// while there are no more.
  ///
  /// A begin that is late by more than one and a half intervals, or a second one that is early by half
  /// of one, is no noise: the clock's step is taken whole. Where presenting returns up to a refresh
  /// early, an interval lasts up to two.
  private mutating func predictMeasured(_ now: Int64) -> Prediction {
    let usual = Int64(typicalInterval.rounded())
    defer {
      isFollowed = false
      begins.add(now)
      lastSeen = max(lastSeen, now)
    }
    guard begins.count > 0, case let passed = now - begins.newest(0), passed >= 0 else {
      lastSeen = now + usual
      return Prediction(seen: lastSeen, isContinued: false)
    }
    shortInARow = passed < usual / 2 ? shortInARow + 1 : 0
    let mean = (now - begins.newest(begins.count - 1)) / Int64(begins.count)
    guard passed <= 5 * usual / 2, shortInARow < 2 else {
      begins = RecentSamples(capacity: begins.capacity)
      lastSeen = now + usual
      return Prediction(seen: lastSeen, isContinued: false)
    }
    lastSeen = min(max(lastSeen + mean, now), now + 2 * usual)
    return Prediction(seen: lastSeen, step: mean)
  }

  /// The refresh that follows `now`, for waiting until shortly before it; nil while unknown.
  func refresh(after now: Int64) -> Int64? {
    guard state == .locked else { return nil }
    let passed = ((Double(now - line) - lineFraction) / measured).rounded(.down)
    return line + Int64((lineFraction + measured * (passed + 1)).rounded())
  }

  private var typicalInterval: Double {
    guard intervals.count >= 5 else { return state == .variable ? usualInterval : measured }
    // Of an even count the middle of both: pictures may come in pairs.
    let middle = (
      intervals.ranked((intervals.count - 1) / 2), intervals.ranked(intervals.count / 2)
    )
    return Double(middle.0 + middle.1) / 2
  }
}

/// The numbers of the estimator, found by simulation; the tests show what they reach.
enum Tuning {
  /// An arrival up to a quarter of a period before a refresh still belongs to it.
  static let early = 0.25
  /// An arrival that is late by up to this share of a period belongs to the refresh that is expected.
  static let late = 0.95
  /// The earliest of so many arrivals is taken as on time.
  static let latenessCount = 8
  /// How much of a phase error is taken back each frame.
  static let phaseGain = 0.3
  /// How much of it goes into the period, and how much while the lock is young.
  static let periodGain = 0.01
  static let youngPeriodGain = 0.04
  static let youngFrames = 60
  /// A single frame moves the phase by no more than this share of a period.
  static let largestError = 0.05
}
