// SPDX-License-Identifier: Apache-2.0

import FramePacing
import LoopSimulation
import TestSupport
import Testing

/// The figures of LOOP's section 4, in simulation: noise as on a busy machine.
///
/// Seeds are fixed, and bounds are for them: the worst of twenty more is noted beside each.
struct DisplayClockTests {
  static let seeds: [UInt64] = [1, 2, 3]
  static let noises = [SimulatedDisplay.Noise.bursts, .broad]

  /// A display of 59.94 Hz that says 60: the step error that 99 % of the frames stay under.
  @Test(arguments: noises, seeds)
  func `steps follow what is seen to 0.15 ms where the anchors are off by 0.45 ms and more`(
    noise: SimulatedDisplay.Noise, seed: UInt64
  ) {
    let frames = SimulatedDisplay(hertz: 59.94, seconds: 60, noise: noise).run(seed: seed)
    func p99<Rule: TimingRule>(_ rule: Rule.Type) -> Double {
      StepErrors(rule, reportedHertz: 60, frames).step(0.99)
    }
    // Of twenty other seeds: 0.112, and of the anchors at least 0.430, 0.703, 0.869 and 3.457.
    #expect(p99(LockedClock.self) <= 0.15, "seed \(seed)")
    #expect(p99(GridWithPull.self) > 0.45, "seed \(seed)")
    #expect(p99(MeanOfFive.self) > 0.7, "seed \(seed)")
    #expect(p99(Snapping.self) > 0.7, "seed \(seed)")
    #expect(p99(RawInterval.self) > 3.5, "seed \(seed)")
  }

  @Test(arguments: noises, seeds)
  func `in twenty minutes nothing drifts, where snapping to 60 Hz does`(
    noise: SimulatedDisplay.Noise, seed: UInt64
  ) {
    let frames = SimulatedDisplay(hertz: 59.94, seconds: 1200, noise: noise).run(seed: seed)
    let ours = StepErrors(LockedClock.self, reportedHertz: 60, frames)
    // Of twenty other seeds: 0.024, and 14.4.
    #expect(ours.drift < 0.1, "seed \(seed)")
    #expect(StepErrors(Snapping.self, reportedHertz: 60, frames).drift > 10, "seed \(seed)")
  }

  /// Nested weston: says 60, ticks at 51.7.
  @Test(arguments: noises, seeds)
  func `a display that lies about its rate is measured`(noise: SimulatedDisplay.Noise, seed: UInt64)
  {
    let frames = SimulatedDisplay(hertz: 51.7, seconds: 20, noise: noise).run(seed: seed)
    var clock = DisplayClock(reported: .sixty)
    for frame in frames { _ = clock.presented(at: frame.begun) }
    #expect(clock.state == .locked)
    // Of twenty other seeds: 0.00031, 0.128 and 10.0.
    #expect(abs((clock.hertz ?? 0) / 51.7 - 1) < 0.005, "seed \(seed)")
    #expect(StepErrors(LockedClock.self, reportedHertz: 60, frames).step(0.99) <= 1)
    #expect(StepErrors(GridWithPull.self, reportedHertz: 60, frames).step(0.99) > 5)
  }

  /// Twenty runs of three changes each, at most 16 frames; in the runs of 200 seeds one change of
  /// 600 took 23, and nine times a lock was lost without a change.
  @Test(arguments: noises)
  func `an unreported change of rate is locked again within twenty frames`(
    noise: SimulatedDisplay.Noise
  ) {
    var delays: [Int] = []
    var lost = 0
    for seed in 1...20 as ClosedRange<UInt64> {
      let trial = RelockTrial(noise, seed: seed)
      #expect(trial.changes.count == 3, "seed \(seed): changed at \(trial.changes)")
      #expect(abs((trial.hertz ?? 0) / 60 - 1) < 0.005, "seed \(seed)")
      delays += trial.changes.map { change in
        (trial.locks.first { $0 >= change } ?? .max) - change
      }
      // The first lock, and one for each change.
      lost += trial.locks.count - 4
    }
    #expect(delays.allSatisfy { $0 <= 20 }, "\(delays)")
    #expect((0...2).contains(lost))
  }

