// SPDX-License-Identifier: Apache-2.0

import StrategyComparison
import TestSupport
import Testing

/// Every measure against its value worked out by hand, for one step and for steady rates.
@Suite struct ClosedFormTests {
  /// 2 s a cycle; at 0.7 s, phase 0.35, half a second is requested; 6 s.
  static let (old, time, new, end) = (2.0, 0.7, 0.5, 6.0)
  static let phase = time / old

  func step(_ strategy: ComparisonStrategy) throws -> Figures {
    try RateSchedule.of(Self.old, [(Self.time, Self.new)], length: Self.end).figures(strategy)
  }

  @Test func `a restart waits for what is left of the cycle, (1 - phase) x old duration`() throws {
    let figures = try step(.restartPerCycle)
    let wait = (1 - Self.phase) * Self.old
    #expect((figures.value(.delayMean) - wait).magnitude < rounding)
    #expect((figures.value(.delayWorst) - wait).magnitude < rounding)
    // While it waits it runs at the old rate.
    let lost = wait * (1 / Self.new - 1 / Self.old)
    #expect((figures.value(.cyclesGained) + lost).magnitude < rounding)
    for measure in [.valueJump, .slopeKink, .eventsMissed, .eventsDoubled] as [Measure] {
      #expect(figures[measure] == 0)
    }
    #expect(figures.value(.boundaryError) < agreement)
    #expect(figures.value(.driftPerHour).magnitude < agreement)
    #expect(figures.value(.endPhaseError).magnitude < rounding)
  }

