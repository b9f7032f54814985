// SPDX-License-Identifier: Apache-2.0

import RepeatTiming
import TestSupport
import Testing

@testable import DynamicRepeat

/// What lets a controller run in storage that never grows.
@Suite struct BoundedStorageTests {
  @Test func `events beyond the limit are counted, however many there are`() throws {
    var controller = try RepeatController.started(1e-6)
    controller.advance(to: 0)
    controller.eventLimit = 5
    controller.move(to: 1e6, steps: .max)
    #expect(controller.events.count == 5)
    // Of 1e12 cycles each has a boundary and two turns.
    #expect(controller.droppedEvents == 3_000_000_000_000 - 5)
  }

  @Test
  func `under every flood policy, kept and dropped events are those of a store without limit`()
    throws
  {
    for seed in 300..<400 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      var (free, script) = try SplitTests.randomScript(seed: seed)
      var bounded = free
      bounded.eventLimit = Int.random(in: 1...40, using: &random)
      let all = free.advance(to: 20)
      bounded.move(to: 20, steps: .max)
      #expect(bounded.events.count + bounded.droppedEvents == all.count, "\(script)")
      var taken: [RepeatEvent] = []
      while bounded.takeEvents(limit: 3, { taken.append($1) }) > 0 {}
      #expect(taken == Array(all.prefix(taken.count)), "\(script)")
    }
  }

  @Test(arguments: [.leastNonzeroMagnitude, -.leastNonzeroMagnitude, 0x1p-1060, -1e-300])
  func `a rate next to 0 holds after a boundary and its delay`(_ rate: Double) throws {
    var controller = try RepeatController.started { $0.repeatDelay = 0.5 }
    try controller.setPolicy(.phaseMatched)
    try controller.setRate(hertz: rate)
    controller.seek(to: CyclePosition(cycle: 3, phase: .leastNonzeroMagnitude))
    controller.advance(to: 10_000)
    let position = controller.sample(at: 20_000).position
    #expect(position.cycle == 3 || position.cycle == 2)
    #expect(position.phase < 1e-290 || position.phase > 0.9999)
  }

  @Test func `a controller that takes the state of another goes on like it`() throws {
    for seed in 400..<450 as Range<UInt64> {
      var (original, script) = try SplitTests.randomScript(seed: seed)
      var scratch = try RepeatController(original.settings)
      scratch.moveQueues(commands: 20, goals: 0)
      original.advance(to: 3)
      scratch.replaceState(with: original)
      #expect(scratch == original, "\(script)")
      #expect(scratch.run(through: [9, 20]) == original.run(through: [9, 20]), "\(script)")
    }
  }
}
