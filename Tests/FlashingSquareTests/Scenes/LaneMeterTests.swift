// SPDX-License-Identifier: Apache-2.0

import StrategyComparison
import Testing

@testable import FlashingSquare

/// The measures beside the lanes are those of what the lanes do.
@Suite struct LaneMeterTests {
  /// Times are counted from each run's beginning: a few roundings of a value near 1.
  static let rounding = 1e-9

  /// Every lane's value is its meter's, now.
  func expectSame(_ run: SceneRun, _ comment: Comment) throws {
    let scene = try #require(run.modes)
    for (lane, meter) in zip(scene.lanes, scene.meters) {
      let off = abs(lane.sample.progress - meter.value)
      #expect(off < Self.rounding, "\(comment): \(lane.mode) is off by \(off)")
    }
  }

  @Test(arguments: [DemoMode.restart, .frame], [true, false])
  func `a lane shows what its strategy shows, through rate changes, pauses and stops`(
    mode: DemoMode, limits: Bool
  ) throws {
    var run = SceneRun("modes", mode: mode, limits: limits)
    for _ in 0..<900 {
      run.frame()
      try expectSame(run, "plan, frame \(run.next)")
    }
    run.press(.down)
    run.press(.down, .down)
    run.run(until: 17)
    try expectSame(run, "by hand")
    run.press(.pause)
    run.press(.up)
    run.run(until: 20)
    run.press(.pause)
    run.run(until: 21)
    try expectSame(run, "after a pause")
    run.press(.run)
    run.run(until: 26)
    run.press(.run)
    run.run(until: 30)
    try expectSame(run, "started anew")
  }

  @Test func `the measures count up: a jump where it jumps, a delay where it waits`() throws {
    var run = SceneRun("modes", mode: .restart, limits: false)
    run.run(until: 3)
    let before = try #require(run.modes).meters.map(\.figures)
    #expect(before.allSatisfy { $0[.valueJump] == 0 && $0[.delayWorst] == nil })
    run.run(until: 12)
    let scene = try #require(run.modes)
    let figures = scene.meters.map(\.figures)
    #expect(figures.map { $0[.valueJump] ?? 0 > 0.01 } == [true, false, false, false])
    #expect(figures.map { $0[.delayWorst] ?? 0 > 0 } == [false, true, false, true])
    #expect(figures[3][.delayWorst] == DemoMode.rampSeconds)
    #expect(abs((figures[0][.valueJump] ?? 0) - scene.lanes[0].largestJump) < Self.rounding)
    // Phase-matched loses no cycle.
    #expect(abs(figures[2][.cyclesGained] ?? 1) < Self.rounding)
  }

  @Test func `another mode in the lane for comparison is measured from its beginning`() throws {
    var run = SceneRun("modes", mode: .naive, limits: false)
    run.run(until: 8)
    #expect(try #require(run.modes?.meters[0].figures[.valueJump]) > 0.01)
    for _ in 0..<4 { run.press(.nextMode) }
    #expect(run.modes?.lanes[0].mode == .frame)
    #expect(run.modes?.meters[0].figures[.valueJump] == 0)
    run.run(until: 20)
    try expectSame(run, "restart at frame")
    #expect(run.modes?.meters[0].figures[.valueJump] == 0)
  }

  @Test func `a file's rate changes are measured at their exact times, each lane's own way`() throws
  {
    let text = "time,cycle_duration,ramp\n0.313,0.8,\n2.2,3,\n2.2,0.5,0.25\n4,1.1,\n"
    let schedule = try PlaySchedule.of(text)
    var run = SceneRun("modes", limits: false, schedule: schedule)
    for _ in 0..<480 {
      run.frame()
      try expectSame(run, "frame \(run.next)")
    }
    let figures = try #require(run.modes).meters.map(\.figures)
    #expect(figures.map { $0[.delayWorst] ?? 0 > 0 } == [false, true, false, true])
  }
}
