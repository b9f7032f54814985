// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Testing

@testable import FlashingSquare

/// The opening scene: one request, three responses, and a past that can be dragged.
@Suite struct AnswersSceneTests {
  /// The sentence as one text.
  private func sentence(_ run: SceneRun) throws -> String {
    let (request, answers) = try run.answers().sentence()
    return (request + [(" ", Palette.text)] + answers).map(\.text).joined()
  }

  /// A run with a click that requests a pulse every `seconds`, 2.2 seconds after the start.
  private func asked(_ seconds: Double, mode: DemoMode = .restart) throws -> SceneRun {
    var run = SceneRun(mode: mode)
    run.run(until: 2.2)
    run.draw()
    run.drag(to: try knob(seconds, on: run), isPressed: true)
    run.frame()
    return run
  }

  private func knob(_ seconds: Double, on run: SceneRun) throws -> Point {
    let groove = try run.answers().slider.groove
    let share = PulseRange.share(of: seconds)
    return Point(x: Double(groove.x) + share * Double(groove.width), y: Double(groove.midY))
  }

  /// The middle of the newest request's handle.
  private func handle(_ run: SceneRun) throws -> Point {
    let scene = try run.answers()
    let group = try #require(scene.groups.last)
    let axis = try #require(scene.chart?.axis)
    let x = axis.x(scene.log.changes[group.upperBound - 1].time)
    let box = try #require(scene.grips.box(of: .request(group)))
    return Point(x: x, y: Double(box.midY))
  }

  @Test func `the left square jumps, the middle one waits, the right one changes at once`() throws {
    var run = try asked(0.4)
    let time = try #require(run.answers().log.changes.last).time
    let lanes = try run.answers().lanes
    #expect(lanes.map(\.mode) == [.naive, .restart, .phase])
    let answers = try lanes.map { try #require($0.answer(at: time)) }
    #expect(answers[0].jump > 0.5 && answers[1].jump == 0 && answers[2].jump == 0)
    #expect(answers[0].wait == 0 && answers[2].wait == 0)
    let wait = try #require(answers[1].wait)
    #expect(wait > 0 && wait < 1.6)
    let left = NumberText.fixed(wait - 1 / 60, 2)
    #expect(
      try sentence(run) == "0.0 s ago you asked for   a pulse every 0.40 s  : left jumped,"
        + " middle waits \(left) s more, right changed at once.")
    #expect(run.texts().contains("JUMPED \(NumberText.percent(answers[0].jump))"))
    // The card has the number of the sentence and that of the chart.
    let whole = NumberText.fixed(wait, 2)
    #expect(run.texts().contains("\(left) s left of \(whole) s"))
    run.run(until: 4)
    #expect(try run.answers().lanes[1].inEffect == 0.4)
    #expect(try sentence(run).contains("middle changed \(NumberText.fixed(wait, 2)) s later,"))
    #expect(run.texts().contains("last jump \(NumberText.percent(answers[0].jump))"))
    let figures = try run.answers().lanes[0].figures
    #expect((figures[.valueJump] ?? 0) >= answers[0].jump - 1e-9)
  }

  @Test func `before the first frame there are six seconds with a request`() throws {
    var run = SceneRun(autopilot: true)
    run.frame()
    let canvas = run.draw()
    #expect(canvas.texts.contains("every 1.60 s"))
    #expect(canvas.texts.contains { $0.hasPrefix("jumps ") && $0 != "jumps 0 %" })
    #expect(canvas.texts.filter { $0.contains("drag me") }.count == 1)
    // The autopilot's first request comes within 2.5 seconds.
    run.run(until: 2.5)
    #expect(try run.answers().requested == Hand.plan[0].seconds)
  }

  @Test(arguments: [DemoMode.naive, .ramp, .frame]) func `--mode and M choose the first square`(
    _ mode: DemoMode
  ) throws {
    var run = try asked(0.5, mode: mode)
    #expect(try run.answers().lanes[0].mode == mode)
    // The trace records the square of this mode.
    #expect(try run.rows.last?.value == run.answers().lanes[0].shown)
    let modes = AnswersScene.firstModes
    let index = try #require(modes.firstIndex(of: mode))
    let next = modes[(index + 1) % modes.count]
    #expect(run.press(.nextMode).events.contains("first_\(next.rawValue)"))
    #expect(try run.answers().lanes[0].mode == next)
  }

  @Test func `the autopilot plays until the first input, and again after three idle seconds`()
    throws
  {
    for input in [Controls.moving(x: 1), .pressing([.up]), .pressing(at: Point(x: 400, y: 200))] {
      var run = SceneRun(autopilot: true)
      run.frame()
      #expect(run.texts().contains(Self.invitation))
      // M, D and L do not end the autopilot's turn.
      run.press(.details, .slowMotion, .slowMotion)
      #expect(try run.answers().driver.isAutomatic)
      #expect(run.frame(input).events.contains("autopilot_off"))
      run.run(until: Double(run.next) / 60 + 2.9)
      #expect(try !run.answers().driver.isAutomatic && !run.texts().contains(Self.invitation))
      run.run(until: Double(run.next) / 60 + 0.2)
      #expect(try run.answers().driver.isAutomatic)
    }
  }

  private static let invitation = "plays by itself: touch anything to take over"

  // MARK: - The past

