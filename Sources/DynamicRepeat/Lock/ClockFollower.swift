// SPDX-License-Identifier: Apache-2.0

/// Follows a clock that is known only through samples: an audio device's position, MIDI clock, a
/// server's time.
///
/// Samples arrive late, never early: an audio position moves in steps of a buffer (1024 / 44,100 s
/// = 23.2 ms), and a message takes time. The earliest arrivals therefore show the true line, and
/// the others are noise. ``line(at:)`` is that line, for a lock; each sample may correct it in
/// either direction. ``position(at:)`` is the position to show: it follows the line at a bounded
/// rate.
///
/// ```
/// var follower = ClockFollower()
/// let arrival = try follower.add(audioPosition, at: now)   // both in seconds
/// if let seek = arrival.seek { … }                         // the music jumped by `seek` seconds
/// let shown = follower.position(at: presentationTime)
/// ```
///
/// Positions may have any unit with a known rate: seconds (the default, rate 1), beats, frames.
/// Times are seconds of one clock of the program. The follower reads no clock and allocates
/// nothing.
public struct ClockFollower: Hashable, Sendable {
  /// The follower's knowledge of the leader.
  public enum State: Hashable, Sendable {
    /// There is no sample yet, or the position has not moved for half a second; the shown position
    /// waits.
    case unlocked
    /// The leader's line is uncertain or not reached yet. The shown position runs at 0 to 110 % of
    /// the leader's rate.
    case acquiring
    /// The shown position is on the line and follows it within ``Settings/catchUp``.
    case locked
  }

  /// The expected properties of a leader.
  public struct Settings: Hashable, Sendable {
    /// Nominal positions per second: 1 for a position in seconds (the default), 2 for beats at 120
    /// per minute; 1e-6...1e5.
    public var rate: Double
    /// The largest relative difference between the true and the nominal rate; 0...0.1.
    ///
    /// Default 0.005, ten times the drift between sound devices. Above 0.01 the rate is measured
    /// for two seconds before the first lock.
    public var rateTolerance = 0.005
    /// The largest difference in seconds between the earliest arrivals of two quarter seconds;
    /// 1e-4...0.1.
    ///
    /// Default 0.005, for audio positions read 60 times per second. If they differ by more, the
    /// lock takes four seconds, and its error is their difference.
    public var tolerance = 0.005
    /// The smallest jump in seconds that counts as a seek; 0.01...10.
    ///
    /// After a smaller jump, the shown position catches up. Default 0.1, four steps of an audio device.
    public var seekDistance = 0.1
    /// The largest relative difference between the shown and the leader's rate; 0.001...0.1.
    ///
    /// Default 0.02, which is 0.1 ms per frame at 200 Hz.
    public var catchUp = 0.02

    /// The settings for a leader of `rate` positions per second.
    public init(rate: Double = 1) { self.rate = rate }

    package var isValid: Bool {
      (1e-6...1e5).contains(rate) && (0...0.1).contains(rateTolerance)
        && (1e-4...0.1).contains(tolerance) && (0.01...10).contains(seekDistance)
        && (0.001...0.1).contains(catchUp)
    }
  }

  /// The result of one sample.
  public struct Arrival: Hashable, Sendable {
    /// Whether the sample was used: `false` if its time is not after the last sample's, if its
    /// position equals the last sample's, or if it is far off and not confirmed yet.
    public internal(set) var isUsed = false
    /// Seconds by which the sample was late, as far as the line is known.
    ///
    /// A negative lateness is early; the line has then been raised to it.
    public internal(set) var lateness = 0.0
    /// Whether the state became ``State/locked``.
    public internal(set) var hasLocked = false
    /// Whether the state became ``State/unlocked``.
    public internal(set) var hasUnlocked = false
    /// The leader's jump in units of its position, negative if back; nil if it did not jump.
    ///
    /// Whether the shown position jumped, too.
    public internal(set) var seek: Double?
    /// Whether the leader's line has changed.
    public internal(set) var hasMovedLine = false
  }

  /// Seconds without movement after which a leader counts as stopped; longer than the gaps of 200
  /// ms in audio devices' positions.
  static let longestHole = 0.5
  /// The largest magnitude of times, and of positions in the leader's seconds.
  ///
  /// Up to 1e9 s a `Double` resolves a tenth of a microsecond.
  package static let limit = 1e9

  let settings: Settings
  /// The present knowledge of the leader.
  public internal(set) var state = State.unlocked
  /// The newest sample in order of time; nil before the first.
  private var last: Sample?
  /// The time of the last change of position.
  private var lastMove = 0.0
  /// The first sample; all others are stored relative to it.
  private var origin = Sample(time: 0, position: 0)
  var arrivals = EarliestArrivals()
  var line = Line()
  var shown = Shown()
  private var candidate: Candidate?
  /// The start of acquiring, in seconds after the first sample.
  var beginning = 0.0
  /// Whether the rate is expected to within 1 %, or has been measured.
  var isRateKnown: Bool

  /// A follower without samples; by default for an audio device's position in seconds.
  /// - Precondition: Each setting is in its range.
  public init(_ settings: Settings = Settings()) {
    precondition(
      settings.isValid, "a setting of a clock follower is outside its range")
    self.settings = settings
    isRateKnown = settings.rateTolerance <= 0.01
  }

