// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import FlashingSquare

@Suite struct FlashLimitTests {
  @Test(arguments: [0.000_001, 0.1, 0.2, 1.0 / 3, 0.35, 2, 1e9])
  func `no duration that is requested flashes more than three times a second`(_ requested: Double) {
    let limit = FlashLimit(isOn: true)
    #expect(1 / limit.allowed(requested) <= 3)
    #expect(limit.holdsBack(requested) == (requested < 0.334))
    #expect(FlashLimit(isOn: false).allowed(requested) == requested)
    #expect(!FlashLimit(isOn: false).holdsBack(requested))
  }

  @Test(arguments: [DemoMode.restart, .phase, .ramp], ["square", "modes"])
  func `without jumps no key flashes anything more than three times a second`(
    _ mode: DemoMode, _ scene: String
  ) throws {
    var random = SeededRandom(seed: 5)
    var run = SceneRun(scene, mode: mode)
    var shown: [[(time: Double, value: Double)]] = [[], [], [], [], []]
    let keys: [Controls.Press] = [.healthUp, .healthDown, .up, .down, .ramp, .run, .pause]
    for _ in 0..<3600 {
      let row = run.frame(Self.controls(&random, keys))
      // In the other scene it is that of the selected lane, now this one and now that.
      if scene == "square" { shown[4].append((row.time, row.value)) }
      // The lane above them is there for its jumps.
      for (index, lane) in (run.modes?.lanes.dropFirst() ?? []).enumerated() {
        shown[index].append((row.time, lane.shown))
      }
    }
    for values in shown { #expect(FlashCount.most(values) <= 3, "seed 5") }
  }

  private static func controls(
    _ random: inout SeededRandom, _ keys: [Controls.Press]
  ) -> Controls {
    var controls = Controls()
    if Int.random(in: 0..<3, using: &random) == 0 {
      controls.presses = [keys[Int.random(in: 0..<keys.count, using: &random)]]
    }
    return controls
  }

  @Test(arguments: DemoMode.allCases) func `a file asks in vain for more than three flashes`(
    _ mode: DemoMode
  ) throws {
    let text = "time,cycle_duration,ramp\n0,2,\n1,0.05,\n3,1,0.3\n4,0.000001,0.5\n6,0.1,2\n9,5,\n"
    let schedule = try PlaySchedule.of(text)
    var run = SceneRun(mode: mode, schedule: schedule)
    run.run(until: 12)
    #expect(FlashCount.most(run.rows.map { ($0.time, $0.value) }) <= 3)
    // Requested is what the file says; in effect stays at the limit, also at the end of a ramp.
    #expect(run.rows.contains { $0.cycleDurationRequested == 0.000_001 })
    for row in run.rows { #expect(row.cycleDurationInEffect >= FlashLimit.shortestCycle - 1e-12) }
    var free = SceneRun(mode: .phase, limits: false, schedule: schedule)
    free.run(until: 12)
    #expect(FlashCount.most(free.rows.map { ($0.time, $0.value) }) > 3)
  }
}
