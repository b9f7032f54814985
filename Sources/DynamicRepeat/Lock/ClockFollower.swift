// SPDX-License-Identifier: Apache-2.0

/// Follows a clock (the leader) that is known only through samples: an audio device's position,
/// MIDI clock, a server's time.
///
/// Samples arrive late, never early: an audio position moves in steps of a buffer (1024 / 44,100 s
/// = 23.2 ms), and a message takes time. The least late samples therefore show the leader's line
/// (its position over time); the delays of the other samples are noise.
/// ``line(at:)`` returns the line, for a lock. ``position(at:)`` returns the position to show,
/// which follows the line at a bounded rate.
///
/// ```
/// var follower = ClockFollower()
/// let arrival = try follower.add(audioPosition, at: now)   // both in seconds
/// if let seek = arrival.seek { show(seek) }                // the music jumped by `seek` seconds
/// let shown = follower.position(at: presentationTime)
/// ```
///
/// Positions may have any unit with a known rate: seconds (the default, rate 1), beats, frames.
/// The follower reads no clock and allocates nothing.
public struct ClockFollower: Hashable, Sendable {
  /// The follower's knowledge of the leader.
  public enum State: Hashable, Sendable {
    /// There is no sample yet, or the leader's position has not moved for half a second; the shown
    /// position waits.
    case unlocked
    /// The leader's line is uncertain or not reached yet. The shown position runs at 0 to 110 % of
    /// the leader's rate.
    case acquiring
    /// The shown position is on the line, and follows it within ``ClockFollower/catchUp``.
    case locked
  }

  /// The expected properties of a leader.
  public struct Settings: Hashable, Sendable {
    /// Nominal positions per second: 1 for a position in seconds (the default), 2 for beats at 120
    /// per minute; 1e-6...1e5.
    public var rate: Double
    /// The largest relative difference between the true and the nominal rate; 0...0.1.
    ///
    /// Default 0.005, ten times the drift between sound devices. Above 0.01, the first lock takes
    /// two seconds. If a leader's rate exceeds the tolerance by more than
    /// ``ClockFollower/catchUp``, the follower reports seeks, and is
    /// ``ClockFollower/State/acquiring`` most of the time.
    public var rateTolerance = 0.005
    /// The largest expected difference of the delays, in seconds; 1e-4...0.1.
    ///
    /// The delay of a quarter second is that of its least late sample. The difference is between the
    /// delays of any two quarter seconds.
    ///
    /// Default 0.005, for audio positions read 60 times per second. If the delays differ by
    /// more, the lock takes two seconds, and is off by up to that difference.
    public var tolerance = 0.005

    /// The settings for a leader of `rate` positions per second.
    public init(rate: Double = 1) { self.rate = rate }

    package var isValid: Bool {
      (1e-6...1e5).contains(rate) && (0...0.1).contains(rateTolerance)
        && (1e-4...0.1).contains(tolerance)
    }
  }

  /// The result of one sample.
  public struct Arrival: Hashable, Sendable {
    /// Whether the sample was used.
    ///
    /// A sample is not used if its time is not after the last sample's, if its position equals the
    /// last sample's, or if it is far from the line and not confirmed yet.
    public internal(set) var isUsed = false
    /// Seconds by which the sample was late; negative if it was above the line, which then rises to
    /// the sample.
    public internal(set) var lateness = 0.0
    /// The jump of the shown position to the leader's line, in the leader's units; negative if the
    /// jump goes back, `nil` if there is none.
    public internal(set) var seek: Double?
    /// Whether the leader's line has changed.
    public internal(set) var hasMovedLine = false
  }

  /// The smallest jump in seconds that counts as a seek, four steps of an audio device; after a
  /// smaller jump, the shown position catches up.
  public static let seekDistance = 0.1
  /// The largest relative difference between the shown and the leader's rate while locked.
  ///
  /// In a frame at 200 Hz, the shown position gains or loses at most 0.1 ms.
  public static let catchUp = 0.02
  /// Seconds without movement after which a leader counts as stopped; the position of a playing
  /// sound device can stay the same for 0.2 s.
  static let longestHole = 0.5
  /// The largest magnitude of times, and of positions divided by the nominal rate; a `Double` of
  /// this size resolves a tenth of a microsecond.
  package static let limit = 1e9

