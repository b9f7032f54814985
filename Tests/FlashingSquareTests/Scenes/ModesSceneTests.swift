// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlashingSquare

@Suite struct ModesSceneTests {
  @Test func `all lanes get the same rate changes, one jumps, one waits, one slides`() throws {
    var run = SceneRun("modes", mode: .restart)
    // Until the first rate change of the plan, and all that comes of it.
    run.run(until: LaneRequests.plan[0].wait + 2.5)
    let lanes = try #require(run.modes).lanes
    #expect(lanes.map(\.mode) == [.naive, .restart, .phase, .ramp])
    let changes = try lanes.map { try #require($0.lastRateChange) }
    #expect(Set(changes.map(\.time)).count == 1)
    #expect(Set(lanes.map(\.requested)) == [LaneRequests.plan[0].cycleDuration])
    #expect(changes[0].jump > 0.1)
    #expect(changes[1...].allSatisfy { $0.jump == 0 })
    #expect(changes[0].delay == 0)
    #expect(try #require(changes[1].delay) > 0.3)
    #expect(changes[2].delay == 0)
    #expect(changes[3].delay == DemoMode.rampSeconds)
  }

  @Test func `a jump is marked in the lane that jumps, and the figures are explained`() throws {
    var run = SceneRun("modes")
    #expect(run.texts().contains("One command, four ways: watch the top one jump"))
    #expect(run.modes?.lanes.map(ModesScene.freshness) == [0, 0, 0, 0])
    run.run(until: LaneRequests.plan[0].wait + 0.05)
    let fresh = try #require(run.modes).lanes.map(ModesScene.freshness)
    #expect(fresh[0] > 0.9 && fresh[1...].allSatisfy { $0 == 0 })
    let shown = run.texts()
    #expect(shown.filter { $0.hasPrefix("jumps by 0.") }.count == 1)
    #expect(
      shown.contains { $0.hasPrefix("waits, ") } && shown.contains { $0.hasPrefix("slides, ") })
    run.run(until: LaneRequests.plan[0].wait + ModesScene.markSeconds + 0.05)
    #expect(run.modes?.lanes.map(ModesScene.freshness) == [0, 0, 0, 0])
  }

  @Test func `keys change the rate by hand, and the plan goes on after them`() throws {
    var run = SceneRun("modes")
    run.run(until: 1)
    run.press(.down)
    #expect(run.modes?.source == .keys)
    #expect(run.modes?.lanes.map(\.requested) == [1.6, 1.6, 1.6, 1.6])
    run.run(until: 1 + LaneRequests.patience - 0.5)
    #expect(run.modes?.source == .keys)
    run.run(until: 1 + LaneRequests.patience + 0.5)
    #expect(run.modes?.source == .plan)
    #expect(run.modes?.lanes[0].requested == LaneRequests.plan[0].cycleDuration)
    for _ in 0..<60 { run.press(.down) }
    #expect(run.modes?.lanes[0].requested == LaneRequests.range.lowerBound)
    for _ in 0..<60 { run.press(.up) }
    #expect(run.modes?.lanes[0].requested == LaneRequests.range.upperBound)
  }

  @Test func `M selects the lane in the trace; both modes for comparison share a lane`() throws {
    var run = SceneRun("modes", mode: .restart)
    #expect(run.modes?.selected == 1)
    run.press(.nextMode)
    run.press(.nextMode)
    #expect(run.modes?.selected == 3)
    run.press(.nextMode)
    #expect(run.modes?.selected == 0)
    run.press(.nextMode)
    #expect(run.modes?.lanes[0].mode == .frame)
    run.press(.nextMode)
    #expect(run.modes?.selected == 1)
    let row = run.frame()
    #expect(row.value == run.modes?.lanes[1].shown)
    #expect(SceneRun("modes", mode: .frame).modes?.lanes[0].mode == .frame)
  }

  @Test func `a file gives the rate changes of all lanes`() throws {
    let text = "time,cycle_duration\n0.3,0.8\n"
    var run = SceneRun("modes", schedule: try PlaySchedule.of(text))
    run.run(until: 1)
    run.press(.down)
    run.run(until: 9)
    #expect(run.modes?.source == .file)
    #expect(run.modes?.lanes.map(\.inEffect) == [0.8, 0.8, 0.8, 0.8])
  }
}
