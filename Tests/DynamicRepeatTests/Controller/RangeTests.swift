// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming
import Testing

/// Where positions end.
@Suite struct RangeTests {
  static let limit = Int(CyclePosition.limit)

  @Test(arguments: [1, -1])
  func `a run ends at the last position that there is`(direction: Int) throws {
    var repeating = try RepeatController.started {
      $0.rate = .hertz(Double(direction) * 1000)
      $0.restState = .lastValue
    }
    repeating.seek(to: CyclePosition(cycle: direction * (Self.limit - 256), phase: 0.5))
    #expect(repeating.state == .running)
    #expect(
      repeating.sample(at: 0.125).position.cycle == direction * (Self.limit - 256) + direction * 125
    )
    let events = repeating.advance(to: 1)
    #expect(events.stop == .finished)
    let held = repeating.sample(at: 1).position
    #expect(held == CyclePosition(cycle: direction * Self.limit, phase: 0))
  }

  @Test func `a jump to the last position ends the run there`() throws {
    for cycle in [Self.limit, -Self.limit] {
      var repeating = try RepeatController.started(0.001)
      repeating.seek(to: CyclePosition(cycle: cycle, phase: 0))
      #expect(repeating.takeEvents().stop == .finished)
      repeating.advance(to: 1)
      #expect(repeating.sample(at: 1).position == .zero)
      #expect(repeating.sample(at: 2).state == .idle)
    }
  }

  @Test func `an answer for the past may lie beyond the last position, and does not trap`() throws {
    var repeating = try RepeatController.started(0.001)
    repeating.advance(to: 10)
    repeating.seek(to: CyclePosition(cycle: -Self.limit + 1, phase: 0.25))
    #expect(repeating.sample(at: 5).position.cycle == -Self.limit - 4999)
    #expect(repeating.sample(at: 5.0001).progress.isFinite)
  }

  @Test func `at the highest rate a run from the first time to the last ends at the limit`() throws
  {
    var settings = RepeatSettings()
    settings.rate = .hertz(RepeatLimits.highestRate)
    var repeating = try RepeatController(settings, now: -RepeatLimits.latestTime)
    repeating.start()
    let events = repeating.advance(to: RepeatLimits.latestTime)
    #expect(events.stop == .finished)
    #expect(events.last?.time == 0)
  }
}