  let settings: Settings
  /// The present knowledge of the leader.
  public private(set) var state = State.unlocked
  private var unused1 = Unused<7>()
  /// The first sample; the line is relative to it.
  private var (originTime, originPosition) = (0.0, 0.0)
  /// The time and position of the latest sample, and the time at which the position last changed.
  private var (lastTime, lastPosition, lastMove) = (-Double.infinity, 0.0, 0.0)
  private var line = Line()
  /// The largest possible error of the line's slope.
  private var uncertainty: Double
  /// The least late sample of each quarter second with at least four samples.
  private var arrivals = FixedList<16, Point>()
  private var (quarterStart, quarterSamples) = (0.0, 0)
  /// The distance of the shown position below the line, which closes steadily from `gapStart` to
  /// `gapEnd`.
  private var (gap, gapStart, gapEnd) = (0.0, 0.0, 0.0)
  /// The shown position, in the leader's seconds, while it waits; nil while it moves.
  private var waitingAt: Double?
  private var unused2 = Unused<7>()
  /// The least late of several samples far from the line.
  ///
  /// If such samples continue until `candidateDue`, the leader has jumped. All samples since
  /// `farSince` were far from the line.
  private var candidate: Point?
  private var unused3 = Unused<7>()
  private var (candidateDue, farSince) = (0.0, 0.0)

  /// A follower without samples; by default for an audio device's position in seconds.
  /// - Precondition: Each setting is in its range.
  public init(_ settings: Settings = Settings()) {
    precondition(settings.isValid, "a setting of a clock follower is outside its range")
    (self.settings, uncertainty) = (settings, settings.rateTolerance)
  }

  /// The position to show at `time`: on the leader's line, or approaching it.
  ///
  /// At times up to the next sample, the position never steps back, except at a seek. At a later
  /// time, such as that of a coming picture, the position is extrapolated, and may step back when
  /// the leader stops or jumps. While locked, the position's rate differs from the leader's by at
  /// most ``catchUp``.
  /// - Parameter time: Seconds; finite; not before the last sample.
  /// - Returns: The position in the leader's units; nil before the first sample.
  public func position(at time: Double) -> Double? {
    guard lastTime > -.infinity else { return nil }
    return originPosition + settings.rate * shownSeconds(at: time - originTime)
  }

  /// The estimated rate of the moving leader, in positions per second; a stop does not change it.
  public var rate: Double { settings.rate * (1 + line.slope) }

  /// The leader's line, for positions in cycles or beats; while the leader is stopped, its last line.
  ///
  /// After a sample that moved the line (``Arrival/hasMovedLine``), lock again to the new line.
  /// - Parameter time: The time of the line's anchor; seconds, within ±1e9.
  /// - Returns: `nil` before the first sample.
  /// - Throws: the ``RepeatError`` that names a time, a position or a rate beyond the limits.
  public func line(at time: Double) throws(RepeatError) -> RepeatLine? {
    guard time.magnitude <= Self.limit else { throw .invalidTime(time) }
    guard lastTime > -.infinity else { return nil }
    let x = time - originTime
    let position = originPosition + settings.rate * (x + line.height(at: x))
    return try RepeatLine(CyclePosition(position), at: time, hertz: rate)
  }

