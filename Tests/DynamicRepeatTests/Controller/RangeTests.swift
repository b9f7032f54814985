// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Testing

/// The limits of positions.
@Suite struct RangeTests {
  @Test(arguments: [1, -1] as [WideInt])
  func `a run ends at the last possible position`(direction: WideInt) throws {
    var repeating = try RepeatController.started {
      $0.rate = .hertz(Double(direction) * 1000)
      $0.restState = .lastValue
    }
    let near = direction * (RepeatLimits.lastCycle - 256)
    try repeating.seek(to: CyclePosition(cycle: near, phase: 0.5))
    #expect(repeating.sample(at: 0.125).position.cycle == near + direction * 125)
    #expect(repeating.advance(to: 1).last?.kind == .finished)
    let last = CyclePosition(cycle: direction * RepeatLimits.lastCycle, phase: 0)
    #expect(repeating.sample(at: 1).position == last)
  }

  @Test func `a sample of the past may be beyond the last position, without a trap`() throws {
    var repeating = try RepeatController.started(0.001)
    repeating.advance(to: 10)
    let first = -RepeatLimits.lastCycle + 1
    try repeating.seek(to: CyclePosition(cycle: first, phase: 0.25))
    #expect(repeating.sample(at: 5).position.cycle == first - 5000)
  }

  @Test func `at the highest rate a run over all times ends at the limit of positions`() throws {
    let settings = RepeatSettings(rate: .hertz(RepeatLimits.highestRate))
    var repeating = try RepeatController(settings, now: -RepeatLimits.latestTime)
    repeating.start()
    let last = try #require(repeating.advance(to: RepeatLimits.latestTime).last)
    #expect(last.kind == .finished && last.time == 0)
  }
}
