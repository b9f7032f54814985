// SPDX-License-Identifier: Apache-2.0

import RepeatTiming
import Testing

@testable import StrategyComparison

/// Strategies that follow a leader which jumps, against closed forms worked out here.
@Suite struct LeaderTests {
  static let frame = 1 / 60.0
  static let schedule = BuiltInSchedule.tempo.schedule(seed: 1)

  private func figures(_ strategy: ComparisonStrategy) -> Figures {
    Comparison(schedule: Self.schedule, trace: .steady(hertz: 60)).result(of: strategy).figures
  }

  /// Of each change: the leader's rate before and after, and how far a follower that was in step is
  /// behind, 0..<1.
  private static var jumps: [(before: Double, hertz: Double, behind: Double)] {
    var (hertz, phase, last) = (2.0, 0.0, 0.0)
    return schedule.changes.map { change in
      let own = phase + hertz * (change.time - last)
      guard case .hertz(let new) = change.rate else { preconditionFailure() }
      let behind = (change.leaderPhase ?? 0) - own
      defer { (hertz, phase, last) = (new, change.leaderPhase ?? 0, change.time) }
      return (hertz, new, behind - behind.rounded(.down))
    }
  }

  @Test func `lock-phase takes the shortest time at a bound, jumps nowhere and never passes by`() {
    let longest =
      Self.jumps.map { jump in
        min(jump.behind, 1 - jump.behind) / (0.2 * jump.hertz)
      }.max() ?? 0
    let figures = figures(.lockPhase)
    let time = figures.value(.timeToLock)
    // The frame between which and the next it comes into step is at two rates.
    #expect(time >= longest && time <= longest + 2 * Self.frame, "\(time), \(longest)")
    #expect(abs(figures.value(.rateDeviation) - 20) < 1e-6)
    #expect(figures.value(.valueJump) == 0 && figures.value(.overshoot) < 1e-9)
    #expect(figures.value(.endPhaseError).magnitude < 1e-9)
    #expect(figures.value(.eventsMissed) == 0 && figures.value(.eventsDoubled) == 0)
    #expect(abs(figures.value(.delayWorst) - longest) < 1e-9)
  }

  @Test func `lock-whole-cycles bends nowhere inside a cycle, and pays with time`() {
    // To the boundary at the old rate; then as few cycles of one duration as the bounds allow.
    let longest =
      Self.scheduleInStep.map { jump in
        let wait = jump.left / jump.before
        let behind = jump.behind + wait * (jump.hertz - jump.before)
        let e = behind - behind.rounded(.down)
        let (ahead, back) = ((e * 1.2 / 0.2).rounded(.up), ((1 - e) * 0.8 / 0.2).rounded(.up))
        return wait + min(ahead - e, back + 1 - e) / jump.hertz
      }.max() ?? 0
    let figures = figures(.lockWholeCycles)
    let time = figures.value(.timeToLock)
    #expect(time >= longest && time <= longest + 2 * Self.frame, "\(time), \(longest)")
    #expect(figures.value(.valueJump) == 0 && figures.value(.slopeKink) < 1e-9)
    #expect(figures.value(.overshoot) < 1e-9)
    #expect(time > self.figures(.lockPhase).value(.timeToLock))
  }

  /// The jumps, and what is left of the follower's cycle then.
  private static var scheduleInStep: [(before: Double, hertz: Double, behind: Double, left: Double)]
  {
    zip(jumps, schedule.changes).map { jump, change in
      let own = (change.leaderPhase ?? 0) - jump.behind
      let phase = own - own.rounded(.down)
      return (jump.before, jump.hertz, jump.behind, 1 - phase)
    }
  }

  @Test func `those that follow the rate alone never get in step, and a snap jumps`() {
    for strategy in [ComparisonStrategy.restartPerCycle, .phaseMatched, .naive] {
      #expect(figures(strategy)[.timeToLock] == nil)
    }
    let snap = figures(.hardSnap)
    #expect(snap.value(.valueJump) > 0.5 && snap.value(.timeToLock) <= 2 * Self.frame)
    let wait = figures(.quantumWait)
    #expect(abs(wait.value(.rateDeviation) - 100) < 1e-9 && wait.value(.valueJump) == 0)
    let slowest = Self.jumps.map(\.hertz).min() ?? 0
    #expect(wait.value(.timeToLock) <= 2 / slowest)
  }

  @Test func `the pull halves the error in each 50 ms, and never moves against the leader`() {
    let rate = SignedRate(.hertz(2), direction: 1)
    var model = ExponentialPullModel(at: rate)
    var rates = RequestedRates(at: rate)
    let jumped = rates.take(RateChange(time: 0, rate: .hertz(2), leaderPhase: 0.1))
    _ = model.change(to: jumped, at: 0)
    for step in 1...9 {
      model.move(to: Double(step) / 60)
      let gap = rates.leader.position(at: Double(step) / 60).phase - model.position.phase
      if step % 3 == 0 { #expect(abs(gap - 0.1 / Double(1 << (step / 3))) < 1e-12) }
    }
    let last = model.position
    let behind = rates.take(RateChange(time: 0.15, rate: .hertz(2), leaderPhase: last.phase - 0.3))
    _ = model.change(to: behind, at: 0.15)
    model.move(to: 0.15 + 1 / 60.0)
    #expect(model.position == last)
  }

  @Test func `only a leader that jumps is measured, and only then are its strategies compared`()
    throws
  {
    #expect(Self.schedule.hasLeader && Self.schedule.changes.count == 6)
    let comparison = Comparison(
      schedule: BuiltInSchedule.oneStep.schedule(seed: 1), trace: .steady(hertz: 60))
    for strategy in ComparisonStrategy.allCases {
      #expect(comparison.result(of: strategy).figures[.rateDeviation] == nil)
    }
    #expect(ComparisonStrategy.standard(for: comparison.schedule).count == 12)
    let inStep = ComparisonStrategy.standard(for: Self.schedule)
    #expect(Array(inStep.suffix(5)) == ComparisonStrategy.inStep)
    for phase in [-0.1, 1, .nan] {
      #expect(throws: ScheduleError.self) {
        try RateSchedule(
          name: "x", initialRate: .hertz(1),
          changes: [RateChange(time: 1, rate: .hertz(1), leaderPhase: phase)], length: 2)
      }
    }
  }

  @Test(arguments: ComparisonStrategy.inStep)
  func `where nothing jumps, those that follow a leader follow its rate`(
    _ strategy: ComparisonStrategy
  ) throws {
    let schedule = try RateSchedule.of(0.5, [(3.25, 0.4)], length: 9)
    let figures = schedule.figures(strategy)
    let isLate = strategy == .lockWholeCycles
    #expect(figures.value(.cyclesGained).magnitude < (isLate ? 1.01 : 0.01))
    #expect(figures.value(.valueJump) < 0.1)
  }
}