  /// Adds a sample: the leader's position at a time.
  ///
  /// A sample that is not later than the last sample, for example from a delayed thread, is
  /// ignored.
  /// - Parameters:
  ///   - position: In the leader's units; divided by the nominal rate, within ±1e9 s. The position
  ///     may be late, and may jump.
  ///   - time: The time at which the position was read, in seconds, within ±1e9.
  /// - Throws: ``RepeatError/invalidSample(position:time:)``. An error leaves the follower
  ///   unchanged.
  @discardableResult
  public mutating func add(_ position: Double, at time: Double) throws(RepeatError) -> Arrival {
    guard time.magnitude <= Self.limit, (position / settings.rate).magnitude <= Self.limit else {
      throw .invalidSample(position: position, time: time)
    }
    guard lastTime > -.infinity else {
      (originTime, originPosition) = (time, position)
      (lastTime, lastPosition, lastMove) = (time, position, time)
      return restart(at: Point(x: 0, y: 0), now: 0, from: 0)
    }
    guard time > lastTime else { return Arrival() }
    let back = (lastPosition - position) / settings.rate
    (lastTime, lastPosition) = (time, position)
    let x = time - originTime
    let height = shownSeconds(at: x) - x
    if back == 0 {
      guard state != .unlocked, time - lastMove > Self.longestHole else { return Arrival() }
      (state, candidate, waitingAt) = (.unlocked, nil, x + height)
      return Arrival()
    }
    lastMove = time
    let point = Point(x: x, y: (position - originPosition) / settings.rate - x)
    if state == .unlocked {
      // The shown position ran on for up to `longestHole` before the stop was detected, so it may
      // have to wait that long for the leader.
      let waits = -Self.seekDistance...(Self.longestHole + Self.seekDistance)
      return restart(at: point, now: x, from: waits.contains(height - point.y) ? height : nil)
    }
    let lateness = line.distance(to: point)
    // While the follower acquires the line, the line's slope may be wrong by `uncertainty`.
    let turned = state == .acquiring ? uncertainty * (x - arrivals[0].x) : 0
    if lateness.magnitude <= Self.seekDistance + turned {
      return include(point, lateness: lateness)
    }
    // A sample that is early, or behind the previous one, is a jump and not a late arrival.
    let delay = lateness < 0 || back > Self.seekDistance ? 0.03 : Self.longestHole
    return consider(point, lateness: lateness, due: x + delay)
  }
}

// The line is fitted to the least late samples of the last 16 quarter seconds, so that no sample is
// above the line. Its slope is such that the nearest sample of the older half is as near to the
// line as the nearest sample of the newer half. The constants below were found by simulation.

extension ClockFollower {
  /// A sample: `x` is the seconds since the first sample, `y` the seconds by which the leader is
  /// ahead of its nominal rate.
  struct Point: FixedListElement {
    var x: Double
    var y: Double
    static let filler = Point(x: .infinity, y: 0)
    var isFiller: Bool { x == .infinity }
  }

  private struct Line: Hashable, Sendable {
    var anchor = Point(x: 0, y: 0)
    var slope = 0.0

    func height(at x: Double) -> Double { anchor.y + slope * (x - anchor.x) }
    func distance(to point: Point) -> Double { height(at: point.x) - point.y }
  }

  /// The shown position in the leader's seconds.
  private func shownSeconds(at x: Double) -> Double {
    if let waitingAt { return waitingAt }
    let left = x < gapEnd ? min(1, (gapEnd - x) / (gapEnd - gapStart)) : 0
    return x + line.height(at: x) - gap * left
  }

  /// Closes the gap to the line within the bounds of the rate, in at least a quarter of a second.
  private mutating func approachLine(at x: Double, from height: Double) {
    gap = line.height(at: x) - height
    let most = (state == .locked ? Self.catchUp : gap > 0 ? 0.1 : 0.99) * (1 + line.slope)
    (gapStart, gapEnd, waitingAt) = (x, x + max(gap.magnitude / most, 0.25), nil)
  }

  /// Treats a sample far from the line as a seek at the time `due`, if the later samples agree.
  private mutating func consider(_ point: Point, lateness: Double, due: Double) -> Arrival {
    if candidate == nil { farSince = point.x }
    if let first = candidate, (point.y - first.y).magnitude <= Self.seekDistance {
      candidate = point.y > first.y ? point : first
    } else {
      // The samples of a leader that runs at another rate never agree, so the wait is limited.
      (candidate, candidateDue) = (point, min(due, farSince + 2 * Self.longestHole))
    }
    guard point.x >= candidateDue else { return Arrival(lateness: lateness) }
    return restart(at: candidate ?? point, now: point.x, from: nil)
  }

