// SPDX-License-Identifier: Apache-2.0

/// Where the beats of music are: a tempo, a beat at a time, and the beats of a bar.
///
/// A value without a clock of its own: every answer is for a time. Its beat position carries 106
/// bits, through any number of tempo changes. Times before the latest change are answered as if the
/// present tempo had always held.
///
/// ```
/// var music = BeatClock(beatsPerMinute: 120, at: 0)
/// music.beat(at: 1.25).cycle                             // 2: the third beat
/// music.time(ofBeat: music.nextBar(at: 1.25))            // 2 seconds
/// try music.setTempo(beatsPerMinute: 90, at: 2)          // the beat position stays
/// ```
public struct BeatClock: Hashable, Sendable {
  /// The beats as a line: a cycle is a beat.
  package private(set) var line: RepeatLeader

  /// How many beats a bar has.
  ///
  /// Beat 0 begins a bar.
  public let beatsPerBar: Int

  /// Beats per minute that a clock may have: 0, where it is paused, to a million beats a second.
  public static let tempos: ClosedRange<Double> = 0...6e7

  /// How many beats a bar may have.
  public static let barLengths = 1...1_000_000

  static let longestRamp = 1e9

  /// A clock at a steady tempo.
  /// - Parameters:
  ///   - beatsPerMinute: The tempo, in ``tempos``; 0: it is paused.
  ///   - time: Seconds, within ±``RepeatLeader/latestTime``.
  ///   - beat: The beat position at `time`. Default: 0, the start.
  ///   - beatsPerBar: In ``barLengths``. Default: 4, common time.
  /// - Precondition: the numbers are in their ranges;
  ///   ``init(validatingBeatsPerMinute:at:beat:beatsPerBar:)`` throws instead.
  public init(
    beatsPerMinute: Double, at time: Double, beat: CyclePosition = .zero, beatsPerBar: Int = 4
  ) {
    self = trapping { () throws(BeatError) in
      try BeatClock(
        validatingBeatsPerMinute: beatsPerMinute, at: time, beat: beat, beatsPerBar: beatsPerBar)
    }
  }

  /// The same as ``init(beatsPerMinute:at:beat:beatsPerBar:)``, for numbers from outside the
  /// program.
  /// - Throws: the ``BeatError`` that names the first wrong number.
  public init(
    validatingBeatsPerMinute beatsPerMinute: Double, at time: Double,
    beat: CyclePosition = .zero, beatsPerBar: Int = 4
  ) throws(BeatError) {
    let rate = try Self.rate(beatsPerMinute: beatsPerMinute)
    try RepeatLeader.validate(time: time)
    guard Self.barLengths.contains(beatsPerBar) else { throw .invalidBeatsPerBar(beatsPerBar) }
    self.beatsPerBar = beatsPerBar
    line = RepeatLeader(
      origin: DoubleDouble(time), anchor: PrecisePosition(beat), curve: RateCurve(constant: rate))
  }

  /// Beats per second to 106 bits.
  private static func rate(beatsPerMinute: Double) throws(BeatError) -> DoubleDouble {
    guard tempos.contains(beatsPerMinute) else { throw .invalidTempo(beatsPerMinute) }
    return DoubleDouble(beatsPerMinute) / DoubleDouble(60)
  }
}

// MARK: - Changes

extension BeatClock {
  /// Sets the tempo from `time` on; the beat position stays.
  /// - Parameters:
  ///   - beatsPerMinute: The tempo, in ``tempos``; 0: it is paused.
  ///   - time: Seconds, within ±``RepeatLeader/latestTime``.
  /// - Throws: ``BeatError/invalidTempo(_:)`` or ``BeatError/invalidTime(_:)``; nothing is changed
  ///   then.
  public mutating func setTempo(beatsPerMinute: Double, at time: Double) throws(BeatError) {
    let rate = try Self.rate(beatsPerMinute: beatsPerMinute)
    try RepeatLeader.validate(time: time)
    line.follow(RateCurve(constant: rate), at: DoubleDouble(time))
  }

  /// Reaches a tempo over `seconds` from `time` on, from the tempo at that time; the beat position
  /// stays.
  /// - Parameters:
  ///   - beatsPerMinute: The tempo at the end of the ramp, in ``tempos``.
  ///   - seconds: 0 to 1e9; 0: at once.
  ///   - time: Seconds, within ±``RepeatLeader/latestTime``.
  ///   - shape: How the tempo gets there. Default: at a steady slope.
  /// - Throws: ``BeatError/invalidTempo(_:)``, ``BeatError/invalidInterval(_:)`` or
  ///   ``BeatError/invalidTime(_:)``; nothing is changed then.
  public mutating func ramp(
    toBeatsPerMinute beatsPerMinute: Double, over seconds: Double, at time: Double,
    shape: RampShape = .linear
  ) throws(BeatError) {
    let rate = try Self.rate(beatsPerMinute: beatsPerMinute)
    guard (0...Self.longestRamp).contains(seconds) else { throw .invalidInterval(seconds) }
    try RepeatLeader.validate(time: time)
    let start = DoubleDouble(time)
    line.follow(
      RateCurve(from: line.rate(at: start), to: rate, over: seconds, shape: shape), at: start)
  }

  /// Is at `beat` at `time`, and goes on from there; a ramp under way goes on too.
  /// - Parameters:
  ///   - beat: The beat position.
  ///   - time: Seconds, within ±``RepeatLeader/latestTime``.
  /// - Throws: ``BeatError/invalidTime(_:)``; nothing is changed then.
  public mutating func seek(toBeat beat: CyclePosition, at time: Double) throws(BeatError) {
    try RepeatLeader.validate(time: time)
    line.seek(to: PrecisePosition(beat), at: DoubleDouble(time))
  }
}

#if !hasFeature(Embedded)
  extension BeatClock: Codable {
    /// Reads a saved clock.
    /// - Throws: `DecodingError` that names what is missing or out of its range.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      line = try container.decode(RepeatLeader.self, forKey: .line)
      beatsPerBar = try container.decode(Int.self, forKey: .beatsPerBar)
      try container.require(
        line.curve.startRate >= .zero && line.curve.endRate >= .zero, .line,
        "a clock's tempo must not be negative")
      try container.require(
        Self.barLengths.contains(beatsPerBar), .beatsPerBar,
        BeatError.invalidBeatsPerBar(beatsPerBar).description)
    }
  }
#endif