  @Test func `a dragged request gives the lanes that an earlier request would have given`() throws {
    var run = try asked(0.4)
    run.run(until: 4)
    run.draw()
    let before = try run.answers()
    let start = try handle(run)
    run.drag(to: start, isPressed: true)
    let axis = try #require(before.chart?.axis)
    let goal = Point(x: axis.x(before.log.changes[1].time - 0.7), y: start.y)
    run.drag(to: goal)
    let scene = try run.answers()
    #expect(abs(before.log.changes[1].time - scene.log.changes[1].time - 0.7) < 0.01)
    #expect(try sentence(run).hasPrefix("Had you asked   0.70 s earlier  : left jumps "))
    #expect(run.texts().contains("asked here"))
    // The first hint is done, so the next one is shown.
    #expect(run.texts().contains("now: drag me to look back"))
    // Time stands still during the drag, and the middle square is where a lane is that got the
    // request at the new time.
    #expect(scene.now == before.now)
    for lane in scene.lanes {
      var other = Lane(lane.mode, requested: 0.8, since: -AnswersScene.pastSeconds)
      for change in scene.log.changes { other.request(change) }
      other.show(at: scene.now)
      #expect(lane.shown == other.shown && lane.inEffect == other.inEffect, "\(lane.mode)")
    }
    // Esc puts it back, and does not end the program.
    run.press(.leave)
    #expect(try run.answers().log.changes == before.log.changes)
    #expect(
      try run.answers().lanes.map { $0.value(at: before.now) } == before.lanes.map(\.shown))
    #expect(!run.stage.isEnding)
    run.press(.earlier)
    let moved = try before.log.changes[1].time - run.answers().log.changes[1].time
    #expect(abs(moved - AnswersScene.timeStep) < 1e-9)
    run.press(.leave)
    #expect(run.stage.isEnding)
  }

  @Test func `the cursor shows the squares of the past until it is let go`() throws {
    var run = try asked(0.4)
    run.run(until: 4)
    run.draw()
    let scene = try run.answers()
    let axis = try #require(scene.chart?.axis)
    let knob = try #require(scene.grips.box(of: .cursor))
    run.drag(to: Point(x: Double(knob.midX), y: Double(knob.midY)), isPressed: true)
    for _ in 0..<20 { run.drag(to: Point(x: axis.x(1.9), y: Double(knob.midY))) }
    #expect(try abs(run.answers().shownTime - 1.9) < 1e-9 && run.answers().now == scene.now)
    // The request was at 2.2 s, so the squares show the time before it.
    #expect(try sentence(run).contains("a pulse every 1.60 s"))
    run.frame()
    run.frame()
    #expect(try run.answers().shownTime > scene.now)
  }

  @Test func `the number of the sentence changes the last request`() throws {
    var run = try asked(0.4)
    run.run(until: 3)
    run.draw()
    let box = try #require(run.answers().grips.box(of: .number))
    let middle = Point(x: Double(box.midX), y: Double(box.midY))
    run.drag(to: middle, isPressed: true)
    run.drag(to: Point(x: middle.x + 20, y: middle.y))
    #expect(try run.answers().requested == 0.6)
    #expect(try sentence(run).hasPrefix("Had you asked for   a pulse every 0.60 s"))
    #expect(try abs(PulseRange.seconds(at: run.answers().knob) - 0.6) < 1e-9)
  }

  @Test func `the written requests play again as they were`() throws {
    var run = try asked(0.4)
    run.run(until: 3)
    let canvas = run.draw()
    let label = canvas.textBoxes[try #require(canvas.texts.firstIndex(of: "save"))]
    run.frame(.pressing(at: Point(x: Double(label.midX), y: Double(label.midY))))
    let text = try #require(run.stage.fileToWrite)
    run.frame()
    #expect(run.stage.fileToWrite == nil)
    var played = SceneRun(mode: .restart, schedule: try .of(text))
    // A file's time 0 is the beginning of the scene's past.
    let end = 3 + AnswersScene.pastSeconds
    played.run(until: end)
    let lanes = try (run.answers().lanes, played.answers().lanes)
    for (lane, other) in zip(lanes.0, lanes.1) {
      #expect(abs(lane.value(at: 2.9) - other.value(at: 2.9 + AnswersScene.pastSeconds)) < 1e-9)
    }
  }

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

  @Test
  func `a drag makes many requests but one handle, and a file's requests come at their times`()
    throws
  {
    var run = SceneRun()
    run.run(until: 2)
    run.draw()
    run.drag(to: try knob(1.5, on: run), isPressed: true)
    for seconds in stride(from: 1.45, through: 0.5, by: -0.05) {
      run.drag(to: try knob(seconds, on: run))
    }
    #expect(run.events.filter { $0 == "rate_change" }.count > 15)
    #expect(try run.answers().groups.count == 2)
    let plan = try PlaySchedule.of("time,cycle_duration\n0,1.7\n0.513,0.6\n1.3,0.9\n1.3,0.8\n")
    var played = SceneRun(mode: .phase, schedule: plan)
    played.run(until: 4)
    #expect(played.rows.last?.cycleDurationInEffect == 0.8)
    #expect(try played.answers().log.changes.map(\.time) == [0.513, 1.3])
  }

  @Test func `the squares are large, and the slider is as wide as the window`() throws {
    for (width, height, least) in [(1280, 720, 170), (640, 480, 90), (3840, 2160, 510)] {
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

  @Test(arguments: [(640, 480), (960, 540)])
  func `details show each lane's own figures`(_ width: Int, _ height: Int) throws {
    var run = SceneRun(attract: true)
    run.run(until: 6)
    run.press(.details)
    let texts = run.draw(on: .sized(width, height)).texts
    #expect(texts.count { $0.hasPrefix("wait ") } == 1)
    #expect(texts.count { $0.hasPrefix("jump 0.00") } == 1)
    #expect(texts.count { $0.hasPrefix("jump ") } == 2)
  }
}
