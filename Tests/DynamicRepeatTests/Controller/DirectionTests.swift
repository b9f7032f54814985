// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming
import Testing

/// Which way a repeat runs: a duration keeps the direction, a reversal turns what waits too.
@Suite struct DirectionTests {
  static let policies: [RatePolicy] = [.restartPerCycle, .phaseMatched, .phaseMatched(ramp: 0.5)]

  @Test(arguments: policies)
  func `a new policy keeps the reversal of a rate change that waits`(policy: RatePolicy) throws {
    var repeating = try RepeatController.started(1)
    repeating.advance(to: 0.25)
    try repeating.setRate(hertz: 3)
    repeating.reverse()
    try repeating.setPolicy(policy)
    #expect(repeating.sample(at: 5).hertz == -3)
  }

  @Test(arguments: policies)
  func `a duration keeps the direction of the rate change that it replaces, whatever the policy`(
    policy: RatePolicy
  ) throws {
    var repeating = try RepeatController.started(1)
    repeating.advance(to: 0.25)
    try repeating.setRate(hertz: -2)
    try repeating.setCycleDuration(0.25)
    try repeating.setPolicy(policy)
    #expect(repeating.sample(at: 5).hertz == -4)
  }

  @Test func `a ramp to a duration takes the direction of the rate change that it replaces`() throws
  {
    var repeating = try RepeatController.started(1)
    repeating.advance(to: 0.25)
    try repeating.setRate(hertz: -2)
    try repeating.ramp(to: .cycleDuration(0.25), over: 0.5)
    #expect(repeating.sample(at: 5).hertz == -4)
  }

  @Test(arguments: [StopMode.atCycleEnd, .immediately, .freeze])
  func `a reversal belongs to its run: the next one begins forwards`(mode: StopMode) throws {
    for rate in [RepeatRate.cycleDuration(1), .hertz(1), .hertz(-1)] {
      var repeating = try RepeatController.started { $0.rate = rate }
      let direction = repeating.sample(at: 0.1).hertz
      repeating.advance(to: 0.25)
      repeating.reverse()
      repeating.stop(mode)
      repeating.advance(to: 3)
      repeating.start()
      #expect(repeating.sample(at: 3.125).hertz == direction)
    }
  }

  @Test func `a run begins forwards where a duration was requested of one that ran backwards`()
    throws
  {
    var repeating = try RepeatController.started(1, .phaseMatched)
    try repeating.setRate(hertz: -2)
    try repeating.setCycleDuration(0.25)
    #expect(repeating.sample(at: 0.1).hertz == -4)
    repeating.stop(.immediately)
    repeating.start()
    #expect(repeating.sample(at: 0.1).hertz == 4)
  }

  @Test func `a reversal while idle turns the next run, and that run only`() throws {
    var repeating = try RepeatController.started(1)
    repeating.stop(.immediately)
    repeating.reverse()
    repeating.start()
    #expect(repeating.sample(at: 0.25).hertz == -1)
    repeating.stop(.immediately)
    repeating.start()
    #expect(repeating.sample(at: 0.25).hertz == 1)
  }

  @Test func `a hold outlives pause, stop and start, and ends with the next rate`() throws {
    var repeating = try RepeatController.started { $0.rate = .hertz(-1) }
    repeating.advance(to: 0.25)
    repeating.hold()
    repeating.pause()
    repeating.resume()
    #expect(repeating.sample(at: 2).position == CyclePosition(-0.25))
    repeating.stop(.freeze)
    repeating.start()
    #expect(repeating.sample(at: 2).position == .zero)
    try repeating.setCycleDuration(1)
    #expect(repeating.sample(at: 0.5).position == CyclePosition(-0.25))
  }
}
