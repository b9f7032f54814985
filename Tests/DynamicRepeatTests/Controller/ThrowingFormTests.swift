// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming
import Testing

/// Beside each form that traps stands one that throws, for numbers from outside.
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
      _ = try RepeatController().sample(at: .nan)
    }
  }

  @Test func `a run that comes beyond the positions that can be named has a sample`() throws {
    var repeating = try RepeatController.started(1, .phaseMatched)
    try repeating.setRate(hertz: 1000)
    repeating.seek(to: CyclePosition(cycle: 1_000_000_000_000_000_000, phase: 0))
    repeating.advance(to: 1)
    #expect(repeating.sample(at: 1).position.cycle == 1_000_000_000_000_001_000)
    #expect(repeating.sample(at: 1.0005).position.phase > 0)
  }
}
