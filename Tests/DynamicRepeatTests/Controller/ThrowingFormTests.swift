// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming
import Testing

/// Beside each form that traps is one that throws, for numbers from outside.
@Suite struct ThrowingFormTests {
  static let wrongTimes = [1.1e12, -1.1e12, .infinity, -.infinity]

  @Test func `advance throws for a time that has passed or that no timeline has`() throws {
    var repeating = try RepeatController.started(1)
    let events = try repeating.advance(validating: 2)
    #expect(events.cycles == [1, 2])
    let before = repeating
    #expect(throws: RepeatError.timeHasPassed(time: 1, now: 2)) {
      try repeating.advance(validating: 1)
    }
    for wrong in Self.wrongTimes {
      #expect(throws: RepeatError.invalidTime(wrong)) { try repeating.advance(validating: wrong) }
    }
    #expect(throws: RepeatError.self) { try repeating.advance(validating: .nan) }
    #expect(repeating == before)
  }

  @Test func `sample throws for a time that no timeline has`() throws {
    let repeating = try RepeatController.started(1)
    let sample = try repeating.sample(validating: 0.25)
    #expect(sample == repeating.sample(at: 0.25))
    for wrong in Self.wrongTimes {
      #expect(throws: RepeatError.invalidTime(wrong)) { try repeating.sample(validating: wrong) }
    }
    #expect(throws: RepeatError.self) { try repeating.sample(validating: .nan) }
  }

  @Test func `the plain sample stops the program at such a time`() async {
    await #expect(processExitsWith: .failure) {
      _ = RepeatController().sample(at: .nan)
    }
  }

  @Test func `more changes of motion than one call may pass throw, and change nothing`() throws {
    var repeating = try RepeatController.started {
      $0.repeatDelay = 1
      $0.rate = .cycleDuration(1)
    }
    try repeating.ramp(to: .cycleDuration(0.5), over: 1e9)
    repeating.advance(to: 1)
    let before = repeating
    // A cycle and its delay take 2 seconds, and one change.
    let far = 1.0e6
    let error = RepeatError.tooFar(time: far, now: 1)
    #expect(throws: error) { try repeating.advance(validating: far) }
    #expect(throws: error) { try repeating.sample(validating: far) }
    #expect(repeating == before)
    #expect(error.description.contains("65536 changes of motion"))
    // As far as that many changes reach, in steps.
    #expect(try repeating.advance(validating: 2000).stop == nil)
    #expect(repeating.sample(at: 2000).position.cycle == 1000)
  }
}
