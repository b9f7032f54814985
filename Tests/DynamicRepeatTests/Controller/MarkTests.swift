// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import TestSupport
import Testing

@Suite struct MarkTests {
  /// A mark's index, cycle, count and time.
  private struct Mark: Hashable {
    var (index, cycle, count, time): (Int, WideInt, WideInt, Double)

    init(_ index: Int, _ cycle: WideInt, _ time: Double, count: WideInt = 1) {
      (self.index, self.cycle, self.count, self.time) = (index, cycle, count, time)
    }
  }

  private func marks(_ events: [RepeatEvent]) -> [Mark] {
    events.filter { $0.kind == .mark }.map { Mark($0.mark, $0.cycle, $0.time, count: $0.count) }
  }

  @Test(arguments: [true, false])
  func `marks come at their phases, in both directions`(autoreverses: Bool) throws {
    func run(_ hertz: Double) throws -> [Mark] {
      var walk = try RepeatController.started {
        ($0.rate, $0.autoreverses, $0.marks) = (.hertz(hertz), autoreverses, [0.25, 0.75])
      }
      return marks(walk.advance(to: 2))
    }
    #expect(try run(1) == [Mark(0, 0, 0.25), Mark(1, 0, 0.75), Mark(0, 1, 1.25), Mark(1, 1, 1.75)])
    #expect(
      try run(-1) == [Mark(1, -1, 0.25), Mark(0, -1, 0.75), Mark(1, -2, 1.25), Mark(0, -2, 1.75)])
  }

  @Test(arguments: [1, -1])
  func `a mark at 0 comes with the cycle's event`(hertz: Double) throws {
    var walk = try RepeatController.started {
      ($0.rate, $0.marks, $0.repeatDelay, $0.repeatCount) = (.hertz(hertz), [0], 0.5, 3)
    }
    let events = walk.advance(to: 9)
    #expect(marks(events).map(\.time) == [1, 2.5])
    for (index, event) in events.enumerated() where event.kind == .mark {
      let cycle = events[index - 1]
      #expect(cycle.isCycle && cycle.time == event.time && cycle.cycle == event.cycle)
    }
  }

  @Test func `marks stand still in a delay`() throws {
    var walk = try RepeatController.started(1) { ($0.marks, $0.repeatDelay) = ([0.25], 0.5) }
    #expect(marks(walk.advance(to: 4)) == [Mark(0, 0, 0.25), Mark(0, 1, 1.75), Mark(0, 2, 3.25)])
  }

  @Test func `several marks in one advance are counted`() throws {
    var walk = try RepeatController.started(1) {
      ($0.marks, $0.reporting) = ([0.25, 0.75], .counted)
    }
    let events = marks(walk.advance(to: 1_000_000.5))
    for index in 0...1 {
      let count = events.filter { $0.index == index }.map(\.count).reduce(0, +)
      #expect(count == 1_000_000 + (index == 0 ? 1 : 0))
    }
    #expect(events.count <= 4)
  }

  @Test func `counted marks are as many as single ones, over random changes of direction`() throws {
    for seed in 1...300 as ClosedRange<UInt64> {
      func totals(_ reporting: EventReporting) throws -> [[WideInt]] {
        var random = SeededRandom(seed: seed)
        let delay = Double(random.below(3)) / 8
        var walk = try RepeatController.started(1, .phaseMatched(ramp: 0.5)) {
          ($0.marks, $0.repeatDelay, $0.reporting) = ([0, 0.125, 0.5, 0.875], delay, reporting)
          $0.autoreverses = seed % 2 == 0
        }
        var totals: [[WideInt]] = []
        var time = 0.0
        for _ in 0..<10 {
          time += random.double(in: 0...9)
          var counts: [WideInt] = [0, 0, 0, 0]
          for mark in marks(walk.advance(to: time)) { counts[mark.index] += mark.count }
          totals.append(counts)
          try walk.setRate(.hertz(random.double(in: -3...3)))
          if random.chance(0.3) { walk.reverse() }
        }
        return totals
      }
      #expect(try totals(.all) == totals(.counted), "seed \(seed)")
    }
  }

  @Test(arguments: [EventReporting.all, .counted])
  func `a seek that is not silent reports the marks in between`(reporting: EventReporting) throws {
    var walk = try RepeatController.started(1) {
      ($0.marks, $0.reporting) = ([0.25, 0.75], reporting)
    }
    walk.advance(to: 0.125)
    try walk.seek(to: CyclePosition(2.5))
    #expect(marks(walk.advance(to: 0.125)).isEmpty)
    try walk.seek(to: CyclePosition(0.125), isSilent: false)
    let events = marks(walk.advance(to: 0.125))
    #expect(events.map(\.count).reduce(0, +) == 5)
    #expect(events.filter { $0.index == 0 }.map(\.count).reduce(0, +) == 3)
    if reporting == .all {
      #expect(events.map(\.index) == [0, 1, 0, 1, 0])
      #expect(events.map(\.cycle) == [2, 1, 1, 0, 0])
    }
    #expect(marks(walk.advance(to: 0.5)) == [Mark(0, 0, 0.25)])
  }

  @Test func `a saved repeat keeps its marks, also between two events of one moment`() throws {
    var walk = try RepeatController.started(1) { $0.marks = [0, 0.25, 0.5, 0.75] }
    var restored: [[RepeatEvent]] = []
    var events: [RepeatEvent] = []
    while let event = walk.nextEvent(through: 3) {
      var copy = try RepeatController(savedState: walk.savedState)
      #expect(copy == walk && copy.settings.marks == [0, 0.25, 0.5, 0.75])
      restored.append(copy.advance(to: 3))
      events.append(event)
    }
    #expect(marks(events).count == 12)
    for (index, rest) in restored.enumerated() { #expect(rest == Array(events[(index + 1)...])) }
  }

  @Test(
    arguments: [
      [.nan], [1], [-0.25], [0.5, 0.5], [0.75, 0.25], [0.25, .nan], [0.1, 0.2, 0.3, 0.4, 0.5],
    ] as [[Double]])
  func `marks that are invalid are refused`(phases: [Double]) throws {
    var settings = RepeatSettings()
    settings.marks = PhaseMarks(phases)
    #expect(throws: RepeatError.invalidMarks) { try RepeatController(settings) }
  }
}
