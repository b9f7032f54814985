// SPDX-License-Identifier: Apache-2.0

/// Follows a clock that is only heard: an audio device's position, MIDI clock, a server's time.
///
/// Such a clock is read as samples: at our time, it was at a position. Samples arrive late, never
/// early: an audio position moves in steps of a buffer (1024 / 44,100 s = 23.2 ms), a message takes
/// its time. The earliest arrivals show the true line, the others are noise. The follower gives two
/// positions:
///
/// - ``leaderPosition(at:)``: the line over the earliest arrivals, its offset and its rate. It is
///   corrected as samples arrive, in either direction.
/// - ``position(at:)``: what to show. It follows the line, catches up at a bounded rate, and never
///   steps back, except at a seek, which is flagged.
///
/// ```
/// var follower = ClockFollower()
/// let arrival = follower.add(audioPosition, at: now)   // both in seconds
/// if let seek = arrival.seek { … }                     // the music jumped by so many seconds
/// let shown = follower.position(at: presentationTime)
/// ```
///
/// Positions have any unit that runs at a known rate: seconds (the default rate 1), beats, frames.
/// Times are seconds of one clock of the program. Pure: nothing is read, nothing is allocated.
///
/// Source: the line above all arrivals with the least sum of distances is that of S. Moon, P. Skelly
/// and D. Towsley, "Estimation and removal of clock skew from network delay measurements" (INFOCOM
/// 1999), here over the earliest arrivals of the last 16 quarters of a second.
public struct ClockFollower: Hashable, Sendable {
  /// How well the leader is known.
  public enum State: Hashable, Sendable {
    /// No sample yet, or the position has not moved for ``longestHole``: what is shown waits.
    case unlocked
    /// The leader moves, but its line is not certain yet, or what is shown is not yet on it. What is
    /// shown runs at 0 to 110 % of the leader's rate.
    case acquiring
    /// What is shown is on the line, and follows it within ``Settings/catchUp``.
    case locked
  }

  /// What one sample showed.
  public struct Arrival: Hashable, Sendable {
    /// Whether the sample says something new.
    ///
    /// `false`: its time is not after the last sample's, its position is the last sample's, or it
    /// is far off and not confirmed yet.
    public internal(set) var isUsed = false
    /// Seconds by which the sample was late, as far as the line is known; negative: it was early,
    /// and the line has been raised to it.
    public internal(set) var lateness = 0.0
    /// The state became ``State/locked``.
    public internal(set) var hasLocked = false
    /// The state became ``State/unlocked``: the position has not moved for ``longestHole``.
    public internal(set) var hasUnlocked = false
    /// The leader jumped by so many units of its position, negative: back.
    ///
    /// What is shown jumped with it, and the line is acquired again.
    public internal(set) var seek: Double?
    /// The leader's line is another than before this sample.
    public internal(set) var hasMovedLine = false
  }

  /// A position that stays the same for longer is a leader that has stopped: 0.5 s, above the holes
  /// of 200 ms that audio devices make.
  public static let longestHole = 0.5

  /// The magnitude that no time may pass, nor any position in the leader's seconds: 1e9 s, up to
  /// which a `Double` holds a tenth of a microsecond.
  public static let limit = 1e9

  /// What is expected of the leader.
  public let settings: Settings

  /// How well the leader is known.
  public internal(set) var state = State.unlocked

  /// The newest sample whose time was in order; nil before the first.
  var last: Sample?
  /// When the position last changed.
  var lastMove = 0.0
  /// The sample that all others are stored relative to.
  var origin = Sample(time: 0, position: 0)
  var envelope = Envelope()
  var line = Line()
  var shown = Shown()
  var candidate: Candidate?
  /// Seconds after the first sample at which acquiring began.
  var beginning = 0.0
  /// Whether the rate is expected to within 1 %, or has been measured.
  var isRateKnown: Bool

  /// A follower that has heard nothing yet.
  /// - Precondition: The settings are as they say, or ``init(validating:)`` throws instead.
  public init(_ settings: Settings = Settings()) {
    self = trapping { () throws(ClockFollowerError) in try ClockFollower(validating: settings) }
  }

  /// The same as ``init(_:)``, for settings from outside the program.
  /// - Throws: The first setting that is outside its range.
  public init(validating settings: Settings) throws(ClockFollowerError) {
    if let error = settings.error { throw error }
    self.settings = settings
    isRateKnown = settings.rateTolerance <= 0.01
  }

  /// Takes in that the leader was seen at `position`.
  ///
  /// A sample that is not after the last one in time, as from a thread that was overtaken, is
  /// ignored, and so is the same sample twice.
  /// - Parameters:
  ///   - position: In the leader's units; may be late, may jump.
  ///   - time: Seconds when it was read.
  /// - Precondition: Both are finite; `time`, and `position` divided by the rate, are within
  ///   ±``limit``, or ``add(validating:at:)`` throws instead.
  @discardableResult
  public mutating func add(_ position: Double, at time: Double) -> Arrival {
    trapping { () throws(ClockFollowerError) in try add(validating: position, at: time) }
  }

