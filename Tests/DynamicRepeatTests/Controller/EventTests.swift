// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming
import TestSupport
import Testing

@Suite struct EventTests {
  @Test func `a cycle reports its start, its turn and its end, with index, time and lateness`()
    throws
  {
    var repeating = try RepeatController.started(2)
    #expect(repeating.takeEvents().map(\.kind) == [.started])
    let events = repeating.advance(to: 2.5)
    #expect(
      events.map(\.kind) == [.direction(.towardDefault), .cycle, .direction(.towardAlternate)])
    #expect(events.map(\.time) == [1, 2, 2])
    #expect(events.map(\.cycle) == [0, 1, 1])
    #expect(events.map(\.lateness) == [1.5, 0.5, 0.5])
  }

  @Test(arguments: [
    // flood, from 0.1 to 3.6 cycles: kinds, cycles and counts
    (EventFlood.counted, [3, 3], [3, 7]), (.latest, [3], [7]),
  ])
  func `a flood is counted`(flood: EventFlood, cycles: [Int], counts: [Int]) throws {
    var repeating = try RepeatController.started(1) { $0.flood = flood }
    repeating.advance(to: 0.1)
    let events = repeating.advance(to: 3.6)
    #expect(events.map(\.cycle) == cycles)
    #expect(events.map(\.count) == counts)
    #expect(events.last?.kind == .direction(.towardDefault))
  }

  @Test func `counted events add up to all events, on every kind of frames`() throws {
    for seed in 100..<200 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      let duration = random.double(in: 0.02...1)
      let rate = random.chance(0.5) ? 1 / duration : -1 / duration
      let autoreverses = random.chance(0.5)
      func sums(_ flood: EventFlood, _ times: [Double]) throws -> [Int] {
        var repeating = try RepeatController.started(1) {
          $0.rate = .hertz(rate)
          $0.flood = flood
          $0.autoreverses = autoreverses
        }
        let events = times.flatMap { repeating.advance(to: $0) }
        return [
          events.filter { $0.kind == .cycle }.reduce(0) { $0 + $1.count },
          events.filter { $0.kind != .cycle }.reduce(0) { $0 + $1.count },
        ]
      }
      let times = random.split(through: 30)
      #expect(try sums(.counted, times) == sums(.all, [30]), "seed \(seed)")
    }
  }

  /// Rates at which linear ramps begin and end, the ramp's seconds for each cycle up to the turn,
  /// and at which share of them it turns: 2 (r0 - r1) / r0², r0 / (r0 - r1).
  static let turningRamps: [(RepeatRate, RepeatRate, secondsPerCycle: Double, turn: Double)] = [
    (.hertz(1), .hertz(-1), 4, 1.0 / 2), (.hertz(1), .hertz(-2), 6, 1.0 / 3),
    (.hertz(1), .hertz(-5), 12, 1.0 / 6), (.cycleDuration(3), .hertz(-1), 24, 1.0 / 4),
    (.cycleDuration(3), .hertz(-2), 42, 1.0 / 7),
  ]

  @Test(arguments: turningRamps.indices)
  func `a ramp that turns exactly on a boundary or a turn of the value reports it once`(index: Int)
    throws
  {
    let (first, last, secondsPerCycle, turn) = Self.turningRamps[index]
    for goal in [1, 1.5, 2] {
      for start in stride(from: 0, to: goal, by: 0.0625) {
        var repeating = try RepeatController.started(1, .phaseMatched)
        repeating.advance(to: start)
        try repeating.perform(.rate(first))
        let duration = (goal - start) * secondsPerCycle
        try repeating.ramp(to: last, over: duration)
        let kinds = repeating.advance(to: start + duration * (turn + 0.001)).map(\.kind)
        var expected: [RepeatEvent.Kind] = []
        for crossing in stride(from: 0.5, through: goal, by: 0.5) where crossing > start {
          let isBoundary = crossing == crossing.rounded()
          expected +=
            isBoundary ? [.cycle, .direction(.towardAlternate)] : [.direction(.towardDefault)]
        }
        #expect(kinds == expected, "from \(start) to \(goal)")
      }
    }
  }
}
