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

  @Test func `a boundary on a frame belongs to the frame that ends there, and to no other`() throws
  {
    var repeating = try RepeatController.started(1)
    #expect(repeating.advance(to: 1).cycles == [1])
    #expect(repeating.advance(to: 1).isEmpty)
    #expect(repeating.advance(to: 1.25).cycles.isEmpty)
    repeating.reverse()
    #expect(repeating.advance(to: 1.5).cycles == [0])
    #expect(repeating.advance(to: 1.625).cycles.isEmpty)
    #expect(repeating.advance(to: 2.5).cycles == [-1])
  }

  @Test func `backwards, the event names the cycle that is entered`() throws {
    var repeating = try RepeatController.started(1) { $0.rate = .hertz(-1) }
    let events = repeating.advance(to: 2.25)
    #expect(events.cycles == [-2, -3])
    #expect(events.filter { $0.kind == .cycle }.map(\.time) == [1, 2])
    #expect(repeating.sample(at: 2.25).position == CyclePosition(-2.25))
  }

  @Test func `over any frames each boundary is reported once, however long it runs`() throws {
    let seed: UInt64 = 8
    var random = SeededRandom(seed: seed)
    for duration in [0.1, 0.3, 0.7, 1.0 / 3, 0.0123] {
      var repeating = try RepeatController.started(duration)
      var reported: [Int] = []
      for time in random.split(through: 200) {
        let events = repeating.advance(to: time)
        reported += events.cycles
        #expect(repeating.sample(at: time).position.cycle == reported.count, "seed \(seed)")
      }
      #expect(reported == Array(1...reported.count), "seed \(seed)")
    }
  }

  @Test(arguments: [0.1, 0.3, 0.7, 1.0 / 3])
  func `the time of an event is the first Double at which it has happened`(duration: Double) throws
  {
    var repeating = try RepeatController.started(duration)
    for event in repeating.advance(to: 500) where event.kind == .cycle {
      let fresh = try RepeatController.started(duration)
      #expect(fresh.sample(at: event.time).position.cycle == event.cycle)
      #expect(fresh.sample(at: event.time.nextDown).position.cycle == event.cycle - 1)
    }
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

  @Test func `a turn of the rate's sign is reported when the value turns`() throws {
    var repeating = try RepeatController.started(2, .phaseMatched)
    repeating.advance(to: 0.5)
    repeating.reverse()
    #expect(repeating.takeEvents().map(\.kind) == [.direction(.towardDefault)])
    try repeating.ramp(to: .hertz(0.5), over: 1)
    let events = repeating.advance(to: 5)
    #expect(events.first?.kind == .direction(.towardAlternate))
    #expect(events.first?.time == 1)
  }

  @Test func `touching a boundary and turning round there reports it once`() throws {
    // From 0.5 at 1 Hz, slowed through 0 to -1 Hz in 2 s: the top is exactly 1.
    var repeating = try RepeatController.started(1, .phaseMatched)
    repeating.advance(to: 0.5)
    try repeating.ramp(to: .hertz(-1), over: 2)
    var reported: [Int] = []
    for time in frames(hertz: 1000, from: 0.5, through: 3.9) {
      reported += repeating.advance(to: time).cycles
    }
    #expect(reported == [1, -1])
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

  @Test func `without autoreverse a cycle has no turn`() throws {
    var repeating = try RepeatController.started(1) { $0.autoreverses = false }
    #expect(repeating.advance(to: 2.5).map(\.kind) == [.started, .cycle, .cycle])
    repeating.reverse()
    #expect(repeating.takeEvents().map(\.kind) == [.direction(.towardDefault)])
  }
}
