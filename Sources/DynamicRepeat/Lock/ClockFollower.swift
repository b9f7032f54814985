// SPDX-License-Identifier: Apache-2.0

/// Follows a clock that is only heard: an audio device's position, MIDI clock, a server's time.
///
/// Such a clock is read as samples, which arrive late, never early: an audio position moves in steps of
/// a buffer (1024 / 44,100 s = 23.2 ms), a message takes its time. The earliest arrivals show the true
/// line, the others are noise. ``line(at:)`` is that line, for a lock; each sample may correct it, in
/// either direction. ``position(at:)`` is what to show: it follows the line at a bounded rate.
///
/// ```
/// var follower = ClockFollower()
/// let arrival = try follower.add(audioPosition, at: now)   // both in seconds
/// if let seek = arrival.seek { … }                         // the music jumped by so many seconds
/// let shown = follower.position(at: presentationTime)
/// ```
///
/// Positions have any unit that runs at a known rate: seconds (the default rate 1), beats, frames.
/// Times are seconds of one clock of the program. Nothing is read, nothing is allocated.
public struct ClockFollower: Hashable, Sendable {
  /// How well the leader is known.
  public enum State: Hashable, Sendable {
    /// No sample yet, or the position has not moved for half a second: what is shown waits.
    case unlocked
    /// The leader's line is not certain yet, or not reached. What is shown runs at 0 to 110 % of the
    /// leader's rate.
    case acquiring
    /// What is shown is on the line, and follows it within ``Settings/catchUp``.
    case locked
  }

  /// What is expected of a leader.
  public struct Settings: Hashable, Sendable {
    /// Positions per second by name: 1 for a position in seconds (the default), 2 for beats at 120 a
    /// minute; 1e-6...1e5.
    public var rate: Double
    /// How far the true rate may be from it, as a share: 0.005 by default, ten times what sound devices
    /// drift apart; 0...0.1. Above 0.01 the rate is measured before the first lock, for two seconds.
    public var rateTolerance = 0.005
    /// Seconds by which the earliest arrivals of two quarters of a second may differ: 0.005 by default,
    /// for audio positions read 60 times a second; 1e-4...0.1. Where they differ by more, the lock takes
    /// four seconds, and is as exact as they are.
    public var tolerance = 0.005
    /// A jump of the leader beyond so many seconds is a seek, a smaller one is caught up with: 0.1 by
    /// default, four steps of an audio device; 0.01...10.
    public var seekDistance = 0.1
    /// How far the rate of what is shown may depart from the leader's, as a share: 0.02 by default,
    /// 0.1 ms in each frame at 200 Hz; 0.001...0.1.
    public var catchUp = 0.02

    /// The settings for a leader that runs at `rate` positions a second.
    public init(rate: Double = 1) { self.rate = rate }

    package var isValid: Bool {
      (1e-6...1e5).contains(rate) && (0...0.1).contains(rateTolerance)
        && (1e-4...0.1).contains(tolerance) && (0.01...10).contains(seekDistance)
        && (0.001...0.1).contains(catchUp)
    }
  }

  /// What one sample showed.
  public struct Arrival: Hashable, Sendable {
    /// Whether it says something new: `false` if its time is not after the last sample's, if its
    /// position is the last sample's, or if it is far off and not confirmed yet.
    public internal(set) var isUsed = false
    /// Seconds by which it was late, as far as the line is known; negative: early, and the line has been
    /// raised to it.
    public internal(set) var lateness = 0.0
    /// Whether the state became ``State/locked``.
    public internal(set) var hasLocked = false
    /// Whether the state became ``State/unlocked``.
    public internal(set) var hasUnlocked = false
    /// Units of its position by which the leader jumped, negative: back. What is shown jumped with it.
    public internal(set) var seek: Double?
    /// Whether the leader's line is another than before.
    public internal(set) var hasMovedLine = false
  }

