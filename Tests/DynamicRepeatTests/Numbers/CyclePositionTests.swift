// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import TestSupport
import Testing

@Suite struct CyclePositionTests {
  @Test(arguments: [
    (0.0, 0, 0.0), (-0.0, 0, 0.0), (0.25, 0, 0.25), (1, 1, 0), (2.75, 2, 0.75),
    (-0.25, -1, 0.75), (-1, -1, 0), (-1.25, -2, 0.75), (1e15 + 0.5, 1_000_000_000_000_000, 0.5),
    (0x1p59, 1 << 59, 0),
  ])
  func `a number of cycles splits into whole cycles and a phase`(
    cycles: Double, cycle: Int, phase: Double
  ) {
    let position = CyclePosition(cycles)
    #expect(position.cycle == cycle)
    #expect(position.phase == phase)
  }

  @Test(arguments: [-1e-18, -1e-307, -1e-17, -1e-16, -0x1p-53, -0x1p-54, -1e-300])
  func `just before a boundary the phase is below 1, in the previous cycle`(tiny: Double) {
    let position = CyclePosition(tiny)
    #expect(position.cycle == -1)
    #expect(position.phase < 1)
    #expect(position.phase >= (1.0).nextDown.nextDown)
    #expect(position < .zero)
  }

  @Test func `the phase of a negative position is not mirrored around zero`() {
    #expect(CyclePosition(-0.1).phase == 0.9)
    #expect(CyclePosition(-0.1).cycle == -1)
    #expect(CyclePosition(0.1).phase == 0.1)
  }

  @Test func `a position far out keeps the precision of its first cycle`() {
    let far = CyclePosition(cycle: 1 << 59, phase: 0.1)
    let further = far.advanced(by: 0.2)
    #expect(further.cycle == 1 << 59)
    #expect(further.phase == 0.1 + 0.2)
    #expect(further.cycles(since: far) == (0.1 + 0.2) - 0.1)
  }

  @Test func `advancing and going back again returns to the same position`() {
    let seed: UInt64 = 1
    var random = SeededRandom(seed: seed)
    for _ in 0..<10_000 {
      let start = CyclePosition(
        cycle: Int.random(in: -1_000_000_000...1_000_000_000, using: &random),
        phase: Double.random(in: 0..<1, using: &random))
      let cycles = random.double(in: -1e6...1e6)
      let there = start.advanced(by: cycles)
      #expect((0..<1).contains(there.phase), "seed \(seed)")
      // The phase is rounded once in each direction.
      #expect(there.advanced(by: -cycles).cycles(since: start).magnitude <= 0x1p-52, "seed \(seed)")
      #expect((there.cycles(since: start) - cycles).magnitude <= 0x1p-33, "seed \(seed)")
    }
  }

  @Test func `positions are ordered by cycle, then by phase`() {
    let inOrder = [-2.5, -2, -1.75, -0.25, 0, 0.5, 1, 1.25].map { CyclePosition($0) }
    #expect(inOrder.shuffled().sorted() == inOrder)
  }

  @Test func `invalid numbers for a position throw`() throws {
    let half = try CyclePosition(validatingCycle: -3, phase: 0.5)
    #expect(half == CyclePosition(cycle: -3, phase: 0.5))
    for phase in [1, -0.1, .infinity] {
      #expect(throws: RepeatError.invalidPhase(phase)) {
        try CyclePosition(validatingCycle: 0, phase: phase)
      }
    }
    #expect(throws: RepeatError.self) { try CyclePosition(validatingCycle: 0, phase: .nan) }
    for cycle in [WideInt.min, .max, 1_000_000_000_000_000_001] {
      #expect(throws: RepeatError.invalidCycle(cycle)) {
        try CyclePosition(validatingCycle: cycle, phase: 0)
      }
    }
  }

  @Test func `an impossible position traps`() async {
    await #expect(processExitsWith: .failure) { _ = CyclePosition(.nan) }
    await #expect(processExitsWith: .failure) { _ = CyclePosition(.infinity) }
    await #expect(processExitsWith: .failure) { _ = CyclePosition(cycle: 0, phase: 1) }
    await #expect(processExitsWith: .failure) { _ = CyclePosition(1e18).advanced(by: 1e18) }
    await #expect(processExitsWith: .failure) { _ = CyclePosition(1e18).advanced(by: 50) }
  }
}
