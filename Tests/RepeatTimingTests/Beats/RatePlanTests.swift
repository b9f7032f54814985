// SPDX-License-Identifier: Apache-2.0

import RepeatTiming
import TestSupport
import Testing

@Suite struct RatePlanTests {
  /// Cycles: what a plan runs against what it has to, in 106 bits.
  static let exactTolerance = 1e-27

  struct Problem {
    let gap: Double
    let leaderRate: Double
    let rate: Double
    let bounds: LockBounds

    init(_ random: inout SeededRandom) {
      leaderRate = random.double(in: -1...4)
      bounds = LockBounds(
        leastRate: leaderRate - (random.chance(0.1) ? 0 : random.double(in: 0.01...1)),
        mostRate: leaderRate + random.double(in: 0.01...1),
        slope: random.chance(0.2) ? .infinity : random.double(in: 0.05...10),
        shape: random.chance(0.3) ? .smooth : .linear)
      // Outside the bounds too.
      rate = leaderRate + random.double(in: -1.5...1.5)
      gap = random.chance(0.1) ? 0 : random.double(in: -3...3)
    }
  }

  /// Distances that can be covered in a time, by the area under the highest and the lowest rate
  /// possible at each moment: all rates are differences from the leader's.
  struct Reach {
    let start: Double
    let up: Double
    let down: Double
    let slope: Double

    func distances(in time: Double) -> ClosedRange<Double>? {
      guard slope < .infinity else { return -down * time...up * time }
      guard start.magnitude <= slope * time else { return nil }
      let most = area(in: time, start: start, limit: up)
      let least = -area(in: time, start: -start, limit: down)
      return least <= most ? least...most : nil
    }

    /// The area under min(max(limit, start - a t), start + a t, a (T - t)), corner by corner.
    private func area(in time: Double, start: Double, limit: Double) -> Double {
      let height = { (t: Double) in
        min(max(limit, start - slope * t), start + slope * t, slope * (time - t))
      }
      // Where two of the four lines meet.
      var corners = [0, time, (limit - start) / slope, (start - limit) / slope]
      corners += [time - limit / slope, (time - start / slope) / 2, (time + start / slope) / 2]
      corners = corners.filter { $0 >= 0 && $0 <= time }.sorted()
      return zip(corners, corners.dropFirst()).reduce(0) {
        $0 + ($1.1 - $1.0) * (height($1.0) + height($1.1)) / 2
      }
    }

    /// The first time at which the gap, or it and whole cycles, can be covered: on a grid, and by
    /// halving from there.
    func soonest(gap: Double, step: Double, horizon: Double) -> Double? {
      let isPossible = { (time: Double) -> Bool in
        guard let range = self.distances(in: time) else { return false }
        return (range.lowerBound - gap - 1e-15).rounded(.up) + gap <= range.upperBound + 1e-15
      }
      if isPossible(0) { return 0 }
      for index in 1...Int(horizon / step) where isPossible(Double(index) * step) {
        var (low, high) = (Double(index - 1) * step, Double(index) * step)
        for _ in 0..<60 {
          let middle = (low + high) / 2
          if isPossible(middle) { high = middle } else { low = middle }
        }
        return high
      }
      return nil
    }
  }

