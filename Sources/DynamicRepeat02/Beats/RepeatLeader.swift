// SPDX-License-Identifier: Apache-2.0

/// What a repeat can be locked to: a position at a time, and a rate curve from there on.
///
/// `position(at: t) = anchor + the curve's integral from the anchor's time to t`, to 106 bits. A
/// value: when the leader changes, a changed one is handed over with the time of the change. Before
/// the anchor it answers as if the present motion had always held.
public struct RepeatLeader: Hashable, Sendable {
  /// Seconds on the timeline.
  package private(set) var origin: DoubleDouble
  /// The position at `origin`, in cycles.
  package private(set) var anchor: PrecisePosition
  package private(set) var curve: RateCurve
  /// The curve's own time at `origin`; above 0 where a ramp was under way.
  package private(set) var curveStart: DoubleDouble

  /// The largest magnitude of a time, in seconds: 30,000 years, as for a repeat.
  public static let latestTime = 1e12

  /// The largest magnitude of a rate, in cycles per second, as for a repeat.
  public static let highestRate = 1e6

  /// A leader at a steady rate.
  /// - Parameters:
  ///   - hertz: Cycles per second, within ±``highestRate``; 0: it does not move.
  ///   - time: Seconds, within ±``latestTime``.
  ///   - position: Where it is at `time`. Default: 0.
  /// - Precondition: the numbers are in their ranges; ``init(validatingHertz:at:position:)`` throws
  ///   instead.
  public init(hertz: Double, at time: Double, position: CyclePosition = .zero) {
    self = trapping { () throws(BeatError) in
      try RepeatLeader(validatingHertz: hertz, at: time, position: position)
    }
  }

  /// The same as ``init(hertz:at:position:)``, for numbers from outside the program.
  /// - Throws: ``BeatError/invalidRate(_:)`` or ``BeatError/invalidTime(_:)``.
  public init(validatingHertz hertz: Double, at time: Double, position: CyclePosition = .zero)
    throws(BeatError)
  {
    guard hertz.magnitude <= Self.highestRate else { throw .invalidRate(hertz) }
    try Self.validate(time: time)
    self.init(
      origin: DoubleDouble(time), anchor: PrecisePosition(position),
      curve: RateCurve(constant: DoubleDouble(hertz)))
  }

  /// The beats of a clock: a cycle is a beat.
  public init(_ clock: BeatClock) { self = clock.line }

  /// The same, to be written as `.beats(of: music)`.
  public static func beats(of clock: BeatClock) -> RepeatLeader { RepeatLeader(clock) }

  package init(
    origin: DoubleDouble, anchor: PrecisePosition, curve: RateCurve,
    curveStart: DoubleDouble = .zero
  ) {
    self.origin = origin
    self.anchor = anchor
    let isOver = curveStart.high >= curve.rampDuration
    self.curve = isOver ? RateCurve(constant: curve.endRate) : curve
    self.curveStart = isOver ? .zero : curveStart
  }

  /// Whole cycles and phase at `time`.
  /// - Parameter time: Seconds; within ±``latestTime``.
  /// - Precondition: `time` is in that range.
  public func position(at time: Double) -> CyclePosition {
    Self.require(time: time)
    return CyclePosition(position(at: DoubleDouble(time)).settled)
  }

  /// Cycles per second at `time`.
  /// - Precondition: `time` is within ±``latestTime``.
  public func hertz(at time: Double) -> Double {
    Self.require(time: time)
    return rate(at: DoubleDouble(time)).high
  }

  @inline(never)
  package func position(at time: DoubleDouble) -> PrecisePosition {
    let end = curveTime(at: time)
    // From the anchor itself where the curve begins there: one integral less to round.
    let cycles =
      curveStart == .zero
      ? curve.cycles(at: end) : curve.cycles(at: end) - curve.cycles(at: curveStart)
    return anchor.advanced(by: cycles)
  }

  package func rate(at time: DoubleDouble) -> DoubleDouble { curve.rate(at: curveTime(at: time)) }

  /// Seconds on the timeline at which its rate begins to change; `nil` unless that lies ahead.
  package func rampStart(after time: DoubleDouble) -> DoubleDouble? {
    guard !curve.isConstant else { return nil }
    let start = origin - curveStart
    return start > time ? start : nil
  }

