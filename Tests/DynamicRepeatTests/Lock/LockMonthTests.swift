// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming
import TestSupport
import Testing

@Suite struct LockMonthTests {
  /// Cycles, after 30 days and a hundred thousand changes of the leader.
  static let tolerance = 1e-12

  @Test(arguments: [(2, 3)])
  func `30 days and 100,000 tempo changes against whole numbers`(
    _ numerator: Int, _ denominator: Int
  ) throws {
    // Tempos are multiples of 30 a minute, changes 26 s apart: half beats are whole numbers.
    let seed: UInt64 = 65
    var random = SeededRandom(seed: seed)
    let ratio = Double(numerator) / Double(denominator)
    let bounds = LockBounds(leastRate: 0.2, mostRate: 5.5, slope: 4)
    var music = BeatClock(beatsPerMinute: 120, at: 0)
    var heart = try RepeatController.started(0.7) { $0.flood = .counted }
    var halfBeats = 0
    var tempo = 120
    var worst = 0.0
    var locks = 0
    for change in 1...100_000 {
      try heart.lock(
        to: .beats(of: music), ratio: CycleRatio(numerator, denominator), within: bounds)
      let time = Double(change) * 26
      locks += heart.advance(to: time).count { $0.kind == .locked }
      halfBeats += tempo * 26 / 30
      // Exact: the remainder is of whole numbers.
      let target = Double(halfBeats * numerator % (2 * denominator)) / Double(2 * denominator)
      worst = max(worst, phaseError(heart.sample(at: time).position.phase, target))
      tempo = 30 * Int.random(in: 1...7, using: &random)
      try music.setTempo(beatsPerMinute: Double(tempo), at: time)
    }
    #expect(heart.now > 30 * 86_400)
    #expect(locks == 100_000, "one plan, and one event, for each change")
    #expect(worst <= Self.tolerance, "\(worst), ratio \(ratio), seed \(seed)")
  }
}
