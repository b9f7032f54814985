// SPDX-License-Identifier: Apache-2.0

import FramePacing
import RepeatTiming
import Testing

@testable import FlashingSquare

/// Slow motion: the time that the stage hands to scenes.
@Suite struct SceneClockTests {
  @Test func `a clock that was never slowed hands on frames to the bit`() {
    let clock = SceneClock()
    for number in [0, 1, 7, 1_000_003] {
      let frame = Frame(
        number: number, time: Double(number) / 59.94, delta: 1 / 59.94, refreshPeriod: 0.016,
        missed: 3, rawDelta: 0.5, presentationTime: 9, reportedPeriod: 0.017, isAfterStall: true,
        mode: .locked)
      #expect(clock.frame(frame) == frame)
    }
  }

  @Test func `its time is continuous, and deltas are the way between two times`() {
    var clock = SceneClock()
    var last = 0.0
    for number in 1...600 {
      let frame = Frame(
        number: number, time: Double(number) / 60, delta: 1.0 / 60, refreshPeriod: 1.0 / 60)
      let slowed = clock.frame(frame)
      #expect(abs(slowed.time - last - slowed.delta) < 1e-12)
      #expect(slowed.delta == (clock.isSlow ? 0.25 : 1) / 60)
      last = slowed.time
      if number.isMultiple(of: 120) { clock.toggle(at: frame.time) }
    }
    // Ten seconds, of which the second and the fourth two were slow.
    #expect(abs(last - (6 + 4 * 0.25)) < 1e-12)
  }

  @Test(arguments: SceneList.demo.names.filter { $0 != "swarm" })
  func `in slow motion no value jumps, and phases go on at a quarter of the speed`(
    _ scene: String
  ) throws {
    // What a scene shows at a time does not depend on when it was slow.
    var slow = SceneRun(scene, attract: true)
    slow.run(until: 1)
    slow.press(.slowMotion)
    let begin = try #require(slow.rows.last).time
    slow.run(until: 3)
    let rows = slow.rows.filter { $0.time > begin }
    #expect(rows.count > 100)
    #expect(abs(rows[rows.count - 1].time - begin - 0.25 * Double(rows.count) / 60) < 1e-9)
    var fine = SceneRun(scene, attract: true, hertz: 240)
    fine.run(until: 2)
    let start = try #require(fine.rows.firstIndex { abs($0.time - begin) < 1e-9 })
    for (a, b) in zip(rows, fine.rows[(start + 1)...]) {
      #expect(abs(a.time - b.time) < 1e-9)
    }
  }

  @Test func `a run in slow motion has the phases of a run with four times the frames`() throws {
    var slow = SceneRun("modes")
    slow.press(.slowMotion)
    slow.run(until: 4 * 8)
    var fine = SceneRun("modes", hertz: 240)
    fine.run(until: 8)
    for (a, b) in zip(slow.rows, fine.rows) {
      #expect(abs(a.time - b.time) < 1e-9)
      #expect(a.cycle == b.cycle && abs(a.phase - b.phase) < 1e-9 && abs(a.value - b.value) < 1e-9)
    }
    #expect(slow.events.filter { $0 == "order" }.count == 2)
    #expect(slow.events == fine.events)
  }

  @Test func `a world in fixed steps is as slow, also where a step is a refresh`() throws {
    func distance(isSlow: Bool) throws -> Double {
      var run = SceneRun(fixedStep: .sixty)
      if isSlow { run.press(.slowMotion) } else { run.frame() }
      for _ in 0..<60 { run.frame(.moving(x: 1)) }
      return try #require(run.square).world.player.x - World().player.x
    }
    #expect(try abs(distance(isSlow: false) - World.playerSpeed) < 1e-9)
    #expect(try abs(distance(isSlow: true) - World.playerSpeed / 4) < 1e-9)
  }

  @Test func `another scene stays in slow motion, and the screen says so`() throws {
    var run = SceneRun("modes")
    run.press(.slowMotion)
    run.press(.scene(0))
    run.frame()
    let status = FrameStatus(framesPerSecond: 60, p99Interval: 0.017)
    #expect(run.texts(status).contains("slow motion: 1/4 speed"))
    run.press(.slowMotion)
    #expect(!run.texts(status).contains("slow motion: 1/4 speed"))
  }
}