  /// Adds a sample: the leader's position at a time.
  ///
  /// A sample not after the last one, for example from a delayed thread, is ignored.
  /// - Parameters:
  ///   - position: In the leader's units; may be late, may jump; within ±1e9 s at the leader's
  ///     rate.
  ///   - time: The time at which it was read, in seconds, within ±1e9.
  /// - Throws: ``RepeatError/invalidSample(position:time:)``; the follower is then unchanged.
  @discardableResult
  public mutating func add(_ position: Double, at time: Double) throws(RepeatError) -> Arrival {
    guard time.magnitude <= Self.limit, (position / settings.rate).magnitude <= Self.limit else {
      throw .invalidSample(position: position, time: time)
    }
    return take(Sample(time: time, position: position))
  }

  /// The position to show at `time`: on the leader's line, or approaching it.
  ///
  /// It never steps back, except at a seek. While locked, its rate is the leader's within
  /// ``Settings/catchUp``. The time may be after the last sample, for example the time at which a
  /// picture will be seen.
  /// - Parameter time: Seconds; finite; not before the last sample.
  /// - Returns: The position in the leader's units; nil before the first sample.
  public func position(at time: Double) -> Double? {
    guard last != nil else { return nil }
    let x = shown.waitingAt == nil ? time - origin.time : 0
    return origin.position + settings.rate * (x + shownHeight(at: x))
  }

  /// The estimated rate of the leader, in positions per second.
  public var rate: Double { settings.rate * (1 + line.slope) }

  /// The average distance in seconds between the line and the earliest arrivals of the last four
  /// seconds, a measure of the line's accuracy.
  ///
  /// Nil before the first full quarter second.
  public var spread: Double? { arrivals.spread(below: line) }

  /// The leader's line, for positions in cycles or beats.
  ///
  /// After an arrival that moved the line (``Arrival/hasMovedLine``), lock again to the new one.
  /// - Parameter time: Seconds, within ±1e9: the time of the line's anchor, which does not affect
  ///   the line.
  /// - Returns: `nil` before the first sample.
  /// - Throws: the ``RepeatError`` that names a time, a position or a rate beyond the limits.
  public func line(at time: Double) throws(RepeatError) -> RepeatLine? {
    guard time.magnitude <= Self.limit else { throw .invalidTime(time) }
    guard last != nil else { return nil }
    let x = time - origin.time
    let position = origin.position + settings.rate * (x + line.height(at: x))
    return try RepeatLine(CyclePosition(position), at: time, hertz: rate)
  }
}

extension ClockFollower {
  private struct Sample: Hashable, Sendable {
    var time: Double
    var position: Double
  }

  /// Consistent samples far from the line.
  private struct Candidate: Hashable, Sendable {
    var earliest: Point
    let start: Double
    var count = 1
    /// Whether the sample is certainly a seek: it is far ahead of the line, or behind the previous
    /// sample.
    let isCertain: Bool
  }

  private mutating func take(_ sample: Sample) -> Arrival {
    guard let previous = last else {
      (last, lastMove, origin) = (sample, sample.time, sample)
      begin(at: Point(x: 0, y: 0))
      shown = Shown()
      return Arrival(isUsed: true, hasMovedLine: true)
    }
    guard sample.time > previous.time else { return Arrival() }
    last = sample
    let x = sample.time - origin.time
    if sample.position == previous.position {
      guard state != .unlocked, sample.time - lastMove > Self.longestHole else { return Arrival() }
      shown = Shown(x: x, waitingAt: shownHeight(at: x) + x)
      (state, candidate) = (.unlocked, nil)
      return Arrival(hasUnlocked: true)
    }
    lastMove = sample.time
    let point = Point(x: x, y: (sample.position - origin.position) / settings.rate - x)
    if state == .unlocked {
      let ahead = shownHeight(at: x) - point.y
      // The shown position ran on until the leader's stop was detected, so it may have to wait for
      // that time.
      let waits = -settings.seekDistance...(Self.longestHole + settings.seekDistance)
      return restart(at: point, now: x, isSeek: !waits.contains(ahead))
    }
    let lateness = line.height(at: x) - point.y
    if lateness.magnitude <= settings.seekDistance {
      candidate = nil
      return include(point, lateness: lateness)
    }
    let back = (previous.position - sample.position) / settings.rate
    return consider(point, isCertain: lateness < 0 || back > settings.seekDistance, lateness)
  }

  /// Treats a sample far off the line as a seek if two before it agree, and either no other
  /// explanation exists or no sample has been near the line for half a second.
  private mutating func consider(_ point: Point, isCertain: Bool, _ lateness: Double) -> Arrival {
    guard var found = candidate, (point.y - found.earliest.y).magnitude <= settings.seekDistance
    else {
      candidate = Candidate(earliest: point, start: point.x, isCertain: isCertain)
      return Arrival(lateness: lateness)
    }
    found.count += 1
    if point.y > found.earliest.y { found.earliest = point }
    candidate = found
    guard found.count >= 3, found.isCertain || point.x - found.start >= Self.longestHole else {
      return Arrival(lateness: lateness)
    }
    var arrival = restart(at: found.earliest, now: point.x, isSeek: true)
    arrival.lateness = lateness
    return arrival
  }

  /// Acquires the line again from one arrival; the shown position jumps or catches up.
  private mutating func restart(at point: Point, now x: Double, isSeek: Bool) -> Arrival {
    let height = shownHeight(at: x)
    begin(at: point)
    guard isSeek else {
      approachLine(at: x, from: height)
      return Arrival(isUsed: true, hasMovedLine: true)
    }
    shown = Shown(x: x)
    return Arrival(
      isUsed: true, seek: (line.height(at: x) - height) * settings.rate, hasMovedLine: true)
  }

  /// Removes all arrivals but one; keeps the rate.
  private mutating func begin(at point: Point) {
    (state, beginning, candidate) = (.acquiring, point.x, nil)
    arrivals = EarliestArrivals()
    arrivals.add(point)
    line.anchor = point
  }
}