  /// Seconds on the timeline at which its rate stops changing; `nil` unless that lies ahead.
  @inline(never)
  package func rampEnd(after time: DoubleDouble) -> DoubleDouble? {
    guard !curve.isConstant else { return nil }
    let end = origin + (DoubleDouble(curve.rampDuration) - curveStart)
    return end > time ? end : nil
  }

  /// When the position is or was `target`; `nil` where it never is.
  ///
  /// As if the present motion had always held; only for curves that do not turn round.
  package func time(of target: PrecisePosition) -> DoubleDouble? {
    let cycles = curve.cycles(at: curveStart) + target.distance(from: anchor)
    // Before its start the curve has its first rate.
    let first = curve.isConstant ? curve.endRate : curve.startRate
    let end: DoubleDouble?
    if cycles.sign == 0 {
      end = .zero
    } else if curve.isConstant || cycles.sign != first.sign && cycles.sign * first.sign != 0 {
      end = first.sign == 0 ? nil : cycles / first
    } else {
      end = curve.time(reaching: cycles, after: .zero)
    }
    guard let end else { return nil }
    let time = (origin + (end - curveStart)).withoutNoise
    return time.magnitude.high <= Self.latestTime ? time : nil
  }

  package func curveTime(at time: DoubleDouble) -> DoubleDouble { curveStart + (time - origin) }

  // MARK: - Changes

  /// Goes on along `curve` from `time`, from where it is then.
  package mutating func follow(_ curve: RateCurve, at time: DoubleDouble) {
    self = RepeatLeader(origin: time, anchor: position(at: time), curve: curve)
  }

  /// Goes on from `position` at `time`, with the rates that it would have had.
  package mutating func seek(to position: PrecisePosition, at time: DoubleDouble) {
    self = RepeatLeader(
      origin: time, anchor: position, curve: curve, curveStart: curveTime(at: time))
  }

  /// The same motion on a timeline whose times are `seconds` later.
  package mutating func shift(by seconds: DoubleDouble) { origin = origin + seconds }

  static func validate(time: Double) throws(BeatError) {
    guard time.magnitude <= latestTime else { throw .invalidTime(time) }
  }

  static func require(time: Double) {
    precondition(
      time.magnitude <= latestTime, "a time must be within ±1e12 seconds, but is \(time)")
  }
}

extension PrecisePosition {
  /// The boundary that it is so near to that rounding may have put it on the wrong side: within
  /// 1e-18 cycle, far above the roundings and far below what a `Double` shows.
  package var settled: PrecisePosition {
    if fraction.high < 1e-18 { return PrecisePosition(cycle: cycle, fraction: .zero) }
    guard fraction.high == 1, (DoubleDouble.one - fraction).high < 1e-18 else { return self }
    return PrecisePosition(cycle: cycle + 1, fraction: .zero)
  }
}

#if !hasFeature(Embedded)
  extension RepeatLeader: Codable {
    /// Reads a saved leader.
    /// - Throws: `DecodingError` that names what is missing or out of its range.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      self.init(
        origin: try container.decode(DoubleDouble.self, forKey: .origin),
        anchor: try container.decode(PrecisePosition.self, forKey: .anchor),
        curve: try container.decode(RateCurve.self, forKey: .curve),
        curveStart: try container.decode(DoubleDouble.self, forKey: .curveStart))
      try container.require(
        isWithinReach, .origin,
        "a leader must have times within ±2e12 s, rates within ±1e6 Hz and a position within ±1e18 cycles"
      )
    }
  }
#endif

extension RepeatLeader {
  /// Whether every number is in its range.
  package var isWithinReach: Bool {
    // The reciprocal of the shortest cycle may lie a rounding beyond the highest rate.
    let highestRate = Self.highestRate.nextUp
    // A timeline may have been moved, and the leader with it.
    return origin.magnitude.high <= 2 * Self.latestTime
      && curve.startRate.magnitude.high <= highestRate
      && curve.endRate.magnitude.high <= highestRate
      && curve.rampDuration <= BeatClock.longestRamp
      && curveStart.magnitude.high <= 2 * Self.latestTime
      && anchor.cycle.magnitude <= WideInt(CyclePosition.limit).magnitude + 1
  }
}
