// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import FramePacing
import TestSupport
import Testing

@testable import FlashingSquare

/// Every text of every scene at every size: inside the output, and without overlaps.
@Suite struct LayoutTests {
  struct Output: Sendable, CustomStringConvertible {
    let width: Int
    let height: Int
    let density: Double
    var description: String { "\(width)x\(height) at \(density)" }
    var canvas: Canvas { .sized(width, height, density) }
  }

  static let outputs = [
    Output(width: 640, height: 360, density: 1), Output(width: 640, height: 480, density: 1),
    Output(width: 800, height: 600, density: 1), Output(width: 960, height: 540, density: 1),
    Output(width: 1366, height: 768, density: 1), Output(width: 1920, height: 1080, density: 2),
    Output(width: 1080, height: 1920, density: 1), Output(width: 3440, height: 1440, density: 1),
    Output(width: 3840, height: 2160, density: 1), Output(width: 450, height: 800, density: 1),
    Output(width: 480, height: 640, density: 1), Output(width: 400, height: 700, density: 1),
  ]

  /// States with the longest texts.
  static let states: [(name: String, run: @Sendable () throws -> SceneRun)] = [
    ("new", { SceneRun() }),
    ("answered", { prepared(SceneRun(mode: .naive, attract: true), seconds: 6.1) }),
    ("waiting", { prepared(SceneRun(mode: .frame, autopilot: true), seconds: 6.5) }),
    ("answers limited", { try limited() }),
    ("answers in detail", { pressed(prepared(SceneRun(mode: .ramp), seconds: 2), .details) }),
    ("answers slow", { pressed(prepared(SceneRun(attract: true), seconds: 7), .slowMotion) }),
    ("ticks", { pressed(prepared(SceneRun(), seconds: 3.4), .slowMotion, .tick) }),
    ("answers paused", { pressed(SceneRun(), .pause) }),
    ("hunt", { pressed(SceneRun("hunt", mode: .ramp), .details) }),
    ("hunt played", { played() }),
    ("hunt over", { pressed(SceneRun("hunt"), .healthDown, times: 10) }),
    ("hunt attracts", { prepared(SceneRun("hunt", attract: true), seconds: 5) }),
    ("sheet", { prepared(SceneRun("sheet"), seconds: 3.3) }),
    ("sheet in detail", { pressed(SceneRun("sheet"), .details) }),
    ("slider", { prepared(SceneRun("slider", attract: true), seconds: 3) }),
    ("slider torn", { pressed(torn(), .details) }),
    ("pull at once", { prepared(SceneRun("pull"), seconds: 0) }),
    ("pull", { pressed(prepared(SceneRun("pull", attract: true), seconds: 1.5), .details) }),
    ("pull loading", { prepared(SceneRun("pull", attract: true), seconds: 5) }),
    ("nested", { pressed(prepared(SceneRun("nested", attract: true), seconds: 18), .details) }),
    ("nested paused", { pressed(SceneRun("nested"), .nextMode, .down, .pause) }),
    ("sprite", { pressed(SceneRun("sprite"), .ramp, .down, .down, .down, .pause, .details) }),
    // The swarm has its fewest squares.
    (
      "swarm",
      {
        pressed(
          pressed(pressed(SceneRun("swarm"), .healthDown, times: 2), .ramp, .run, times: 30),
          .details)
      }
    ),
    ("swarm paused", { pressed(SceneRun("swarm"), .healthDown, .healthDown, .pause) }),
    ("beat at once", { prepared(SceneRun("beat"), seconds: 0) }),
    ("beat catching up", { prepared(SceneRun("beat"), seconds: 3.3) }),
    ("beat released", { pressed(prepared(SceneRun("beat"), seconds: 9.5), .down, .nextMode) }),
    ("beat paused", { pressed(prepared(SceneRun("beat"), seconds: 9.5), .pause, .details) }),
  ]

  private static func prepared(_ run: SceneRun, seconds: Double) -> SceneRun {
    var run = run
    run.run(until: seconds)
    return run
  }

  /// Presses keys in order, `times` times.
  private static func pressed(
    _ run: SceneRun, _ presses: Controls.Press..., times: Int = 1
  ) -> SceneRun {
    var run = run
    for _ in 0..<times { for press in presses { run.press(press) } }
    return run
  }

  /// A hunt after a second of play, just before the autopilot takes over from an idle player.
  private static func played() -> SceneRun {
    var run = SceneRun("hunt", mode: .ramp, autopilot: true)
    run.run(until: 1, .moving(x: 1))
    run.run(until: 3.5)
    return run
  }

  /// A slider that is moved back and forth quickly.
  private static func torn() -> SceneRun {
    var run = SceneRun("slider")
    run.frame()
    run.draw()
    let slider = run.scene(SliderScene.self)?.slider ?? Track()
    for number in 0..<20 { run.drag(to: slider.point(Double(number % 2)), isPressed: number == 0) }
    return run
  }

  private static func limited() throws -> SceneRun {
    let schedule = try PlaySchedule.of("time,cycle_duration\n0,0.000001\n0.5,123456789\n1,0.01\n")
    return prepared(SceneRun(mode: .naive, schedule: schedule), seconds: 1.1)
  }

  private static let extreme = FrameStatus(statistics: .extreme, hasSound: false)