  /// Seconds without a move after which a leader has stopped: above the holes of 200 ms that audio
  /// devices make.
  static let longestHole = 0.5
  /// The magnitude that no time may pass, nor any position in the leader's seconds: up to 1e9 s a
  /// `Double` holds a tenth of a microsecond.
  package static let limit = 1e9

  let settings: Settings
  /// How well the leader is known.
  public internal(set) var state = State.unlocked
  /// The newest sample whose time was in order; nil before the first.
  private var last: Sample?
  /// When the position last changed.
  private var lastMove = 0.0
  /// The sample that all others are stored relative to.
  private var origin = Sample(time: 0, position: 0)
  var arrivals = EarliestArrivals()
  var line = Line()
  var shown = Shown()
  private var candidate: Candidate?
  /// Seconds after the first sample at which acquiring began.
  var beginning = 0.0
  /// Whether the rate is expected to within 1 %, or has been measured.
  var isRateKnown: Bool

  /// A follower that has heard nothing yet; by default of an audio device's position in seconds.
  /// - Precondition: each setting is in its range.
  public init(_ settings: Settings = Settings()) {
    precondition(
      settings.isValid, "a setting of a clock follower is outside its range")
    self.settings = settings
    isRateKnown = settings.rateTolerance <= 0.01
  }

  /// Adds a sample: the leader was seen at `position`.
  ///
  /// A sample that is not after the last one in time, as from a thread that was overtaken, is ignored.
  /// - Parameters:
  ///   - position: In the leader's units; may be late, may jump; within ±1e9 s at the leader's rate.
  ///   - time: Seconds when it was read, within ±1e9.
  /// - Throws: ``RepeatError/invalidSample(position:time:)``; nothing is changed then.
  @discardableResult
  public mutating func add(_ position: Double, at time: Double) throws(RepeatError) -> Arrival {
    guard time.magnitude <= Self.limit, (position / settings.rate).magnitude <= Self.limit else {
      throw .invalidSample(position: position, time: time)
    }
    return take(Sample(time: time, position: position))
  }

  /// The position to show at `time`: on the leader's line, or on its way there.
  ///
  /// It never steps back, except at a seek. While locked its rate is the leader's within
  /// ``Settings/catchUp``. It may be asked for a time after the last sample, when a picture will be seen.
  /// - Parameter time: Seconds; finite; not before the last sample.
  /// - Returns: In the leader's units; nil before the first sample.
  public func position(at time: Double) -> Double? {
    guard last != nil else { return nil }
    let x = shown.waitingAt == nil ? time - origin.time : 0
    return origin.position + settings.rate * (x + shownHeight(at: x))
  }

  /// Positions per second that the leader runs at, as far as it is known.
  public var rate: Double { settings.rate * (1 + line.slope) }

  /// Seconds by which the earliest arrivals of the last four seconds lie below the line, on average: how
  /// well the line is known. Nil before the first full quarter of a second.
  public var spread: Double? { arrivals.spread(below: line) }

  /// The leader's line, for positions in cycles or beats.
  ///
  /// Lock again to a new one when an arrival has moved the line (``Arrival/hasMovedLine``).
  /// - Parameter time: Seconds, within ±1e9: the time of the line's anchor, which changes nothing.
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

  /// Samples that are far from the line, and agree with each other.
  private struct Candidate: Hashable, Sendable {
    var earliest: Point
    let start: Double
    var count = 1
    /// Nothing but a seek looks like it: far ahead of the line, or behind the sample before.
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
      // It has run on for as long as it took to see that the leader had stopped, and may wait for that.
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

  /// Takes a sample that is far off for a seek if two before it agree and, unless nothing else looks
  /// like it, no sample has been near the line for half a second.
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

  /// Acquires the line again from one arrival, to which what is shown jumps or catches up.
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

  /// Forgets all arrivals but one; the rate is kept.
  private mutating func begin(at point: Point) {
    (state, beginning, candidate) = (.acquiring, point.x, nil)
    arrivals = EarliestArrivals()
    arrivals.add(point)
    line.anchor = point
  }
}