  /// Acquires the line again from one sample.
  ///
  /// The shown position approaches the line from `height`, or jumps to the line if `height` is
  /// `nil`.
  private mutating func restart(at point: Point, now x: Double, from height: Double?) -> Arrival {
    let before = shownSeconds(at: x) - x
    // A seek while the follower acquires the line can come from a wrong estimate of the rate.
    if state == .acquiring { uncertainty = settings.rateTolerance }
    (state, candidate, line.anchor) = (.acquiring, nil, point)
    (arrivals, quarterStart, quarterSamples) = (FixedList(), point.x, 1)
    arrivals.append(point)
    let target = line.height(at: x)
    approachLine(at: x, from: height ?? target)
    let seek = height == nil ? (target - before) * settings.rate : nil
    return Arrival(isUsed: true, seek: seek, hasMovedLine: true)
  }

  /// Adds a sample near the line; locks when the line is certain and the shown position is on it.
  private mutating func include(_ point: Point, lateness: Double) -> Arrival {
    var arrival = Arrival(isUsed: true, lateness: lateness)
    let (height, before) = (shownSeconds(at: point.x) - point.x, line)
    candidate = nil
    // A sample this early means that the leader has jumped.
    if lateness < -settings.tolerance - uncertainty * (point.x - line.anchor.x), state == .locked {
      (arrivals, quarterSamples, uncertainty) = (FixedList(), 0, settings.rateTolerance)
    }
    if quarterSamples == 0 {
      if arrivals.isFull { arrivals.remove(at: 0) }
      arrivals.append(point)
      quarterStart = point.x
    } else if point.y >= arrivals[arrivals.count - 1].y {
      arrivals[arrivals.count - 1] = point
    }
    quarterSamples += 1
    let isQuarter = quarterSamples >= 4 && point.x - quarterStart >= 0.25
    if isQuarter { correctSlope() }
    guard isQuarter || lateness < 0 else { return arrival }
    let edge = nearest(0..<arrivals.count)
    line.anchor = Point(x: point.x, y: edge.y + line.slope * (point.x - edge.x))
    arrival.hasMovedLine = line != before
    let lead = height - line.anchor.y
    if lead < -Self.seekDistance || (state == .locked && lead > Self.seekDistance) {
      return restart(at: line.anchor, now: point.x, from: nil)
    }
    if isQuarter, isLineCertain, lead.magnitude <= settings.tolerance { state = .locked }
    approachLine(at: point.x, from: height)
    return arrival
  }

  /// Whether the line is two seconds old, or its rate is known to 1 % and the samples of the last
  /// half second agree.
  private var isLineCertain: Bool {
    let count = arrivals.count
    guard count >= 2, count < 8 else { return count >= 8 }
    let late = max(line.distance(to: arrivals[count - 1]), line.distance(to: arrivals[count - 2]))
    return uncertainty <= 0.01 && late <= settings.tolerance
  }

  /// Turns the line, to make the nearest samples of its older and its newer half equally near.
  ///
  /// The less certain the slope, the larger the turn.
  private mutating func correctSlope() {
    quarterSamples = 0
    guard arrivals.count >= 3 else { return }
    // If all samples of the last second are below the line, the older samples, which are on the
    // line, must have been wrong. While acquiring, three quarters of a second are enough.
    let wrong = max(0, arrivals.count - (state == .locked ? 4 : 3))
    if line.distance(to: nearest(wrong..<arrivals.count)) > settings.tolerance {
      for _ in 0..<wrong { arrivals.remove(at: 0) }
      uncertainty = settings.rateTolerance
    }
    let count = arrivals.count
    let (old, new) = (nearest(0..<count / 2), nearest(count / 2..<count))
    let span = arrivals[count - 1].x - arrivals[0].x
    let turn = (line.distance(to: old) - line.distance(to: new)) / max(new.x - old.x, span / 2)
    // As in a Kalman filter, the old and the turned slope are weighted by their certainty.
    let (error, limit) = (4 * settings.tolerance / span, settings.rateTolerance)
    let share = uncertainty * uncertainty / (uncertainty * uncertainty + error * error)
    line.slope += share * (min(max(line.slope + turn, -limit), limit) - line.slope)
    uncertainty = min(uncertainty, 0.8 * error)
  }

  private func nearest(_ range: Range<Int>) -> Point {
    let index = range.min { line.distance(to: arrivals[$0]) < line.distance(to: arrivals[$1]) }
    return arrivals[index ?? range.lowerBound]
  }
}
