// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Testing

@testable import FlashingSquare

/// The opening scene: one request, two responses, and the naive square's jump.
@Suite struct AnswersSceneTests {
  /// The sentences as one text.
  private func sentence(_ run: SceneRun) throws -> String {
    try run.answers().sentences(isBrief: false).map { $0.map(\.text).joined() }.joined(
      separator: " ")
  }

  /// A run with a click that requests a pulse every `seconds`, at phase 0.7 of a cycle of 1.6 s.
  private func asked(_ seconds: Double, mode: DemoMode = .restart) throws -> SceneRun {
    var run = SceneRun(mode: mode)
    run.run(until: 1.12)
    run.draw()
    run.drag(to: try knob(seconds, on: run), isPressed: true)
    return run
  }

  private func knob(_ seconds: Double, on run: SceneRun) throws -> Point {
    let groove = try run.answers().slider.groove
    let share = PulseRange.share(of: seconds)
    return Point(x: Double(groove.x) + share * Double(groove.width), y: Double(groove.midY))
  }

  @Test func `the left square changes after its cycle, the right one at once, and neither jumps`()
    throws
  {
    var run = try asked(0.4)
    let time = try #require(run.rows.last).time
    var scene = try run.answers()
    #expect(scene.left.inEffect == 1.6 && scene.right.inEffect == scene.requested)
    #expect(scene.left.answer?.jump == 0 && scene.right.answer?.jump == 0)
    #expect(scene.left.answer?.delay == nil && scene.right.answer?.delay == 0)
    let wait = NumberText.fixed(1.6 - time, 2)
    #expect(
      try sentence(run) == "You asked for a pulse every \(scene.requested.description)0 s. Left"
        + " will change in \(wait) s, when its cycle ends. Right changed at once.")
    run.run(until: 3)
    scene = try run.answers()
    #expect(scene.left.inEffect == scene.requested)
    // The cycle of 1.6 s ends at 1.6 s, independent of the frames.
    #expect(abs(try #require(scene.left.answer?.delay) - (1.6 - time)) < 1e-9)
    #expect(try sentence(run).contains("Left changed \(wait) s later, when its cycle ended."))
    for lane in scene.lanes {
      let samples = lane.history.samples
      let steps = zip(samples, samples.dropFirst()).map { abs($1.value - $0.value) }
      #expect(steps.allSatisfy { $0 <= Slope.bound(1 / 60, hertz: 1 / scene.requested) })
    }
  }

  @Test func `the third square jumps, and the screen shows the size of the jump`() throws {
    var run = SceneRun()
    run.run(until: 0.5)
    #expect(run.texts().contains("Add: what most code does"))
    #expect(run.press(.nextMode).events == ["third_naive"])
    run.run(until: 1.5)
    run.draw()
    run.drag(to: try knob(0.4, on: run), isPressed: true)
    let jump = try #require(run.answers().third?.answer).jump
    #expect(jump > 0.1)
    #expect(try sentence(run).contains("Middle jumped by \(NumberText.fixed(jump, 2))."))
    let figures = try #require(run.answers().third).figures
    #expect(abs((figures[.valueJump] ?? 0) - jump) < 1e-9)
    #expect(!run.texts().contains("Add: what most code does"))
    let names = (0..<3).flatMap { _ in run.press(.nextMode).events }
    #expect(names.filter { $0.hasPrefix("third") } == ["third_ramp", "third_frame", "third_off"])
  }

  @Test(arguments: [DemoMode.naive, .ramp, .frame]) func `--mode adds a square of the given mode`(
    _ mode: DemoMode
  ) throws {
    let run = try asked(0.5, mode: mode)
    #expect(try run.answers().third?.mode == mode)
    // The trace records the square of this mode.
    #expect(try run.rows.last?.value == run.answers().third?.shown)
  }

  @Test func `after three idle seconds the autopilot moves the slider until the user plays`()
    throws
  {
    for input in [Controls.moving(x: 1), .pressing([.up]), .pressing(at: Point(x: 400, y: 200))] {
      var run = SceneRun(autopilot: true)
      run.run(until: 2.95)
      #expect(!run.events.contains("autopilot_on") && !run.texts().contains(Self.invitation))
      run.run(until: 3)
      #expect(run.rows.last?.events == ["autopilot_on"])
      #expect(run.texts().contains(Self.invitation))
      run.run(until: 4.5)
      #expect(try run.answers().requested == Hand.plan[0].seconds)
      // M, D and L do not end the autopilot's turn.
      run.press(.nextMode, .details, .slowMotion, .slowMotion)
      #expect(try run.answers().driver.isAutomatic)
      #expect(run.frame(input).events.contains("autopilot_off"))
      run.run(until: Double(run.next) / 60 + 3)
      #expect(try run.answers().driver.isAutomatic)
    }
  }

  private static let invitation = "autopilot: steer or click to take over"

  @Test func `arrow keys move the knob by a step, and continuously while held`() throws {
    var run = SceneRun()
    run.run(until: 1)
    let before = PulseRange.share(of: try run.answers().requested)
    run.frame(.moving(x: 1))
    let step = PulseRange.share(of: try run.answers().requested) - before
    #expect(abs(step - AnswersScene.arrowStep) < 0.01)
    for _ in 0..<120 { run.frame(.moving(x: 1)) }
    #expect(try run.answers().requested == PulseRange.fastest)
    for _ in 0..<180 { run.frame(.moving(x: -1)) }
    #expect(try run.answers().requested == PulseRange.slowest)
  }

  @Test func `a drag makes many requests but one mark, and a file's requests come at their times`()
    throws
  {
    var run = try asked(1.5)
    for seconds in stride(from: 1.45, through: 0.5, by: -0.05) {
      run.drag(to: try knob(seconds, on: run))
    }
    #expect(run.events.filter { $0 == "rate_change" }.count > 15)
    let marks = try run.answers().left.history.marks
    #expect(marks.count == 1)
    #expect(try marks.last?.kind == .request(run.answers().requested))
    let plan = try PlaySchedule.of("time,cycle_duration\n0,1.7\n0.513,0.6\n1.3,0.9\n1.3,0.8\n")
    var played = SceneRun(mode: .phase, schedule: plan)
    played.run(until: 4)
    #expect(played.rows.last?.cycleDurationInEffect == 0.8)
  }

  @Test func `the squares are large, and the slider is as wide as the window`() throws {
    for (width, height, least) in [(1280, 720, 220), (640, 480, 130), (3840, 2160, 660)] {
      var run = SceneRun()
      run.frame()
      let canvas = run.draw(on: .sized(width, height))
      for mode in [DemoMode.restart, .phase] {
        let edge = Palette.edge(of: Palette.color(of: mode))
        let widths = canvas.list.drawings.flatMap { drawing -> [Int] in
          guard case .rectangles(edge, let pool) = drawing else { return [] }
          return canvas.list.rectangles(pool).map { Int($0.width + 2 * $0.x) - 2 * Int($0.x) }
        }
        let corners = 2 * (widths.max() ?? 0) / 13
        #expect((widths.max() ?? 0) + corners >= least, "\(width)x\(height)")
      }
      #expect(try run.answers().slider.groove.width * 10 > width * 6)
    }
  }
}
