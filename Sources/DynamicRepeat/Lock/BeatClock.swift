// SPDX-License-Identifier: Apache-2.0

/// The beats of music: a line with one cycle per beat, and the number of beats per bar.
///
/// A `BeatClock` reads no clock; every query is given a time. For times before the latest change,
/// results are as if the present tempo had always been in effect.
///
/// ```
/// var music = try BeatClock(beatsPerMinute: 120, at: 0)
/// music.beat(at: 1.25).cycle                             // 2: the third beat
/// music.nextBar(at: 1.25).flatMap(music.time(ofBeat:))   // 2 seconds; nil while the clock is paused
/// try music.setTempo(beatsPerMinute: 90, at: 2)          // the beat position stays
/// ```
public struct BeatClock: Hashable, Sendable, BitwiseCopyable {
  /// The beats as a line, for ``RepeatController/lock(to:within:)``.
  public private(set) var line: RepeatLine
  /// Beats per bar; beat 0 starts a bar.
  public let beatsPerBar: Int

  /// Valid tempos in beats per minute: from 0 (paused) to 6e7 (a million beats per second).
  public static let tempos: ClosedRange<Double> = 0...6e7
  /// Valid numbers of beats per bar.
  public static let barLengths = 1...1_000_000

  /// A clock with a steady tempo.
  /// - Parameters:
  ///   - beatsPerMinute: In ``tempos``.
  ///   - time: Seconds, within ±1e12.
  ///   - beat: The beat position at `time`. Default: 0.
  ///   - beatsPerBar: In ``barLengths``. Default: 4, common time.
  /// - Throws: the ``RepeatError`` that names the first invalid number.
  public init(
    beatsPerMinute: Double, at time: Double, beat: CyclePosition = .zero, beatsPerBar: Int = 4
  ) throws(RepeatError) {
    guard Self.barLengths.contains(beatsPerBar) else { throw .invalidBeatsPerBar(beatsPerBar) }
    let rate = try Self.rate(beatsPerMinute: beatsPerMinute)
    try check(time: time)
    self.beatsPerBar = beatsPerBar
    line = RepeatLine(time: Ticks(seconds: time), position: Position(beat), rate: rate)
  }

  /// Beats per second, rounded up, so that a beat is never a tick longer than requested.
  private static func rate(beatsPerMinute: Double) throws(RepeatError) -> Rate {
    guard tempos.contains(beatsPerMinute) else { throw .invalidTempo(beatsPerMinute) }
    let beatsPerMinute = Rate(hertz: beatsPerMinute).units
    return Rate(units: quotient(beatsPerMinute, 1, over: 60, roundsUp: true))
  }

  /// Sets the tempo from `time` on, without changing the beat position.
  /// - Parameters:
  ///   - beatsPerMinute: In ``tempos``.
  ///   - time: Seconds, within ±1e12.
  /// - Throws: ``RepeatError/invalidTempo(_:)`` or ``RepeatError/invalidTime(_:)``. An error leaves
  ///   the clock unchanged.
  public mutating func setTempo(beatsPerMinute: Double, at time: Double) throws(RepeatError) {
    let rate = try Self.rate(beatsPerMinute: beatsPerMinute)
    try check(time: time)
    let tick = Ticks(seconds: time)
    line = RepeatLine(time: tick, position: line.position(at: tick), rate: rate)
  }

  /// Sets the beat position at `time`; the clock continues from there.
  /// - Parameters:
  ///   - beat: The beat position.
  ///   - time: Seconds, within ±1e12.
  /// - Throws: ``RepeatError/invalidTime(_:)``. An error leaves the clock unchanged.
  public mutating func seek(toBeat beat: CyclePosition, at time: Double) throws(RepeatError) {
    try check(time: time)
    line = RepeatLine(time: Ticks(seconds: time), position: Position(beat), rate: line.rate)
  }

  /// Beats per minute.
  public var beatsPerMinute: Double { line.rate.hertz * 60 }

  /// The beat position at `time`: whole beats, and the fraction of the present one.
  /// - Parameter time: Seconds.
  /// - Precondition: `time` is within ±1e12, as for all following methods.
  public func beat(at time: Double) -> CyclePosition { line.position(at: time) }

  /// The time of a beat in seconds: the first `Double` at or after the beat.
  /// - Returns: `nil` if the beat never comes, as at tempo 0, or comes only beyond ±1e12 s.
  public func time(ofBeat beat: WideInt) -> Double? {
    guard line.rate != 0, beat.magnitude <= RepeatLimits.lastCycle.magnitude else { return nil }
    return line.time(of: Position(cycle: beat))?.seconds
  }

  /// The first beat at or after `time`; `nil` at tempo 0.
  ///
  /// At a time that ``time(ofBeat:)`` has returned for a beat, the result is that beat.
  public func nextBeat(at time: Double) -> WideInt? {
    guard line.rate != 0 else { return nil }
    let position = beat(at: time)
    let isThere = position.phase == 0 || self.time(ofBeat: position.cycle) == time
    return isThere ? position.cycle : position.cycle + 1
  }

  /// The first beat at or after `time` that starts a bar; `nil` at tempo 0.
  public func nextBar(at time: Double) -> WideInt? {
    guard let beat = nextBeat(at: time) else { return nil }
    let length = WideInt(beatsPerBar)
    let rest = beat % length
    return rest == 0 ? beat : beat - rest + (rest > 0 ? length : 0)
  }

  /// The elapsed fraction of the present bar at `time`, in [0, 1).
  public func phaseInBar(at time: Double) -> Double {
    let (position, length) = (beat(at: time), WideInt(beatsPerBar))
    let inBar = ((position.cycle % length) + length) % length
    return min((Double(inBar) + position.phase) / Double(beatsPerBar), (1.0).nextDown)
  }
}