  @Test func `the naive way jumps by |curve(e / new) - curve(e / old)|`() throws {
    let figures = try step(.naive)
    let (before, after) = (Self.time / Self.old, Self.time / Self.new)
    let jump = (shownValue(after) - shownValue(before)).magnitude
    #expect((figures.value(.valueJump) - jump).magnitude < agreement)
    let kink = (slope(after) / Self.new - slope(before) / Self.old).magnitude
    #expect((figures.value(.slopeKink) - kink).magnitude < slopeTolerance)
    #expect((figures.value(.cyclesGained) - (after - before)).magnitude < rounding)
    let distance = after - before
    #expect(
      (figures.value(.endPhaseError) - (distance - distance.rounded())).magnitude < rounding)
    #expect(figures[.delayWorst] == 0)
    // From 0.35 to 1.4: the boundary between is jumped over, and not reported.
    #expect(figures[.eventsMissed] == 1)
    #expect(figures[.eventsDoubled] == 0)
    // A jump is no drift.
    #expect(figures.value(.driftPerHour).magnitude < agreement)
  }

  @Test func `a longer duration jumps back, and boundaries are reported twice`() throws {
    // At 7.3 s of 1 s a cycle, 4 s a cycle: from 7.3 back to 1.825. Up to 6 are passed again.
    let figures = try RateSchedule.of(1, [(7.3, 4)], length: 24).figures(.naive)
    #expect(figures[.eventsDoubled] == 5)
    #expect(figures[.eventsMissed] == 0)
  }

  @Test func `a phase-matched change keeps the value and bends its slope`() throws {
    let figures = try step(.phaseMatched)
    #expect(figures[.valueJump] == 0)
    let kink = slope(Self.phase) * (1 / Self.new - 1 / Self.old)
    #expect((figures.value(.slopeKink) - kink).magnitude < slopeTolerance)
    #expect(figures[.delayMean] == 0)
    #expect(figures.value(.cyclesGained).magnitude < rounding)
    #expect(figures.value(.endPhaseError).magnitude < rounding)
  }

  @Test func `a ramp bends nothing, comes half a second later and loses half its change`() throws {
    let figures = try step(.phaseRamp)
    #expect(figures[.valueJump] == 0)
    #expect(figures.value(.slopeKink) < agreement)
    let ramp = ComparisonStrategy.defaultRamp
    #expect((figures.value(.delayMean) - ramp).magnitude < rounding)
    let lost = ramp / 2 * (1 / Self.new - 1 / Self.old)
    #expect((figures.value(.cyclesGained) + lost).magnitude < rounding)
    #expect(figures.value(.driftPerHour).magnitude < agreement)
  }

  @Test func `restarting at the frame makes a cycle of 6.6 frames one of 7`() throws {
    let duration = 0.11
    let figures = try RateSchedule.of(duration, [], length: 7).figures(.restartAtFrame)
    // 60 cycles of 7 frames fill the 7 s.
    #expect((figures.value(.cyclesGained) - (60 - 7 / duration)).magnitude < agreement)
    #expect((figures.value(.boundaryError) - 1000 * 0.4 / 60).magnitude < agreement)
    let perHour = 3600 * (60.0 / 7 - 1 / duration)
    #expect((figures.value(.driftPerHour) - perHour).magnitude < 1e-6)
    #expect(figures[.delayMean] == nil, "there was no rate change")
    let tween = try RateSchedule.of(duration, [], length: 7).figures(.tweenLoop)
    #expect((tween.value(.cyclesGained) - figures.value(.cyclesGained)).magnitude < agreement)
  }

  @Test func `restarting at the frame loses half a frame per cycle on average`() throws {
    let seed: UInt64 = 21
    var random = SeededRandom(seed: seed)
    var lost = 0.0
    var cycles = 0.0
    for _ in 0..<400 {
      let duration = random.double(in: 0.1...1)
      let length = 40 * duration
      let result = Comparison(
        schedule: try .of(duration, [], length: length), trace: .steady(hertz: 60)
      ).result(of: .restartAtFrame)
      let run = result.end / duration + result.figures.value(.cyclesGained)
      lost += -result.figures.value(.cyclesGained) * duration
      cycles += run
    }
    let perCycle = lost / cycles
    #expect((perCycle - 0.5 / 60).magnitude < 0.05 / 60, "seed \(seed): \(perCycle)")
  }

  @Test func `the largest step is that of the steepest pair of frames`() throws {
    let figures = try RateSchedule.of(0.77, [], length: 20).figures(.phaseMatched)
    let values = (0...1200).map { shownValue(Double($0) / 60 / 0.77) }
    let largest = zip(values, values.dropFirst()).map { ($0 - $1).magnitude }.max() ?? 0
    #expect((figures.value(.largestStep) - largest).magnitude < agreement)
  }

  @Test func `a staircase keeps every rate change of a restart waiting until the cycle's end`()
    throws
  {
    let changes = [(3.13, 1.57), (6.26, 1.19), (9.39, 0.83), (12.52, 0.41), (15.65, 0.83)]
    let schedule = try RateSchedule.of(1.93, changes, length: 20)
    // The boundaries, chained by hand: each cycle has the duration that was last requested before
    // it.
    var (boundary, duration, waits) = (0.0, 1.93, [Double]())
    while boundary < 20 {
      boundary += duration
      for (time, next) in changes where time <= boundary && time > boundary - duration {
        waits.append(boundary - time)
        duration = next
      }
    }
    let figures = schedule.figures(.restartPerCycle)
    #expect(waits.count == 5)
    #expect((figures.value(.delayMean) - waits.reduce(0, +) / 5).magnitude < agreement)
    #expect((figures.value(.delayWorst) - (waits.max() ?? 0)).magnitude < agreement)
  }

  @Test(arguments: [
    ComparisonStrategy.cssDuration, .cssPlaybackRate, .androidAnimator, .floatClock, .floatSum,
    .doubleSum, .tweenLoop,
  ])
  func `models see a rate change at the first frame at or after it`(strategy: ComparisonStrategy)
    throws
  {
    let schedule = try RateSchedule.of(2, [(0.7, 1.5), (1.01, 0.5)], length: 4)
    // 0.7 s is frame 42; 1.01 s lies between 60 and 61.
    let figures = schedule.figures(strategy)
    let late = 61.0 / 60 - 1.01
    #expect((figures.value(.delayWorst) - late).magnitude < rounding)
    #expect((figures.value(.delayMean) - late / 2).magnitude < rounding)
  }

  @Test func `a rate change unanswered at the end waits until then, and overtaken ones wait on`()
    throws
  {
    // Rate changes at 0.5 and 1 s of a cycle of 4 s; the run ends at 3 s.
    let figures = try RateSchedule.of(4, [(0.5, 2), (1, 1)], length: 3).figures(.restartPerCycle)
    #expect((figures.value(.delayWorst) - 2.5).magnitude < rounding)
    #expect((figures.value(.delayMean) - 2.25).magnitude < rounding)
  }

  @Test func `a frame that passes five cycles is reported once, or five times`() throws {
    let trace = try FrameTrace(name: "stall", times: [0, 0.1, 5.2, 5.3])
    let schedule = try RateSchedule.of(1, [], length: 6)
    let expected: [(ComparisonStrategy, missed: Double, gained: Double)] = [
      (.restartPerCycle, 0, 0), (.naive, 0, 0), (.doubleSum, 0, 0), (.cssDuration, 4, 0),
      (.androidAnimator, 4, 0),
      // Of 5.2 cycles it counts one, and starts anew at 5.2 s.
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