  /// Noise of 12 % of the period: twenty minutes of it, of which each lock lost is a hitch.
  @Test func `at 143.9 Hz lateness is hardly ever taken for another rate`() {
    var lost = 0
    for seed in 1...20 as ClosedRange<UInt64> {
      let display = SimulatedDisplay(hertz: 143.9, seconds: 60, noise: .broad)
      var clock = DisplayClock(reported: .sixty)
      for frame in display.run(seed: seed) where clock.presented(at: frame.begun).hasLost {
        lost += 1
      }
    }
    // 6 times; 8 to 14 with other seeds. Looking at single intervals alone loses it 129 times.
    #expect(lost <= 10)
  }

  /// Nobody can know whether a frame will need one refresh or two; a rule must not be wrong twice.
  @Test(arguments: [5.0...19, 10...24], seeds)
  func `a build time that swings across a refresh costs one period at most, as GTK's rule`(
    build: ClosedRange<Double>, seed: UInt64
  ) {
    let frames = SimulatedDisplay(hertz: 60, seconds: 60, build: build).run(seed: seed)
    let ours = StepErrors(LockedClock.self, reportedHertz: 60, frames).step(0.99)
    let theirs = StepErrors(GridWithPull.self, reportedHertz: 60, frames).step(0.99)
    // Of twenty other seeds: better by 0.025 at least, and 16.680, a period.
    #expect(ours <= theirs, "seed \(seed)")
    #expect(ours <= 16.7, "seed \(seed)")
  }

  @Test(arguments: seeds)
  func `frames that all take two refreshes are predicted two ahead`(seed: UInt64) {
    let frames = SimulatedDisplay(hertz: 60, seconds: 20, build: 20...22).run(seed: seed)
    let errors = StepErrors(LockedClock.self, reportedHertz: 60, frames)
    // Of twenty other seeds: 0.019, 0.081 and 0.0017.
    #expect(errors.step(0.99) < 0.3, "seed \(seed)")
    let off = errors.phases.suffix(600).map { abs($0) }.sorted()
    #expect(off[570] < 1, "seed \(seed): shown where it was predicted, to 1 ms")
    var clock = DisplayClock(reported: .sixty)
    for frame in frames { _ = clock.presented(at: frame.begun) }
    #expect(abs((clock.hertz ?? 0) - 60) < 0.1, "twice the period is not the period")
  }

  @Test func `a stall says nothing of the display, and the period stays known`() {
    let frames = SimulatedDisplay(hertz: 75, seconds: 5).run(seed: 1)
    var clock = DisplayClock(reported: .sixty)
    for frame in frames { _ = clock.presented(at: frame.begun) }
    let before = clock.hertz
    let end = (frames.last?.begun ?? 0) + 5_000_000_000
    let arrival = clock.presented(at: end)
    #expect(arrival.isTooLong && !arrival.hasLost && arrival.refreshes == 1)
    #expect(clock.hertz == before)
    let next = clock.presentation(of: end)
    #expect(abs(Double(next - end) - 1e9 / 75) < 1e5, "a period after the stall's end")
  }

  @Test func `a clock that goes back restarts, and predicts later than it says now`() {
    var clock = DisplayClock(reported: .sixty)
    for number in 0..<100 as Range<Int64> {
      _ = clock.presented(at: 1_000_000_000 + number * 16_666_667)
    }
    let arrival = clock.presented(at: 1_000_000)
    #expect(arrival.interval == nil && !arrival.isTooLong)
    #expect(clock.presentation(of: 1_000_000) > 1_000_000)
  }

  @Test func `predictions always lie ahead, whatever arrives`() {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededRandom(seed: seed)
    var clock = DisplayClock(reported: nil)
    var now: Int64 = 0
    for _ in 0..<20_000 {
      now += Int64.random(in: 0...40_000_000, using: &random)
      _ = clock.presented(at: now)
      #expect(clock.presentation(of: now) > now - 25_000_000, "seed \(seed)")
      #expect(clock.period > 0 && clock.period < 0.3, "seed \(seed)")
    }
  }
}
