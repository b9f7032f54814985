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

  @Test func `signs and figures are explained in the scene's order, and in the help`() throws {
    var run = SceneRun("modes")
    run.frame()
    let texts = run.texts()
    for sign in ["rate change", "jump", "cycle", "requested"] { #expect(texts.contains(sign)) }
    let figures = ["jump", "delay s", "cycles", "missed", "kink"]
    let columns = texts.filter(figures.contains)
    // After the sign of a jump, those of each lane.
    #expect(columns == ["jump"] + figures + figures + figures + figures)
    let words = (ModesScene.figureTerms + ModesScene.signs).map(\.word)
    #expect(ModesScene.figureTerms.map(\.key) == figures)
    #expect(texts.filter(words.contains).sorted() == words.sorted())
    run.press(.help)
    let meanings = ModesScene.terms.map(\.does)
    #expect(run.texts().filter(meanings.contains) == meanings)
  }

  @Test func `in a small window the figures and the legend are shorter, but there`() throws {
    var run = SceneRun("modes")
    run.frame()
    let canvas = run.draw(on: .sized(640, 360))
    let expected = ["jump", "delay s"]
    let legend = canvas.texts.filter { $0.hasPrefix("red ring") || $0 == "jump " }
    #expect(canvas.texts.filter(expected.contains).count >= 2 * 4 && legend.count == 2)
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

  @Test func `Space holds the plan too`() {
    var run = SceneRun("modes")
    run.run(until: 1)
    run.press(.pause)
    run.run(until: 20)
    #expect(run.modes?.lanes[0].requested == LaneRequests.first)
    #expect(Set(run.rows.suffix(60).map(\.value)).count == 1)
    run.press(.pause)
    run.run(until: 20 + LaneRequests.plan[0].wait)
    #expect(run.modes?.lanes[0].requested == LaneRequests.plan[0].cycleDuration)
  }

  @Test func `X stops and starts all lanes`() {
    var run = SceneRun("modes")
    run.press(.run)
    run.run(until: 3)
    #expect(run.modes?.lanes.allSatisfy { $0.state == .idle } == true)
    run.press(.run)
    #expect(run.modes?.lanes.allSatisfy { $0.state == .running } == true)
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
