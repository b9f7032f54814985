// SPDX-License-Identifier: Apache-2.0

/// Finds out from the times at which presenting returned when the display shows its pictures, and
/// says when the next picture will be seen.
///
/// What a display reports is a hint: rounded, or plainly wrong. A program wakes at a refresh plus
/// some lateness that is never negative, so the earliest arrivals show the true grid, and the rest
/// are noise. The clock first acquires a period from the median interval, then locks: a loop of
/// second order follows the earliest of the last arrivals in phase and period.
///
/// Pure: times are arguments, in nanoseconds of one monotonic clock.
public struct DisplayClock: Hashable, Sendable {
  /// How well the display is known.
  public enum State: Hashable, Sendable {
    /// The period is still unknown; predictions use the last intervals as they come.
    case acquiring
    /// Period and phase are known, and followed.
    case locked
  }

  /// What one arrival showed.
  public struct Arrival: Hashable, Sendable {
    /// Nanoseconds since the arrival before; nil for the first, and after a restart.
    public var interval: Int64?
    /// How many refreshes passed since the arrival before; 1 where that is unknown.
    public var refreshes = 1
    /// The grid was found, anew or for the first time.
    public var hasLocked = false
    /// The display went over to another period; from now on the clock acquires.
    public var hasLost = false
    /// The interval was above `longestInterval`: it says nothing of the display.
    public var hasStalled = false
  }

  /// An interval above this says nothing of the display: 250 ms, far beyond any display's period.
  public static let longestInterval: Int64 = 250_000_000

  /// How well the display is known.
  public internal(set) var state = State.acquiring

  let nominal: Double
  /// Nanoseconds between two refreshes, as well as it is known.
  var measured: Double
  /// A refresh: whole nanoseconds, and a remainder, so that no month rounds anything away.
  var line: Int64 = 0
  var lineRest = 0.0
  var last: Int64?
  var intervals = RecentSamples(capacity: 12)
  /// How late the last arrivals were, in nanoseconds after their refresh.
  var lateness = RecentSamples(capacity: Tuning.latenessCount)
  /// How many refreshes each of the last frames took.
  var taken = RecentSamples(capacity: 16)
  var expected: Int64 = 1
  var lockedFrames = 0

  /// A clock for a display that reports `rate`, nil where it reports nothing: 60 Hz until measured.
  public init(reported rate: FrameRate?) {
    nominal = (rate ?? .sixty).period * 1e9
    measured = nominal
  }

  /// Seconds between two refreshes: measured when locked, until then what was reported.
  public var period: Double { measured / 1e9 }

  /// Refreshes a second, measured; nil while that is not known.
  public var hertz: Double? { state == .locked ? 1e9 / measured : nil }

  /// Tells that presenting returned.
  /// - Parameter now: Nanoseconds of the clock; an earlier time than the last restarts the clock.
  public mutating func presented(at now: Int64) -> Arrival {
    var arrival = Arrival()
    let before = last
    last = now
    guard let before, now > before else {
      restart(at: now)
      last = now
      return arrival
    }
    let interval = now - before
    arrival.interval = interval
    if interval > Self.longestInterval {
      restart(at: now)
      last = now
      arrival.hasStalled = true
      return arrival
    }
    intervals.add(interval)
    switch state {
    case .acquiring:
      arrival.hasLocked = acquire(at: now)
    case .locked where periodHasChanged:
      state = .acquiring
      intervals.keepNewest(5)
      arrival.hasLost = true
    case .locked:
      arrival.refreshes = follow(now)
    }
    return arrival
  }

  /// Forgets where the refreshes lie, but not how far apart they are: after a pause or a stall.
  /// - Parameter now: Nanoseconds of the clock: taken as a refresh until the next arrival shows one.
  public mutating func restart(at now: Int64) {
    last = nil
    line = now
    lineRest = 0
    intervals = RecentSamples(capacity: intervals.capacity)
    lateness = RecentSamples(capacity: lateness.capacity)
  }

  /// When the picture that is begun at `now` will be seen: nanoseconds of the clock, always later
  /// than the last refresh.
  ///
  /// That is the next refresh, or as many refreshes on as the program's frames take in most cases:
  /// the count changes only when 14 of the last 16 frames agree on another. A count that followed
  /// each slow frame would be wrong twice for one frame that was.
  public func presentation(of now: Int64) -> Int64 {
    guard state == .locked else { return now + Int64(typicalInterval.rounded()) }
    let passed = max(((Double(now - line) - lineRest) / measured + Tuning.early).rounded(.down), 0)
    let ahead = lineRest + measured * (passed + Double(expected))
    return line + Int64(ahead.rounded())
  }

  /// The refresh that follows `now`, for waiting until shortly before it; nil while unknown.
  func refresh(after now: Int64) -> Int64? {
    guard state == .locked else { return nil }
    let passed = ((Double(now - line) - lineRest) / measured).rounded(.down)
    return line + Int64((lineRest + measured * (passed + 1)).rounded())
  }

  private var typicalInterval: Double { intervals.median.map(Double.init) ?? measured }
}

/// The numbers of the estimator, found by simulation; the tests show what they reach.
enum Tuning {
  /// An arrival up to a quarter of a period before a refresh still belongs to it.
  static let early = 0.25
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
