// SPDX-License-Identifier: Apache-2.0

import RepeatTiming
import Testing

@testable import FlashingSquare

@Suite struct SquareSceneTests {
  @Test func `health by hand requests a cycle duration in the very frame`() {
    var run = SceneRun(mode: .phase)
    run.run(until: 0.5)
    let row = run.press(.healthDown)
    #expect(row.cycleDurationRequested == 1.835)
    #expect(row.cycleDurationInEffect == 1.835)
    #expect(row.events.contains("rate_change"))
    run.press(.healthUp)
    #expect(run.rows.last?.cycleDurationRequested == 2)
  }

  @Test func `M steps through all modes, R puts the ramp on and off`() {
    var run = SceneRun(mode: .restart)
    let modes = (0..<5).map { _ in
      run.press(.nextMode)
      return run.square?.flash.mode
    }
    #expect(modes == [.phase, .ramp, .naive, .frame, .restart])
    #expect(run.press(.ramp).events == ["mode_ramp"])
    #expect(run.square?.flash.mode == .ramp)
    #expect(run.press(.ramp).events == ["mode_restart"])
    run.press(.nextMode)
    run.press(.ramp)
    run.press(.ramp)
    #expect(run.square?.flash.mode == .phase)
    #expect(SceneRun(mode: .ramp).pressed(.ramp).square?.flash.mode == .phase)
  }

  @Test func `Space stops everything and goes on`() throws {
    var run = SceneRun(attract: true)
    run.run(until: 1)
    run.press(.pause)
    let before = try #require(run.square)
    let row = run.frame()
    run.run(until: 4)
    let after = try #require(run.rows.last)
    #expect(after.value == row.value)
    #expect(after.cycleDurationInEffect == .infinity)
    #expect(run.square?.world == before.world)
    #expect(run.press(.pause).events == ["resumed"])
    #expect(run.frame().cycleDurationInEffect == 2)
    #expect(run.square?.world != before.world)
  }

  @Test func `X stops with the cycle, takes the stop back, and starts anew`() {
    var run = SceneRun()
    run.run(until: 0.5)
    run.press(.run)
    #expect(run.square?.flash.state == .stopping)
    run.press(.run)
    #expect(run.square?.flash.state == .running)
    run.press(.run)
    run.run(until: 3)
    #expect(run.events.contains("stopped"))
    #expect(run.rows.last?.value == 0)
    #expect(run.rows.last?.cycleDurationInEffect == .infinity)
    #expect(run.press(.run).events == ["started"])
  }

  @Test func `death ends the flashing with its cycle, a new life begins it`() {
    var run = SceneRun()
    run.run(until: 0.5)
    for _ in 0..<10 { run.press(.healthDown) }
    #expect(run.events.contains("died"))
    run.run(until: 2)
    #expect(run.events.contains("stopped"))
    run.run(until: 4)
    #expect(run.events.contains("revived"))
    #expect(run.events.filter { $0 == "started" }.count == 2)
    #expect(run.rows.last?.cycleDurationRequested == 2)
    #expect(run.square?.flash.state == .running)
  }

  @Test func `a new life does not start what was stopped by hand`() {
    var run = SceneRun()
    run.press(.run)
    for _ in 0..<10 { run.press(.healthDown) }
    run.run(until: 5)
    #expect(run.events.contains("revived"))
    #expect(run.square?.flash.state == .idle)
  }

  @Test func `with a file health changes no rate, and the hunter sleeps`() throws {
    var run = SceneRun(schedule: try .of("time,cycle_duration\n1,0.8\n"))
    var controls = Controls.moving(x: 1)
    controls.presses = [.healthDown]
    run.run(until: 0.9, controls)
    #expect(Set(run.rows.map(\.cycleDurationRequested)) == [2])
    run.run(until: 5)
    #expect(run.rows.last?.cycleDurationRequested == 0.8)
  }

  @Test func `number keys and Tab open scenes, each of which keeps its own mode`() {
    var run = SceneRun(mode: .phase)
    run.press(.nextMode)
    #expect(run.press(.scene(1)).events.first == "scene_modes")
    #expect(run.modes?.selectedMode == .phase)
    run.press(.nextMode)
    run.press(.nextMode)
    #expect(run.modes?.selectedMode == .naive)
    for name in SceneList.demo.names.dropFirst(2) {
      #expect(run.press(.nextScene).events.first == "scene_\(name)")
    }
    #expect(run.press(.nextScene).events.first == "scene_square")
    #expect(run.square?.flash.mode == .ramp)
    run.press(.scene(SceneList.demo.scenes.count))
    #expect(run.square != nil)
    run.press(.scene(1))
    #expect(run.modes?.selectedMode == .naive)
  }

  @Test(arguments: LayoutTests.outputs)
  func `no text is where the square and the hunter would cross it`(
    _ output: LayoutTests.Output
  ) throws {
    var run = SceneRun(attract: true)
    run.run(until: 0.5)
    let canvas = run.draw(on: output.canvas, FrameStatus(framesPerSecond: 60))
    let field = try #require(run.square).field
    for (text, box) in zip(canvas.texts, canvas.textBoxes) {
      #expect(
        box.intersection(field).height <= 2 || box.x >= field.right, "\(text) is in the field")
    }
    let index = try #require(canvas.texts.firstIndex { $0.hasPrefix("health ") })
    let health = canvas.textBoxes[index]
    #expect(field.width > 0)
    #expect(
      health.bottom <= field.y + 2 || health.x >= field.right || health.right <= field.x,
      "\(health) and \(field)")
  }
}

extension SceneRun {
  fileprivate func pressed(_ press: Controls.Press) -> SceneRun {
    var run = self
    run.press(press)
    return run
  }
}