  /// The same as ``add(_:at:)``, for numbers from outside the program.
  /// - Throws: ``ClockFollowerError/invalidPosition(_:)`` or ``ClockFollowerError/invalidTime(_:)``;
  ///   the follower is as before.
  @discardableResult
  public mutating func add(
    validating position: Double, at time: Double
  ) throws(ClockFollowerError) -> Arrival {
    guard time.magnitude <= Self.limit else { throw .invalidTime(time) }
    guard (position / settings.rate).magnitude <= Self.limit else {
      throw .invalidPosition(position)
    }
    return take(Sample(time: time, position: position))
  }
}

extension ClockFollower {
  struct Sample: Hashable, Sendable {
    var time: Double
    var position: Double
  }

  /// Samples that are far from the line, and agree with each other.
  struct Candidate: Hashable, Sendable {
    /// The earliest of them.
    var arrival: Envelope.Point
    let start: Double
    var count = 1
    /// Nothing but a seek looks like it: far ahead of the line, or behind the sample before.
    let isCertain: Bool
  }

  private mutating func take(_ sample: Sample) -> Arrival {
    var arrival = Arrival()
    guard let previous = last else {
      last = sample
      lastMove = sample.time
      origin = sample
      begin(at: Envelope.Point(x: 0, y: 0))
      shown = Shown()
      (arrival.isUsed, arrival.hasMovedLine) = (true, true)
      return arrival
    }
    guard sample.time > previous.time else { return arrival }
    last = sample
    if sample.position == previous.position {
      if state != .unlocked, sample.time - lastMove > Self.longestHole {
        unlock(at: sample.time)
        arrival.hasUnlocked = true
      }
      return arrival
    }
    lastMove = sample.time
    let point = point(of: sample)
    if state == .unlocked { return resume(at: point) }
    arrival.lateness = line.height(at: point.x) - point.y
    let isFar = arrival.lateness.magnitude > settings.seekDistance
    guard isFar else {
      candidate = nil
      arrival.isUsed = true
      include(point, &arrival)
      return arrival
    }
    let back = (previous.position - sample.position) / settings.rate
    consider(point, isCertain: arrival.lateness < 0 || back > settings.seekDistance, &arrival)
    return arrival
  }

  /// Takes a sample that is far off for a seek, where two before it agree and, unless nothing else
  /// looks like it, no sample has been near the line for ``longestHole``.
  private mutating func consider(
    _ point: Envelope.Point, isCertain: Bool, _ arrival: inout Arrival
  ) {
    guard var candidate, (point.y - candidate.arrival.y).magnitude <= settings.seekDistance else {
      candidate = Candidate(arrival: point, start: point.x, isCertain: isCertain)
      return
    }
    candidate.count += 1
    if point.y > candidate.arrival.y { candidate.arrival = point }
    self.candidate = candidate
    let isOld = point.x - candidate.start >= Self.longestHole
    guard candidate.count >= 3, candidate.isCertain || isOld else { return }
    let before = shownHeight(at: point.x)
    begin(at: candidate.arrival)
    shown = Shown(x: point.x)
    arrival.seek = (line.height(at: point.x) - before) * settings.rate
    (arrival.isUsed, arrival.hasMovedLine) = (true, true)
  }

  /// Goes on after the leader had stopped.
  private mutating func resume(at point: Envelope.Point) -> Arrival {
    var arrival = Arrival(isUsed: true, hasMovedLine: true)
    let before = shownHeight(at: point.x)
    begin(at: point)
    let ahead = before - point.y
    // What is shown has run on for as long as it took to see that the leader had stopped: it waits.
    if ahead > Self.longestHole + settings.seekDistance || ahead < -settings.seekDistance {
      arrival.seek = -ahead * settings.rate
      shown = Shown(x: point.x)
    } else {
      plan(at: point.x, from: before)
    }
    return arrival
  }

  /// Forgets all arrivals but one; the rate is kept.
  private mutating func begin(at point: Envelope.Point) {
    state = .acquiring
    beginning = point.x
    candidate = nil
    envelope = Envelope()
    envelope.add(point)
    line.put(on: point)
  }

  private mutating func unlock(at time: Double) {
    let x = time - origin.time
    let height = shownHeight(at: x)
    state = .unlocked
    candidate = nil
    shown = Shown(x: x, waitingAt: height + x)
  }

  /// How far the sample is from a leader that runs at the expected rate: as seconds since the first,
  /// and seconds that the leader is ahead.
  func point(of sample: Sample) -> Envelope.Point {
    let x = sample.time - origin.time
    return Envelope.Point(x: x, y: (sample.position - origin.position) / settings.rate - x)
  }
}
