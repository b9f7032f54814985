// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming
import Testing

/// Commands one by one; among each other, in every situation, `ControllerScripts` compares them with a
/// model.
@Suite struct CommandTests {
  @Test(arguments: [
    (RepeatMoment.now, 0.25), (.time(0.625), 0.625), (.nextCycle, 1), (.cycle(3), 3),
    (.phase(0.75), 0.75), (.phase(0.25), 1.25), (.phase(0), 1), (.time(0.25), 0.25),
  ])
  func `a command takes effect at its moment, also inside a frame`(
    moment: RepeatMoment, time: Double
  ) throws {
    var repeating = try RepeatController.started(1, .phaseMatched)
    repeating.advance(to: 0.25)
    try repeating.schedule(.hold, at: moment)
    repeating.advance(to: 10)
    #expect(repeating.sample(at: 10).position == CyclePosition(time))
  }

  @Test func `a moment that has passed throws`() throws {
    var repeating = try RepeatController.started(1)
    repeating.advance(to: 2)
    let before = repeating
    #expect(throws: RepeatError.timeHasPassed(time: 1, now: 2)) {
      try repeating.schedule(.pause, at: .time(1))
    }
    #expect(throws: RepeatError.invalidPhase(1)) { try repeating.schedule(.pause, at: .phase(1)) }
    #expect(throws: RepeatError.self) { try repeating.schedule(.pause, at: .time(.nan)) }
    #expect(throws: RepeatError.self) { try repeating.schedule(.pause, at: .cycle(.max)) }
    #expect(repeating == before)
  }

  @Test func `a command can be taken back`() throws {
    var repeating = try RepeatController.started(1)
    let id = try repeating.schedule(.hold, at: .time(1))
    try repeating.schedule(.hold, at: .nextCycle)
    let isFound = repeating.cancel(id)
    let isFoundAgain = repeating.cancel(id)
    #expect(isFound && !isFoundAgain)
    repeating.cancelAll()
    #expect(repeating.sample(at: 5).position == CyclePosition(5))
  }

  /// Cycles.
  ///
  /// Each pause rounds the position once, to 106 bits.
  static let pauseTolerance = 1e-29

  @Test func `five hundred pauses move the phase by less than any Double shows`() throws {
    var paused = try RepeatController.started(0.7)
    var straight = paused
    var time = 0.0
    var ran = 0.0
    for _ in 0..<500 {
      // Dyadic steps: the times of both are exact.
      time += 0.125
      ran += 0.125
      paused.advance(to: time)
      straight.advance(to: ran)
      let difference = paused.sample(at: time).position.cycles(
        since: straight.sample(at: ran).position)
      #expect(difference.magnitude <= Self.pauseTolerance)
      paused.pause()
      time += 0.375
      paused.advance(to: time)
      paused.resume()
    }
  }

  @Test func `a delay is joined with a ramp, backwards too`() throws {
    var repeating = try RepeatController.started(1, .phaseMatched) { $0.repeatDelay = 0.25 }
    try repeating.ramp(to: .hertz(2), over: 1)
    // 1.5 cycles in the ramp's second but for a quarter of it, spent at the boundary.
    let boundary = RateCurve.ramp(from: 1, to: 2, over: 1).time(reaching: 1) ?? 0
    #expect(repeating.sample(at: boundary + 0.2).isWaiting)
    #expect(!repeating.sample(at: boundary + 0.26).isWaiting)
    var back = try RepeatController.started(1) {
      $0.repeatDelay = 0.25
      $0.rate = .hertz(-1)
    }
    #expect(back.sample(at: 1.125).isWaiting)
    #expect(back.sample(at: 1.75).position == CyclePosition(-1.5))
    #expect(back.advance(to: 4).cycles == [-2, -3, -4])
  }

  @Test func `each leg may have a pace of its own`() throws {
    let repeating = try RepeatController.started(2) {
      $0.timing = .easeIn
      $0.returnTiming = .easeOut
    }
    #expect(repeating.sample(at: 0.5).progress == TimingFunction.easeIn(0.5))
    #expect(repeating.sample(at: 1.5).progress == 1 - TimingFunction.easeOut(0.5))
    let retracing = try RepeatController.started(2) { $0.timing = .easeIn }
    #expect(retracing.sample(at: 1.5).progress == TimingFunction.easeIn(0.5))
  }

  @Test func `impossible settings throw by name`() {
    let faults: [((inout RepeatSettings) -> Void, RepeatError)] = [
      ({ $0.rate = .cycleDuration(0) }, .invalidCycleDuration(0)),
      ({ $0.rate = .hertz(2e6) }, .invalidRate(2e6)),
      ({ $0.startPhase = 1 }, .invalidPhase(1)), ({ $0.startPhase = -0.1 }, .invalidPhase(-0.1)),
      ({ $0.repeatDelay = -1 }, .invalidInterval(-1)),
      ({ $0.repeatCount = .cycles(0) }, .invalidRepeatCount(0)),
      ({ $0.policy = .phaseMatched(ramp: .infinity) }, .invalidInterval(.infinity)),
    ]
    for (change, error) in faults {
      var settings = RepeatSettings()
      change(&settings)
      #expect(throws: error) { try RepeatController(settings) }
      #expect(error.description.contains("must be"))
    }
    #expect(throws: RepeatError.invalidTime(1e13)) {
      try RepeatController(RepeatSettings(), now: 1e13)
    }
  }

  /// A `Double` rounds it to the limit, and a saved state that has it could not be read.
  @Test func `a cycle just beyond the limit is named`() {
    var repeating = RepeatController()
    #expect(throws: RepeatError.invalidCycle(1_000_000_000_000_000_010)) {
      try repeating.schedule(.hold, at: .cycle(1_000_000_000_000_000_010))
    }
  }

  @Test func `time does not run backwards`() async {
    await #expect(processExitsWith: .failure) {
      var repeating = RepeatController()
      repeating.advance(to: 2)
      repeating.advance(to: 1)
    }
    await #expect(processExitsWith: .failure) {
      var repeating = RepeatController()
      repeating.advance(to: .nan)
    }
  }
}
