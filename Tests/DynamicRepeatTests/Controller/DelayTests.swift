// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import TestSupport
import Testing

@Suite struct DelayTests {
  @Test func `the cycle event is at the boundary, the turn at the end of the delay`() throws {
    var swing = try RepeatController.started(0.5) { $0.repeatDelay = 0.25 }
    let events = swing.run(through: [2])
    let expected: [(RepeatEvent.Kind, WideInt, Double)] = [
      (.started, 0, 0), (.towardDefault, 0, 0.25), (.cycle, 1, 0.5), (.delayEnded, 1, 0.75),
      (.towardAlternate, 1, 0.75), (.towardDefault, 1, 1), (.cycle, 2, 1.25),
      (.delayEnded, 2, 1.5), (.towardAlternate, 2, 1.5), (.towardDefault, 2, 1.75), (.cycle, 3, 2),
    ]
    #expect(events.map(\.kind) == expected.map(\.0))
    #expect(events.map(\.cycle) == expected.map(\.1))
    #expect(events.map(\.time) == expected.map(\.2))
    #expect(events.allSatisfy { $0.count == 1 })
  }

  @Test(arguments: [2, -2])
  func `a one-way repeat reports the end of the delay, and no turn`(hertz: Double) throws {
    var sweep = try RepeatController.started {
      ($0.rate, $0.autoreverses, $0.repeatDelay) = (.hertz(hertz), false, 0.25)
    }
    let events = sweep.run(through: [1.6])
    #expect(events.map(\.kind) == [.started, .cycle, .delayEnded, .cycle, .delayEnded])
    #expect(events.map(\.cycle) == (hertz > 0 ? [0, 1, 1, 2, 2] : [0, -2, -2, -3, -3]))
    #expect(events.map(\.time) == [0, 0.5, 0.75, 1.25, 1.5])
  }

  @Test func `a waiting rate and a stop take effect where the delay begins`() throws {
    var sweep = try RepeatController.started(1) { $0.repeatDelay = 0.5 }
    sweep.advance(to: 0.5)
    try sweep.setRate(.hertz(4))
    sweep.advance(to: 1)
    #expect(!sweep.hasPendingRateChange && sweep.sample(at: 1).isWaiting)
    sweep.advance(to: 1.625)
    #expect(sweep.sample(at: 1.625).position.phase == 0.5)
    sweep.stop()
    #expect(sweep.run(through: [9]).last?.time == 1.75 && sweep.state == .idle)
  }

  @Test func `a ramp stands still in a delay`() throws {
    var sweep = try RepeatController.started(1) { $0.repeatDelay = 0.5 }
    sweep.advance(to: 0.5)
    // The remaining half of the cycle takes 0.4 s, and the rate is then 1.5 Hz.
    try sweep.ramp(to: .hertz(2.25), over: 1)
    let boundary = try #require(sweep.run(through: [1]).first { $0.kind == .cycle }).time
    #expect((boundary - 0.9).magnitude < 1e-12)
    for time in [boundary, boundary + 0.25, boundary + 0.499] {
      #expect(sweep.sample(at: time).isWaiting && sweep.sample(at: time).hertz == 0)
    }
    for moved in [0.1, 0.25] {
      let rate = sweep.sample(at: boundary + 0.5 + moved).hertz
      #expect((rate - (1.5 + 1.25 * moved)).magnitude < 1e-12)
    }
  }

  @Test func `boundary k is exactly at k cycles and k - 1 delays`() throws {
    var random = SeededRandom(seed: 1)
    for _ in 0..<100 {
      // All times are multiples of 2^-10 s, so the expected times are exact.
      let (duration, delay) = (
        Double(1 + random.below(2000)) / 1024, Double(1 + random.below(2000)) / 1024
      )
      var sweep = try RepeatController.started(duration) {
        ($0.repeatDelay, $0.reporting, $0.autoreverses) = (delay, .counted, random.chance(0.5))
      }
      for number in [1, 2, 3, 1_000, 1_000_000].map(Double.init) {
        let boundary = number * duration + (number - 1) * delay
        #expect(sweep.sample(at: boundary).position == CyclePosition(number))
        #expect(sweep.sample(at: boundary.nextDown).position < CyclePosition(number))
        #expect(!sweep.sample(at: boundary.nextDown).isWaiting)
        #expect(sweep.sample(at: (boundary + delay).nextDown).isWaiting)
        #expect(!sweep.sample(at: boundary + delay).isWaiting)
        let last = sweep.advance(to: boundary).last { $0.isCycle }
        #expect(last?.time == boundary && last?.cycle == WideInt(number))
      }
    }
  }

  @Test func `catching up over 30 days counts the events`() throws {
    for isOneWay in [false, true] {
      var sweep = try RepeatController.started(0.5) {
        ($0.repeatDelay, $0.reporting, $0.autoreverses) = (0.5, .counted, !isOneWay)
      }
      let days = 30 * 86_400.0
      var counts: [RepeatEvent.Kind: WideInt] = [:]
      let events = sweep.advance(to: days)
      for event in events { counts[event.kind, default: 0] += event.count }
      #expect(events.count <= 10)
      #expect(counts[.cycle] == WideInt(days) && counts[.delayEnded] == WideInt(days))
      if !isOneWay {
        let turns = counts[.towardAlternate, default: 0] + counts[.towardDefault, default: 0]
        #expect(turns == 2 * WideInt(days))
      }
    }
  }

  @Test func `a delay does not slow a look far ahead`() throws {
    let sweep = try RepeatController.started(0.5) { $0.repeatDelay = 0.5 }
    #expect(sweep.sample(at: 1e12).position == CyclePosition(cycle: 1_000_000_000_000, phase: 0))
    #expect(sweep.sample(at: 1e12 - 0.25).isWaiting)
  }

  @Test(arguments: [1e-25, 1e-300, 0x1p-65])
  func `a delay below one tick is none`(delay: Double) throws {
    func fast(_ delay: Double) throws -> RepeatController {
      try RepeatController.started {
        ($0.rate, $0.repeatDelay, $0.reporting) = (.hertz(1e6), delay, .counted)
      }
    }
    var (short, none) = (try fast(delay), try fast(0))
    #expect(short.run(through: [1, 1.5]) == none.run(through: [1, 1.5]))
    #expect(short.sample(at: 1e12) == none.sample(at: 1e12))
  }
}