  /// Each state is run once, and drawn at each size.
  @Test(arguments: states.indices)
  func
    `no text leaves the picture or overlaps another, and the keys H and Esc are shown`(
      _ state: Int
    ) throws
  {
    let run = try Self.states[state].run()
    for output in Self.outputs {
      var run = run
      let canvas = run.draw(on: output.canvas, Self.extreme)
      expectApart(canvas.textBoxes, on: output, Self.states[state].name)
      let hints = [["H", "Esc"], ["H help", "Esc quit"]]
      #expect(
        hints.contains { $0.allSatisfy(canvas.texts.contains) } || output.width < 600,
        "\(canvas.texts)")
    }
    expectNoFault(inTinyWindows: run)
  }

  @Test(arguments: SceneList.demo.scenes.indices)
  func `each scene has a title, a sentence that fits, and details only with D`(
    _ index: Int
  ) throws {
    let scene = SceneList.demo.scenes[index]
    for (width, height) in [(640, 480), (1280, 720), (3840, 2160)] {
      var run = SceneRun(scene.name)
      run.frame()
      let canvas = run.draw(on: .sized(width, height))
      #expect(canvas.texts.first == scene.title)
      #expect(canvas.texts[1].hasSuffix(".") && canvas.textBoxes[1].right <= width)
      run.press(.details)
      let detailed = run.draw(on: .sized(width, height), Self.extreme)
      #expect(detailed.texts != canvas.texts)
    }
  }

  @Test(arguments: outputs) func `the frame clock fits over any scene`(_ output: Output) {
    var canvas = output.canvas
    FrameClockOverlay(statistics: Self.extreme.statistics).draw(on: &canvas)
    expectApart(canvas.textBoxes, on: output, "frame clock")
    canvas.begin(canvas.metrics)
    FrameClockOverlay(statistics: FrameStatistics()).draw(on: &canvas)
    #expect(canvas.texts.contains("frame clock: no frame yet"))
  }

  static let tinySizes = [
    (1, 1), (7, 3), (40, 22), (30, 400), (400, 30), (100, 100), (320, 180), (576, 324),
  ]

  /// Checks that a far too small window causes no fault, also with the help open.
  private func expectNoFault(inTinyWindows run: SceneRun) {
    var run = run
    run.press(.help)
    for (width, height) in Self.tinySizes {
      var run = run
      // Only the help and the bar of scenes have text.
      run.press(.help)
      let texts = run.draw(on: .sized(width, height), Self.extreme).texts
      #expect(texts.isEmpty || width >= 300 && texts.count < 16, "\(texts)")
      run.press(.help)
      run.draw(on: .sized(width, height), Self.extreme)
    }
  }

  private func expectApart(_ boxes: [PixelBox], on output: Output, _ name: String) {
    #expect(!boxes.isEmpty, "\(name), \(output)")
    let picture = PixelBox(x: 0, y: 0, width: output.width, height: output.height)
    let outside = boxes.filter { $0.intersection(picture) != $0 }
    #expect(outside.isEmpty, "\(name), \(output): \(outside)")
    for (index, box) in boxes.enumerated() {
      for other in boxes[..<index] where overlap(box, other) {
        Issue.record("\(name), \(output): \(box) and \(other)")
      }
    }
  }

  @Test func `the screen shows that the flash limit applies to a request`() throws {
    func says(_ run: SceneRun) -> Bool { run.texts().contains { $0.contains("limit of 3") } }
    #expect(try says(Self.limited()) && !says(SceneRun()))
  }

  @Test(arguments: outputs, SceneList.demo.scenes.indices)
  func `the help fits on every output`(_ output: Output, _ scene: Int) throws {
    var canvas = output.canvas
    let help = HelpOverlay(list: .demo, open: scene)
    help.draw(on: &canvas)
    expectApart(canvas.textBoxes, on: output, "help")
    for key in help.keys { #expect(canvas.texts.contains(key.does)) }
    // Outputs of 640 x 480 and more have room for all scenes with their summaries.
    guard output.height >= Int(480 * output.density), output.width >= output.height else { return }
    for scene in SceneList.demo.scenes { #expect(canvas.texts.contains(scene.summary)) }
  }

  /// Lines of text may share their outermost rows of pixels, because no glyph fills those rows.
  private func overlap(_ a: PixelBox, _ b: PixelBox) -> Bool {
    let slack = max(2, min(a.height, b.height) / 6)
    return a.x < b.right && b.x < a.right && a.y + slack < b.bottom && b.y + slack < a.bottom
  }

  @Test(arguments: outputs)
  func `text is never smaller than twelve pixels at density 1`(_ output: Output) throws {
    let metrics = Metrics(width: output.width, height: output.height, density: output.density)
    for size in TypeSize.allCases { #expect(metrics.type(size) >= Int(12 * output.density)) }
  }
}

extension FrameStatistics {
  /// Extreme statistics for layout tests: every kind of interval, and long numbers.
  static var extreme: FrameStatistics {
    var random = SeededRandom(seed: 1)
    var statistics = FrameStatistics()
    for number in 0..<900 {
      let interval = Int64.random(in: 1000...2_000_000_000, using: &random)
      statistics.intervals.record(nanoseconds: interval)
      statistics.steps.record(nanoseconds: interval)
      statistics.wakeErrors.record(nanoseconds: interval)
      statistics.builds.record(nanoseconds: interval)
      var step = FrameStep()
      step.isAfterStall = number.isMultiple(of: 50)
      step.interval = step.isAfterStall ? nil : Double(interval) / 1e9
      step.missed = Int.random(in: 0...2, using: &random)
      statistics.trail.record(step)
    }
    statistics.frames = 1_234_567
    (statistics.missed, statistics.stalls) = (1_234_567, 98_765)
    (statistics.measuredHertz, statistics.reportedHertz) = (143.987, 999.999)
    statistics.mode = .timer(.freeRunning)
    statistics.processorShare = 9.999
    return statistics
  }
}
