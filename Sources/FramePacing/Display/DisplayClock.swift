// SPDX-License-Identifier: Apache-2.0

/// Estimates the display's refresh times from the times at which presenting returned, and predicts
/// when the next picture will be seen.
///
/// The rate that a display reports is only a hint: it is often rounded and sometimes wrong. An
/// arrival is the time at which presenting returned: a refresh plus a lateness that is never
/// negative. The earliest arrivals therefore show the true refresh times, the grid; the others are
/// noise. The clock first acquires a period from the median interval. Then it is locked: a control
/// loop of second order follows the earliest of the last arrivals in phase and period.
///
/// A display with a variable rate (VRR) shows a picture when the picture is ready, so it has no
/// grid. Each picture is then predicted from the measured time of the previous picture. The
/// arrivals decide whether a display has a variable rate; `PeriodEvidence` has the criteria.
///
/// The clock is pure: times are arguments, in nanoseconds of one monotonic clock.
package struct DisplayClock: Hashable, Sendable {
  /// The clock's knowledge of the display.
  package enum State: Hashable, Sendable {
    /// The period is not known yet.
    case acquiring
    /// Period and phase are known and followed.
    case locked
    /// The display has no detectable period; it presents each picture when it is ready.
    case variable
  }

  /// The result of one arrival.
  package struct Arrival: Hashable, Sendable {
    /// Nanoseconds since the previous arrival; nil for the first, and after a restart.
    package var interval: Int64?
    /// Refreshes since the previous arrival; 1 if unknown, and if the display has no period.
    package var refreshes = 1
    /// Whether the grid was acquired, for the first time or again.
    package var hasLocked = false
    /// Whether the display's period has changed, so that the clock acquires a new one.
    package var hasLost = false
    /// Whether the interval exceeded `longestInterval`, so that it says nothing about the display.
    package var isTooLong = false
  }

  /// The longest interval that carries information about the display: 250 ms, the `StallDetector`'s
  /// default.
  package static let longestInterval = Int64(StallDetector.defaultLongestAdvance * 1e9)

  /// The longest sleep after which the refreshes are still known: 10 s.
  ///
  /// The period is known to about a hundred-thousandth, so the error is then about 0.1 ms.
  static let longestSleep: Int64 = 10_000_000_000

  /// The clock's current knowledge of the display.
  package var state: State {
    if evidence.isVariable { return .variable }
    return isTracking ? .locked : .acquiring
  }

  /// The reported period, in nanoseconds.
  let nominal: Double
  /// Whether a grid is followed: the locked grid, or a trial grid on a variable display.
  var isTracking = false
  var evidence = PeriodEvidence()
  /// The best estimate of the period, in nanoseconds.
  var measured: Double
  /// The time of a refresh, in whole nanoseconds plus a remainder, so that rounding errors never
  /// add up.
  var line: Int64 = 0
  var lineFraction = 0.0
  var last: Int64?
  var intervals = RecentSamples(capacity: 12)
  /// The time that presenting waited with a finished picture, for each of `intervals`.
  var waits = RecentSamples(capacity: 12)
  /// The last median of at least five intervals, used for the first frames after a restart.
  private var usualInterval: Double
  /// The lateness of the last arrivals, in nanoseconds after their refresh.
  var lateness = RecentSamples(capacity: Tuning.latenessCount)
  /// The number of refreshes that each of the last frames took.
  var taken = RecentSamples(capacity: 16)
  /// The usual number of refreshes per frame.
  package internal(set) var expected: Int64 = 1
  var lockedFrames = 0
  /// Whether the loop sleeps in the coming interval, which then carries no information.
  var hasSlept = false
  /// Whole refreshes by which the loop delayed the start of the frame.
  var idleRefreshes: Int64 = 0
  /// Whether the last prediction used the current grid.
  var isFollowed = false
  /// The start times of the last frames that were predicted without a grid.
  private var begins = RecentSamples(capacity: 4)
  private var lastSeen: Int64 = 0
  /// The number of consecutive intervals shorter than half the usual one.
  private var shortInARow = 0

  /// A clock for a display that reports `rate`; if `rate` is nil, 60 Hz is assumed until measured.
  package init(reported rate: FrameRate?) {
    nominal = (rate ?? .sixty).period * 1e9
    measured = nominal
    usualInterval = nominal
  }

  /// Seconds between two refreshes: the measured period if the clock is locked, else the reported
  /// one.
  ///
  /// If the display has no period, this is the median of the last twelve intervals.
  package var period: Double { (state == .variable ? typicalInterval : measured) / 1e9 }

  /// Measured refreshes per second; nil until known, and if the display has no period.
  package var hertz: Double? { state == .locked ? 1e9 / measured : nil }

  /// Records that presenting returned.
  /// - Parameter now: Nanoseconds of the clock. A time that is not after the previous call's time
  ///   restarts the clock.
  /// - Parameter waited: Nanoseconds that presenting waited with a finished picture; -1, the
  ///   default, if unknown. A picture that waits longer than the reported period proves that the
  ///   display is slower than reported. Pictures that do not wait are no evidence of refreshes.
  /// - Parameter begun: The time at which the frame was begun; default: when the previous frame was
  ///   presented.
  /// - Parameter isRefresh: Whether `now` is a refresh time reported by the display, rather than
  ///   the time at which presenting returned; default no.
  package mutating func presented(
    at now: Int64, waited: Int64 = -1, begun: Int64? = nil, isRefresh: Bool = false
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
    if interval > (hasSlept && isTracking ? Self.longestSleep : Self.longestInterval) {
      restart(at: now)
      last = now
      arrival.isTooLong = true
      return arrival
    }
    defer { hasSlept = false }
    if !hasSlept {
      if isTracking, intervals.count == intervals.capacity {
        evidence.outlived(off: offGrid(intervals.newest(intervals.capacity - 1)))
      }
      intervals.add(interval)
      waits.add(waited)
    } else if isTracking, !isRefresh, waited < 200_000 {
      // The queue was empty after the sleep, so that presenting returned at no refresh.
      return arrival
    }
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

  /// Discards the phase of the refreshes and keeps their period, after a pause or a stall.
  /// - Parameter now: Nanoseconds of the clock; serves as a refresh until the next arrival.
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

  /// The time at which a picture will be seen, and the step to it.
  package struct Prediction: Hashable, Sendable {
    /// Nanoseconds of the clock.
    package var seen: Int64
    /// Nanoseconds from the previous picture; nil means the difference from the previous
    /// prediction.
    package var step: Int64?
    /// Whether the step follows from the previous prediction rather than from the clock.
    package var isContinued = true
  }

  /// Predicts when the picture begun at `now` will be seen; always later than `now`.
  ///
  /// On a grid, the picture is expected at the next refresh, but not before the last arrival's
  /// refresh plus the usual number of refreshes per frame. That number rises only when 14 of the
  /// last 16 frames took the same larger number, and falls when two frames in a row took fewer. A
  /// number that followed each slow frame would turn one error into two. If no number prevails, as
  /// when pictures alternate between two and three refreshes, the step is their mean.
  package mutating func predict(_ now: Int64) -> Prediction {
    let isContinued = isFollowed
    guard state == .locked else { return predictMeasured(now) }
    (isFollowed, begins) = (true, RecentSamples(capacity: begins.capacity))
    let since = (Double(now - line) - lineFraction) / measured
    let ahead = lineFraction + measured * max(Double(expected), since.rounded(.down) + 1)
    let seen = max(line + Int64(ahead.rounded()), now + 1)
    return Prediction(seen: seen, step: isContinued ? mixedStep : nil, isContinued: isContinued)
  }

  /// Predicts without a grid: the step is the mean of the last four intervals between frame starts,
  /// or of fewer until four exist.
  ///
  /// A start that is late by more than one and a half intervals, or a second consecutive start that
  /// is early by half an interval, is not noise: the step is then the time since the last start.
  /// The limit for late starts is that high because an interval lasts up to two refreshes if
  /// presenting returns up to a refresh early.
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

  /// The mean step of the last 16 frames if no number of refreshes is that of at least twelve; else
  /// nil.
  ///
  /// The queue's length, which is unknown, decides which of the next pictures will take longer.
  private var mixedStep: Int64? {
    guard taken.count == taken.capacity else { return nil }
    let usual = taken.ranked(taken.count / 2)
    guard taken.count(where: { $0 == usual }) < 12 else { return nil }
    return Int64((measured * Double(taken.sum()) / Double(taken.count)).rounded())
  }

  /// The first refresh after `now`; nil if unknown.
  func refresh(after now: Int64) -> Int64? {
    guard state == .locked else { return nil }
    let passed = ((Double(now - line) - lineFraction) / measured).rounded(.down)
    return line + Int64((lineFraction + measured * (passed + 1)).rounded())
  }

  private var typicalInterval: Double {
    guard intervals.count >= 5 else { return state == .variable ? usualInterval : measured }
    // For an even count, this is the mean of both middle values, because pictures may come in
    // pairs.
    let middle = (
      intervals.ranked((intervals.count - 1) / 2), intervals.ranked(intervals.count / 2)
    )
    return Double(middle.0 + middle.1) / 2
  }
}

/// Constants of the estimator, found by simulation; the tests show the resulting accuracy.
enum Tuning {
  /// The largest earliness, as a share of a period, at which an arrival still belongs to a refresh.
  static let early = 0.25
  /// The largest lateness, as a share of a period, at which an arrival still belongs to the
  /// expected refresh.
  static let late = 0.95
  /// The number of recent arrivals of which the earliest counts as on time.
  static let latenessCount = 8
  /// The share of a phase error that is corrected in each frame.
  static let phaseGain = 0.3
  /// The share of a phase error that corrects the period, and its larger value in the first frames
  /// of a lock.
  static let periodGain = 0.01
  static let youngPeriodGain = 0.04
  static let youngFrames = 60
  /// The largest phase correction in one frame, as a share of a period.
  static let largestError = 0.05
}
