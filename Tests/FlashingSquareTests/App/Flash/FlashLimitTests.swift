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

  /// Waves as fast and as coarsely sampled as anything in the demo could be.
  @Test(arguments: [0.5, 1, 2, 3, 3.5, 5, 8, 13, 29, 30], [10.0, 30, 60, 144, 240, 1000])
  func `the guard lets at most three flashes through in any second`(
    _ hertz: Double, _ frames: Double
  ) {
    var flashGuard = FlashGuard()
    var shown: [(time: Double, value: Double)] = []
    var wasHeld = false
    for frame in 0..<Int(frames * 7) {
      let time = Double(frame) / frames
      let phase = time * hertz - (time * hertz).rounded(.down)
      let wanted = phase < 0.5 ? 2 * phase : 2 - 2 * phase
      let value = flashGuard.show(wanted, at: time)
      wasHeld = wasHeld || flashGuard.isHolding
      #expect(flashGuard.isHolding == (value != wanted))
      shown.append((time, value))
    }
    #expect(FlashCount.most(shown) <= 3)
    // Up to the limit nothing is held; where the samples follow the wave, more is.
    if hertz <= 3 { #expect(!wasHeld) }
    if hertz >= 5, frames >= 60, hertz < 29 { #expect(wasHeld) }
  }

  @Test func `the guard holds random jumps to three flashes a second`() {
    var random = SeededRandom(seed: 11)
    var flashGuard = FlashGuard()
    var shown: [(time: Double, value: Double)] = []
    for frame in 0..<6000 {
      let time = Double(frame) / 60
      let wanted = Double.random(in: 0...1, using: &random)
      shown.append((time, flashGuard.show(wanted, at: time)))
    }
    #expect(FlashCount.most(shown) == 3, "seed 11")
  }

  @Test func `the first change counts from the highest and the lowest, not from the first value`() {
    // 0.55, 0.63 and 0.5 hold a fall of more than a tenth: a turn, though both are near the first.
    var flashGuard = FlashGuard()
    for (index, value) in [0.55, 0.63, 0.5, 0.7, 0.5, 0.7, 0.5, 0.7, 0.5].enumerated() {
      #expect(flashGuard.show(value, at: Double(index) * 0.01) == (index == 8 ? 0.5 : value))
    }
    #expect(flashGuard.show(0.7, at: 0.09) == 0.5)
  }

  @Test func `changes below a tenth are no flashes and are never held`() {
    var flashGuard = FlashGuard()
    for frame in 0..<600 {
      let wanted = 0.5 + (frame.isMultiple(of: 2) ? 0.04 : -0.04)
      #expect(flashGuard.show(wanted, at: Double(frame) / 60) == wanted)
    }
  }

  @Test func `what was held shows again as soon as a second has passed`() {
    var flashGuard = FlashGuard()
    for turn in 0...FlashGuard.turnsAllowed {
      _ = flashGuard.show(turn.isMultiple(of: 2) ? 0 : 1, at: Double(turn) * 0.01)
    }
    // Values 0, 1, 0, ... are seven turns; the eighth waits for a second after the first.
    #expect(!flashGuard.isHolding)
    #expect(flashGuard.show(0, at: 0.08) == 1)
    #expect(flashGuard.isHolding)
    #expect(flashGuard.show(0, at: 1.009) == 1)
    #expect(flashGuard.show(0, at: 1.011) == 0)
    #expect(!flashGuard.isHolding)
  }

  @Test(arguments: DemoMode.allCases, ["square", "modes"])
  func `no key, file or mouse flashes more than three times a second`(
    _ mode: DemoMode, _ scene: String
  ) throws {
    var random = SeededRandom(seed: 5)
    var run = SceneRun(scene, mode: mode)
    var shown: [[(time: Double, value: Double)]] = [[], [], [], [], []]
    let keys: [Controls.Press] = [.healthUp, .healthDown, .up, .down, .nextMode, .ramp, .run]
    for _ in 0..<3600 {
      var controls = Controls()
      if Int.random(in: 0..<3, using: &random) == 0 {
        controls.presses = [keys[Int.random(in: 0..<keys.count, using: &random)]]
      }
      let row = run.frame(controls)
      shown[0].append((row.time, row.value))
      for (index, lane) in (run.modes?.lanes ?? []).enumerated() {
        shown[index + 1].append((row.time, lane.shown))
      }
    }
    for values in shown.dropFirst() { #expect(FlashCount.most(values) <= 3, "seed 5") }
    if scene == "square" { #expect(FlashCount.most(shown[0]) <= 3, "seed 5") }
  }

  @Test(arguments: DemoMode.allCases) func `a file asks in vain for more than three flashes`(
    _ mode: DemoMode
  ) throws {
    let text = "time,cycle_duration,ramp\n0,2,\n1,0.05,\n3,1,0.3\n4,0.000001,0.5\n6,0.1,2\n9,5,\n"
    let schedule = try PlaySchedule.parse(Array(text.utf8), name: "plan")
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