  @Test func `the soonest plan is as short as an optimiser on a grid finds, within the bounds`()
    throws
  {
    let seed: UInt64 = 51
    var random = SeededRandom(seed: seed)
    for index in 0..<800 {
      let problem = Problem(&random)
      let bounds = problem.bounds
      let plan = try RatePlan.soonest(
        gap: problem.gap, leaderRate: problem.leaderRate, rate: problem.rate, within: bounds)
      let label: Comment = "seed \(seed), \(index): \(problem)"
      let start = problem.rate - problem.leaderRate
      let reach = Reach(
        start: bounds.slope == .infinity ? 0 : start, up: bounds.mostRate - problem.leaderRate,
        down: problem.leaderRate - bounds.leastRate,
        slope: bounds.shape == .smooth ? bounds.slope / 1.5 : bounds.slope)
      let best = try #require(
        reach.soonest(
          gap: problem.gap, step: plan.duration / 300 + 1e-6, horizon: 1.1 * plan.duration + 1e-3),
        label)
      #expect(plan.duration <= best + 1e-9, label)
      #expect(plan.duration >= best - 1e-6, label)
      Self.check(plan, bounds, label)
      // On the leader's line, but for whole cycles.
      let leader = DoubleDouble(problem.leaderRate) * plan.preciseDuration
      let left = DoubleDouble(problem.gap) + leader - plan.preciseCycles
      let error = PrecisePosition(cycle: 0, fraction: left + 0.5).fraction - 0.5
      #expect(error.magnitude.high < Self.exactTolerance, label)
      #expect(plan.endRate == DoubleDouble(problem.leaderRate), label)
      // From one side onto the line, never across it.
      let side = plan.cruiseHertz - problem.leaderRate
      for part in 0..<8 {
        let time = plan.rampIn + (plan.duration - plan.rampIn) * Double(part) / 8
        let excess = plan.hertz(at: time) - problem.leaderRate
        #expect(excess * side >= 0, label)
      }
    }
  }

  /// Checks bounds and slopes.
  static func check(_ plan: RatePlan, _ bounds: LockBounds, _ label: Comment) {
    #expect(plan.holdTime.sign >= 0 && plan.rampIn >= 0 && plan.rampOut >= 0, label)
    if plan.duration > 0 {
      #expect((bounds.leastRate...bounds.mostRate).contains(plan.cruiseHertz), label)
    }
    let slope = bounds.shape == .smooth ? bounds.slope / 1.5 : bounds.slope
    guard slope < .infinity else { return }
    let (first, last) = (plan.cruiseRate - plan.startRate, plan.endRate - plan.cruiseRate)
    // A short ramp between rates that a rounding separates is as steep as the rounding.
    #expect(first.magnitude.high <= slope * plan.rampIn + 1e-14, label)
    #expect(last.magnitude.high <= slope * plan.rampOut + 1e-14, label)
  }

  @Test func `an arrival covers its distance exactly, in its time, within the bounds`() throws {
    let seed: UInt64 = 52
    var random = SeededRandom(seed: seed)
    var (possible, named) = (0, 0)
    for index in 0..<4000 {
      let problem = Problem(&random)
      let bounds = problem.bounds
      let time = random.double(in: 0.01...6)
      let label: Comment = "seed \(seed), \(index): \(problem), in \(time) s"
      let isPhase = random.chance(0.5)
      let arrive = { (time: Double) throws(LockError) -> RatePlan in
        isPhase
          ? try .arriving(
            atPhase: problem.gap, in: time, rate: problem.rate, endRate: problem.leaderRate,
            within: bounds)
          : try .arriving(
            after: problem.gap, in: time, rate: problem.rate, endRate: problem.leaderRate,
            within: bounds)
      }
      do throws(LockError) {
        let plan = try arrive(time)
        possible += 1
        Self.check(plan, bounds, label)
        #expect(plan.preciseDuration == DoubleDouble(time), label)
        let error = plan.preciseCycles - problem.gap
        #expect((error - error.high.rounded()).magnitude.high < Self.exactTolerance, label)
      } catch {
        guard case .outOfReach(_, let nearestTime, _) = error, let nearestTime else { continue }
        // The nearest time is possible, and half the way there is not.
        named += 1
        #expect((try? arrive(nearestTime)) != nil, label)
        #expect((try? arrive((nearestTime + time) / 2)) == nil, label)
      }
    }
    #expect(possible > 1000 && named > 200)
  }

  @Test func `of the laps possible an arrival takes the gentlest, a tie goes to the faster`()
    throws
  {
    let bounds = LockBounds(leastRate: 0, mostRate: 10, slope: 4)
    // 2 Hz for 3 s are 6 cycles: 6.25 is nearer than 5.25.
    let near = try RatePlan.arriving(atPhase: 0.25, in: 3, rate: 2, endRate: 2, within: bounds)
    #expect((near.cycles - 6.25).magnitude < 1e-14)
    let tie = try RatePlan.arriving(atPhase: 0.5, in: 3, rate: 2, endRate: 2, within: bounds)
    #expect((tie.cycles - 6.5).magnitude < 1e-14)
    let eight = try RatePlan.arriving(after: 8, in: 4, rate: 1, endRate: 1, within: bounds)
    #expect((eight.cycles - 8).magnitude < 1e-14 && eight.duration == 4)
  }

  @Test func `stop at a phase: the rate is kept until the braking way is left`() throws {
    let bounds = LockBounds(leastRate: 0, mostRate: 3, slope: 2)
    // 2 Hz needs 2² / (2 · 2) = 1 cycle to stop: half a cycle ahead that is a lap on.
    let plan = try RatePlan.keepingRate(toPhase: 0.5, rate: 2, endRate: 0, within: bounds)
    #expect(plan.cycles == 1.5)
    #expect(plan.hold == 0.25 && plan.rampOut == 1 && plan.rampIn == 0)
    #expect(throws: LockError.standsStill) {
      try RatePlan.keepingRate(toPhase: 0.5, rate: 0, endRate: 1, within: bounds)
    }
    let flat = LockBounds(leastRate: 0, mostRate: 4, slope: 0x1p-900)
    #expect(throws: LockError.tooLong(0x1p901)) {
      try RatePlan.keepingRate(toPhase: 0.5, rate: 2, endRate: 0, within: flat)
    }
  }

  @Test func `a worst case of a twentieth more or less, and the tie goes forward`() throws {
    let bounds = LockBounds(leastRate: 1.6, mostRate: 2.4)
    let plan = try RatePlan.soonest(gap: 0.5, leaderRate: 2, rate: 2, within: bounds)
    #expect((plan.duration - 1.25).magnitude < 1e-15)
    #expect(plan.cruiseHertz == 2.4)
    let back = try RatePlan.soonest(gap: 0.501, leaderRate: 2, rate: 2, within: bounds)
    #expect(back.cruiseHertz == 1.6)
  }

  @Test func `a rate on a bound leaves one side, and none a reason`() throws {
    let above = LockBounds(leastRate: 2, mostRate: 2.5)
    let plan = try RatePlan.soonest(gap: 0.9, leaderRate: 2, rate: 2, within: above)
    #expect((plan.duration - 0.9 / 0.5).magnitude < 1e-14 && plan.cruiseHertz == 2.5)
    let below = LockBounds(leastRate: 1.5, mostRate: 2, slope: 3)
    let back = try RatePlan.soonest(gap: 0.1, leaderRate: 2, rate: 2, within: below)
    #expect((back.cycles - (2 * back.duration - 0.9)).magnitude < 1e-14)
    let none = LockBounds(leastRate: 2, mostRate: 2, slope: 3)
    #expect(throws: LockError.noWay(leaderRate: 2)) {
      try RatePlan.soonest(gap: 0.1, leaderRate: 2, rate: 2, within: none)
    }
    #expect(try RatePlan.soonest(gap: 3, leaderRate: 2, rate: 2, within: none).duration == 0)
  }

  @Test func `whole cycles: two of 0.425 s, where a plan that may bend takes 0.75`() throws {
    let bounds = LockBounds(leastRate: 1.6, mostRate: 2.4)
    let plan = try RatePlan.wholeCycles(gap: 0.3, leaderRate: 2, within: bounds)
    #expect((plan.cycles - 2).magnitude < 1e-15 && (plan.duration - 0.85).magnitude < 1e-15)
    let bent = try RatePlan.soonest(gap: 0.3, leaderRate: 2, rate: 2, within: bounds)
    #expect((bent.duration - 0.75).magnitude < 1e-15)
  }

  @Test func `whole cycles end on the leader's boundary, are the fewest, and may run backwards`()
    throws
  {
    let seed: UInt64 = 53
    var random = SeededRandom(seed: seed)
    for index in 0..<2000 {
      let leader = random.double(in: 0.2...4) * (random.chance(0.3) ? -1 : 1)
      let bounds = LockBounds(
        leastRate: leader - random.double(in: 0.02...1),
        mostRate: leader + random.double(in: 0.02...1))
      let delay = random.chance(0.5) ? 0 : random.double(in: 0...0.2 / leader.magnitude)
      let gap = random.double(in: 0...1)
      let label: Comment = "seed \(seed), \(index)"
      guard
        let plan = try? RatePlan.wholeCycles(
          gap: gap, leaderRate: leader, repeatDelay: delay, within: bounds)
      else { continue }
      let cycles = plan.duration / (1 / plan.cruiseHertz.magnitude + delay)
      #expect((cycles - cycles.rounded()).magnitude < 1e-9, label)
      #expect((bounds.leastRate...bounds.mostRate).contains(plan.cruiseHertz), label)
      let target = gap + leader * plan.duration
      #expect((target - target.rounded()).magnitude < 1e-9, label)
      // By trial: no smaller number of cycles gets there in less time.
      for count in 1..<max(2, Int(cycles.rounded())) {
        let ahead = leader > 0 ? gap : 1 - gap
        for behind in [ahead, ahead - 1] {
          let duration = (Double(count) - behind) / leader.magnitude
          let rate = 1 / (duration / Double(count) - delay)
          let signed = leader < 0 ? -rate : rate
          let isPossible =
            rate > 0 && signed > bounds.leastRate + 1e-9 && signed < bounds.mostRate - 1e-9
          #expect(!isPossible || duration > plan.duration - 1e-9, label)
        }
      }
    }
  }

  @Test func `invalid numbers are named`() {
    let bounds = LockBounds(leastRate: 1, mostRate: 3, slope: 2)
    let calls: [(LockError, () throws -> Void)] = [
      (
        .rateOutOfBounds(4, least: 1, most: 3),
        { _ = try RatePlan.soonest(gap: 0, leaderRate: 4, rate: 2, within: bounds) }
      ),
      (
        .rateOutOfBounds(0, least: 1, most: 3),
        { _ = try RatePlan.arriving(after: 2, in: 1, rate: 2, endRate: 0, within: bounds) }
      ),
      (
        .invalidTime(0),
        { _ = try RatePlan.arriving(after: 2, in: 0, rate: 2, endRate: 2, within: bounds) }
      ),
      (
        .invalidDistance(.infinity),
        { _ = try RatePlan.soonest(gap: .infinity, leaderRate: 2, rate: 2, within: bounds) }
      ),
      (
        .invalidRate(2e6),
        { _ = try RatePlan.soonest(gap: 0, leaderRate: 2, rate: 2e6, within: bounds) }
      ),
      (
        .standsStill,
        { _ = try RatePlan.wholeCycles(gap: 0.5, leaderRate: 0, within: bounds) }
      ),
      (.invalidSlope(0), { _ = try LockBounds(validatingLeastRate: 1, mostRate: 2, slope: 0) }),
      (
        .invalidBounds(least: 2, most: 1),
        { _ = try LockBounds(validatingLeastRate: 2, mostRate: 1) }
      ),
      (.invalidRatio(0, 1), { _ = try CycleRatio(validating: 0) }),
      (.invalidRatio(1, 0), { _ = try CycleRatio(validating: 1, 0) }),
    ]
    for (expected, call) in calls { #expect(throws: expected) { try call() } }
    #expect(throws: LockError.self) { try LockBounds(validatingLeastRate: .nan, mostRate: 1) }
    #expect(throws: LockError.self) {
      try RatePlan.soonest(gap: .nan, leaderRate: 2, rate: 2, within: bounds)
    }
    // 20 cycles in 5 s is too much at 3 Hz; in 7 s it is not.
    do throws(LockError) {
      _ = try RatePlan.arriving(after: 20, in: 5, rate: 2, endRate: 2, within: bounds)
      Issue.record("20 cycles in 5 s at 3 Hz")
    } catch {
      guard case .outOfReach(5, let time?, let distance?) = error else {
        Issue.record("\(error)")
        return
      }
      // 2 Hz to 3 Hz and back: half a cycle a second² less than 3 Hz all the time.
      #expect((time - 20.5 / 3).magnitude < 1e-8 && (distance - 14.5).magnitude < 1e-12)
      #expect(error.description.contains("6.83333"))
    }
  }

  @Test func `a ratio in lowest terms gives phases that lose nothing after any number of beats`() {
    #expect(CycleRatio(4, 6) == CycleRatio(2, 3))
    #expect(CycleRatio(-4, 6).numerator == -2)
    let far = PrecisePosition(cycle: 999_999_999_999_999_998, fraction: DoubleDouble(0.5))
    // The cycle is 2 modulo 3: (2.5 · 2) / 3.
    let phase = CycleRatio(2, 3).phase(at: far)
    #expect((phase - DoubleDouble(5) / DoubleDouble(3)).magnitude.high < 1e-30)
  }
}
