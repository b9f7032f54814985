// SPDX-License-Identifier: Apache-2.0

import RepeatTiming
import Testing

@testable import FlashingSquare

@Suite struct PhaseDragTests {
  private func flash(limits: Bool = true) -> FlashController {
    var flash = FlashController(mode: .phase, requested: 2, limit: FlashLimit(isOn: limits), now: 0)
    flash.frame(at: 1)
    return flash
  }

  private func phase(_ flash: FlashController) -> Double {
    flash.controller.sample(at: flash.now).position.phase
  }

  @Test func `dragging pauses, follows silently, and goes on when released`() {
    var flash = flash(limits: false)
    var drag = PhaseDrag()
    drag.begin(&flash)
    #expect(flash.state == .paused)
    drag.move(towards: 0.1, &flash, delta: 0.016)
    #expect(abs(phase(flash) - 0.1) < 1e-12)
    #expect(flash.advance(to: 1.5).isEmpty)
    #expect(abs(phase(flash) - 0.1) < 1e-12)
    drag.end(&flash)
    #expect(flash.state == .running)
    flash.frame(at: 2)
    #expect(abs(phase(flash) - 0.35) < 1e-12)
  }

  @Test func `the limit holds the drag to three cycles a second, and the short way round`() {
    var flash = flash()
    var drag = PhaseDrag()
    drag.begin(&flash)
    drag.move(towards: 0.8, &flash, delta: 0.05)
    #expect(abs(phase(flash) - 0.65) < 1e-12)
    for _ in 0..<4 { drag.move(towards: 0.95, &flash, delta: 0.05) }
    #expect(abs(phase(flash) - 0.95) < 1e-12)
    // Over the boundary forwards: 0.95 to 0.05 is a tenth, not nine.
    drag.move(towards: 0.05, &flash, delta: 0.05)
    #expect(abs(phase(flash) - 0.05) < 1e-12)
    #expect(flash.controller.sample(at: flash.now).position.cycle == 1)
  }

  /// Points on the dial, from its middle in halves of its width, and their phases: clockwise from
  /// the top.
  static let points = [(0.9, 0.0, 0.25), (0.0, 0.9, 0.5), (-0.9, 0.0, 0.75), (0.6, -0.6, 0.125)]

  @Test(arguments: points)
  func `the mouse turns the dial of the game`(
    _ point: (x: Double, y: Double, phase: Double)
  ) throws {
    var run = SceneRun()
    run.run(until: 0.5)
    run.draw()
    let dial = try #require(run.square?.dial.box)
    var controls = Controls()
    let radius = Double(dial.width) / 2
    controls.pointer = Point(
      x: Double(dial.midX) + point.x * radius, y: Double(dial.midY) + point.y * radius)
    controls.pressedAt = controls.pointer
    controls.wasPointerPressed = true
    run.frame(controls)
    controls.wasPointerPressed = false
    for _ in 0..<30 { run.frame(controls) }
    let held = try #require(run.rows.last)
    #expect(abs(held.phase - point.phase) < 0.01)
    #expect(held.cycleDurationInEffect == .infinity)
    controls.pressedAt = nil
    run.frame(controls)
    let row = run.frame(controls)
    #expect(row.phase > held.phase)
    #expect(row.cycleDurationInEffect == 2)
  }
}
