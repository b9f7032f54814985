// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import TestSupport
import Testing

@Suite struct BeatClockTests {
  @Test(arguments: [0, 0.25, 0.5, 1.25, -0.25, -1])
  func `at 120 beats per minute, the position is twice the time in seconds`(time: Double)
    throws
  {
    let clock = try BeatClock(beatsPerMinute: 120, at: 0)
    #expect(clock.beat(at: time) == CyclePosition(2 * time))
    #expect(clock.beatsPerMinute == 120)
  }

  /// A time, the next beat, the first beat of the next bar, and the elapsed thirds of the bar.
  static let bars: [(time: Double, beat: Int, bar: Int, thirds: Double)] = [
    (0, 0, 0, 0), (0.1, 1, 3, 0.2), (0.5, 1, 3, 1), (1, 2, 3, 2), (1.4, 3, 3, 2.8),
    (1.5, 3, 3, 0), (1.6, 4, 6, 0.2), (-0.1, 0, 0, 2.8), (-0.6, -1, 0, 1.8), (-2, -4, -3, 2),
  ]

  @Test(arguments: bars.indices)
  func `with three beats in a bar, the next beat and the next bar are found`(index: Int) throws {
    let (time, beat, bar, thirds) = Self.bars[index]
    let clock = try BeatClock(beatsPerMinute: 120, at: 0, beatsPerBar: 3)
    #expect(clock.nextBeat(at: time) == beat)
    #expect(clock.nextBar(at: time) == bar)
    #expect((clock.phaseInBar(at: time) - thirds / 3).magnitude < 1e-15)
  }

  @Test func `at the time of a beat, the next beat is that beat, at any tempo`() throws {
    let seed: UInt64 = 41
    var random = SeededRandom(seed: seed)
    for _ in 0..<2000 {
      let clock = try BeatClock(
        beatsPerMinute: random.double(in: 20...400), at: random.double(in: -100...100),
        beat: CyclePosition(random.double(in: -50...50)))
      let beat = WideInt(random.double(in: -500...500))
      let time = try #require(clock.time(ofBeat: beat))
      #expect(clock.nextBeat(at: time) == beat, "seed \(seed)")
      #expect(clock.nextBeat(at: time.nextUp) == beat + 1, "seed \(seed)")
      #expect(clock.nextBeat(at: time.nextDown) == beat, "seed \(seed)")
      #expect(clock.beat(at: time).cycle == beat, "seed \(seed)")
    }
  }

  @Test func `a tempo change keeps the beat position, and a seek keeps the tempo`() throws {
    var clock = try BeatClock(beatsPerMinute: 100, at: 3, beat: CyclePosition(7.25))
    let before = clock.beat(at: 4.1)
    try clock.setTempo(beatsPerMinute: 140, at: 4.1)
    #expect(clock.beat(at: 4.1) == before && clock.beatsPerMinute == 140)
    try clock.seek(toBeat: CyclePosition(cycle: 16, phase: 0.5), at: 6)
    #expect(clock.beat(at: 6) == CyclePosition(cycle: 16, phase: 0.5))
    #expect(clock.beatsPerMinute == 140)
    #expect((clock.beat(at: 9).cycles - 23.5).magnitude < 1e-12)
  }

  @Test(arguments: [2, 2.5]) func `a paused clock has no next beat`(beat: Double) throws {
    let clock = try BeatClock(beatsPerMinute: 0, at: 0, beat: CyclePosition(beat), beatsPerBar: 2)
    #expect(clock.beat(at: 1e9) == CyclePosition(beat))
    #expect(clock.nextBeat(at: 5) == nil && clock.nextBar(at: 5) == nil)
    #expect(clock.time(ofBeat: 3) == nil)
    #expect(clock.time(ofBeat: 2) == nil)
  }

  @Test func `after a month with a tempo change every 26 seconds, the beat is exact`() throws {
    // The sum of the beats is exact, because tempos and times are dyadic.
    var clock = try BeatClock(beatsPerMinute: 120, at: 0)
    var random = SeededRandom(seed: 42)
    var quarterBeats: WideInt = 0
    let tempos = [60.0, 90, 120, 150, 180]
    var tempo = 120.0
    for second in 0..<100_000 {
      quarterBeats += WideInt(tempo) * 26 * 4 / 60
      tempo = tempos[Int(random.double(in: 0...4.999))]
      try clock.setTempo(beatsPerMinute: tempo, at: Double(second + 1) * 26)
    }
    let beat = clock.beat(at: 2.6e6)
    #expect(beat.cycle == quarterBeats / 4)
    #expect((beat.phase - Double(quarterBeats % 4) / 4).magnitude < 1e-15)
  }

  @Test func `errors name the invalid number`() throws {
    for tempo in [-1, 6.1e7, .nan, .infinity] {
      let error = #expect(throws: RepeatError.self) { try BeatClock(beatsPerMinute: tempo, at: 0) }
      #expect(error?.description.contains("0 to 6e7") == true)
    }
    #expect(throws: RepeatError.invalidTime(1e13)) { try BeatClock(beatsPerMinute: 1, at: 1e13) }
    for beats in [0, -4, 1_000_001] {
      #expect(throws: RepeatError.invalidBeatsPerBar(beats)) {
        try BeatClock(beatsPerMinute: 1, at: 0, beatsPerBar: beats)
      }
    }
    var clock = try BeatClock(beatsPerMinute: 120, at: 0)
    let before = clock
    #expect(throws: RepeatError.invalidTempo(-3)) { try clock.setTempo(beatsPerMinute: -3, at: 0) }
    #expect(throws: RepeatError.invalidTime(.infinity)) {
      try clock.setTempo(beatsPerMinute: 3, at: .infinity)
    }
    #expect(throws: RepeatError.self) { try clock.seek(toBeat: .zero, at: .nan) }
    #expect(clock == before)
  }
}
