// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import StrategyComparison

/// Measures compared with values computed by hand, for one step and for steady rates.
///
/// CompareTests' recompute.py checks the values of the naive strategy and of both restarts.
@Suite struct ClosedFormTests {
  /// Cycles of 2 s; at 0.7 s, where the phase is 0.35, a request for cycles of 0.5 s; an end at 6 s.
  static let (old, time, new, end) = (2.0, 0.7, 0.5, 6.0)
  static let phase = time / old

  func step(_ strategy: ComparisonStrategy) throws -> Figures {
    try RateSchedule.of(Self.old, [(Self.time, Self.new)], length: Self.end).figures(strategy)
  }

  @Test func `a phase-matched change keeps the value and changes its slope`() throws {
    let figures = try step(.phaseMatched)
    #expect(figures[.valueJump] == 0)
    let kink = ValueCurve.slope(atPhase: Self.phase) * (1 / Self.new - 1 / Self.old)
    #expect((figures.value(.slopeKink) - kink).magnitude < agreement)
    #expect(figures[.delayMean] == 0)
    #expect(figures.value(.cyclesGained).magnitude < rounding)
    #expect(figures.value(.endPhaseError).magnitude < rounding)
  }

  @Test func `a ramp keeps the slope, takes half a second, and loses half of the added cycles`()
    throws
  {
    let figures = try step(.phaseRamp)
    #expect(figures[.valueJump] == 0)
    #expect(figures.value(.slopeKink) < agreement)
    let ramp = ComparisonStrategy.defaultRamp
    #expect((figures.value(.delayMean) - ramp).magnitude < rounding)
    let lost = ramp / 2 * (1 / Self.new - 1 / Self.old)
    #expect((figures.value(.cyclesGained) + lost).magnitude < rounding)
    #expect(figures.value(.driftPerHour).magnitude < agreement)
  }

  @Test func `a rate change ends its wait when its rate, or one requested later, is passed`() throws
  {
    // A ramp from 1 to 2 Hz is at 1.5 Hz when the next change comes. A ramp of half a second to
    // 3 Hz passes 2 Hz after a third; one to 1.25 Hz never does.
    for (duration, first) in [(1.0 / 3, 0.25 + 0.5 / 3), (0.8, 0.75)] {
      let schedule = try RateSchedule.of(1, [(1, 0.5), (1.25, duration)], length: 4)
      let figures = schedule.figures(.phaseRamp)
      #expect((figures.value(.delayMean) - (first + 0.5) / 2).magnitude < rounding)
      #expect((figures.value(.delayWorst) - max(first, 0.5)).magnitude < rounding)
    }
  }

  @Test func `under a rate change in each frame, the wait of a ramp is about the ramp`() throws {
    // The rate rises by the same amount in each frame, for 20 s.
    let changes = (1...1200).map {
      RateChange(time: Double($0) / 60, rate: .hertz(1 + Double($0) / 400))
    }
    let schedule = try RateSchedule(name: "x", initialRate: .hertz(1), changes: changes, length: 21)
    let figures = schedule.figures(.phaseRamp)
    for measure in [Measure.delayMean, .delayWorst] {
      #expect((figures.value(measure) - ComparisonStrategy.defaultRamp).magnitude < 2.0 / 60)
    }
  }

  @Test(arguments: [ComparisonStrategy.cssPlaybackRate, .doubleSum, .tweenLoop])
  func `models apply a rate change at the first frame at or after its time`(
    strategy: ComparisonStrategy
  )
    throws
  {
    let schedule = try RateSchedule.of(2, [(0.7, 1.5), (1.01, 0.5)], length: 4)
    // 0.7 s is frame 42; 1.01 s is between frames 60 and 61.
    let figures = schedule.figures(strategy)
    let late = 61.0 / 60 - 1.01
    #expect((figures.value(.delayWorst) - late).magnitude < rounding)
    #expect((figures.value(.delayMean) - late / 2).magnitude < rounding)
  }

  @Test func `five cycles in one frame give five events, or one event and four missed`() throws {
    let trace = try FrameTrace(name: "stall", times: [0, 0.1, 5.2, 5.3])
    let schedule = try RateSchedule.of(1, [], length: 6)
    let expected: [(ComparisonStrategy, missed: Double, gained: Double)] = [
      (.restartPerCycle, 0, 0), (.naive, 0, 0), (.doubleSum, 0, 0),
      (.cssPlaybackRate, 4, 0),
      // Both strategies count one cycle instead of 5.2, and restart at 5.2 s.
      (.tweenLoop, 0, 1.1 - 5.3), (.restartAtFrame, 0, 1.1 - 5.3),
    ]
    for (strategy, missed, gained) in expected {
      let figures = schedule.figures(strategy, trace)
      #expect(figures[.eventsMissed] == missed, "\(strategy)")
      #expect(figures[.eventsDoubled] == 0, "\(strategy)")
      #expect((figures.value(.cyclesGained) - gained).magnitude < 1e-6, "\(strategy)")
    }
    let tween = schedule.figures(.tweenLoop, trace)
    #expect((tween.value(.boundaryError) - 4200).magnitude < agreement)
  }
}
