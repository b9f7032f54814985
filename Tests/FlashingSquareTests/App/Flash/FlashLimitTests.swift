// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import TestSupport
import Testing

@testable import FlashingSquare

@Suite struct FlashLimitTests {
  @Test(arguments: [0.000_001, 0.1, 0.2, 1.0 / 3, 0.35, 2, 1e9])
  func `no requested duration allows more than three flashes a second`(_ requested: Double) {
    let limit = FlashLimit(isOn: true)
    #expect(1 / limit.allowed(requested) <= 3)
    #expect(FlashLimit(isOn: false).allowed(requested) == requested)
  }

  @Test func `no drag makes a large square flash more than three times a second`() throws {
    var random = SeededRandom(seed: 5)
    var run = SceneRun(mode: .naive)
    run.frame()
    run.draw()
    let slider = try run.answers().slider
    var shown: [[(time: Double, value: Double)]] = [[], [], []]
    var jumps: [Double] = []
    for number in 0..<3600 {
      let point = slider.point(.random(in: 0...1, using: &random))
      let row = run.drag(to: point, isPressed: number.isMultiple(of: 600))
      let scene = try run.answers()
      for (index, lane) in scene.lanes.enumerated() {
        shown[index].append((row.time, lane.shown))
      }
      if let answer = scene.lanes[0].answers.last, answer.time != jumps.last {
        jumps.append(answer.time)
      }
    }
    for values in [shown[1], shown[2]] { #expect(FlashCount.most(values) <= 3, "seed 5") }
    // There are at most three jumps a second, and a flash has two jumps.
    #expect(zip(jumps, jumps.dropFirst(3)).allSatisfy { $1 - $0 >= 1 - 1e-9 } && jumps.count > 100)
  }

  @Test(arguments: [DemoMode.restart, .phase, .ramp])
  func `a file's requests are limited to three flashes a second`(_ mode: DemoMode) throws {
    let text = "time,cycle_duration,ramp\n0,2,\n1,0.05,\n3,1,0.3\n4,0.000001,0.5\n6,0.1,2\n9,5,\n"
    let schedule = try PlaySchedule.of(text)
    var run = SceneRun(mode: mode, schedule: schedule)
    run.run(until: 12)
    #expect(FlashCount.most(run.rows.map { ($0.time, $0.value) }) <= 3)
    // The trace has the file's request; the rate in effect stays at the limit, also at the end of a
    // ramp.
    #expect(run.rows.contains { $0.cycleDurationRequested == 0.000_001 })
    for row in run.rows { #expect(row.cycleDurationInEffect >= FlashLimit.shortestCycle - 1e-12) }
    var free = SceneRun(mode: .phase, limits: false, schedule: schedule)
    free.run(until: 12)
    #expect(FlashCount.most(free.rows.map { ($0.time, $0.value) }) > 3)
  }
}
