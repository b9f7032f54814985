// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Testing

@testable import FlashingSquare

/// The stage around all scenes: the help, Esc, pauses, and scenes in the background.
@Suite struct SceneStageTests {
  @Test(arguments: SceneList.demo.names)
  func `a scene stops while the help is open, and continues afterwards`(_ scene: String) throws {
    var run = SceneRun(scene, attract: true)
    var other = SceneRun(scene, attract: true)
    // These keys give the swarm its fewest squares, and take health from the player of the hunt.
    run.press(.healthDown, .healthDown)
    other.press(.healthDown, .healthDown)
    run.run(until: 2)
    other.run(until: 2)
    var last = run.press(.help)
    #expect(run.stage.showsHelp)
    last.events = []
    other.frame()
    // Neither keys nor time reach the scene.
    for press in [Controls.Press.nextMode, .pause, .run, .ramp, .up, .healthDown] {
      #expect(run.press(press) == last)
    }
    #expect(run.press(.help) == last)
    #expect(!run.stage.showsHelp)
    expectEqual(&run, &other)
    let times = (run.rows.last?.time ?? 0, other.rows.last?.time ?? 1)
    #expect(abs(times.0 - times.1) < 1e-9)
  }

  /// Checks that two runs go on equally.
  private func expectEqual(_ run: inout SceneRun, _ other: inout SceneRun) {
    for _ in 0..<60 {
      let (row, wanted) = (run.frame(), other.frame())
      #expect(row.events == wanted.events && row.cycle == wanted.cycle)
      #expect(abs(row.value - wanted.value) < 1e-6 && abs(row.phase - wanted.phase) < 1e-6)
    }
  }

  @Test func `Esc closes the help if it is open, and otherwise ends the program`() {
    var reader = EventReader()
    var run = SceneRun()
    run.press(.help)
    run.frame(reader.read([.keyDown(.escape, isRepeat: false)]))
    #expect(!run.stage.showsHelp && !run.stage.isEnding)
    run.frame(reader.read([.keyUp(.escape), .keyDown(.escape, isRepeat: false)]))
    #expect(run.stage.isEnding)
  }

  @Test(arguments: SceneList.demo.names, [(960, 540), (640, 360)])
  func `every scene shows that it is paused, and only while it is paused`(
    _ scene: String, _ size: (width: Int, height: Int)
  ) throws {
    var run = SceneRun(scene)
    run.press(.healthDown, .healthDown)
    func said() throws -> [String] {
      let canvas = run.draw(on: .sized(size.width, size.height))
      let ends = ["paused; Space continues", "paused"]
      return canvas.texts.filter { text in ends.contains { text.hasSuffix($0) } }
    }
    #expect(try said() == [])
    run.press(.pause)
    #expect(try said().first?.hasPrefix(run.stage.scene.paused ?? "paused") == true)
    run.press(.pause)
    #expect(try said() == [])
  }

  @Test(arguments: ["answers", "hunt", "sheet", "pull", "beat"])
  func `Space stops a scene that cannot pause itself, and opening another scene keeps it stopped`(
    _ scene: String
  ) {
    var (run, other) = (SceneRun(scene, attract: true), SceneRun(scene, attract: true))
    run.run(until: 1)
    other.run(until: 1)
    var last = run.press(.pause)
    other.frame()
    #expect(last.events.last == "paused")
    func expectStill() {
      last.events = []
      for press in [Controls.Press.nextMode, .run, .up, .help, .help] {
        let row = run.press(press)
        #expect(row.value == last.value && row.phase == last.phase && row.events.isEmpty)
      }
    }
    expectStill()
    run.press(.scene(5))
    run.run(until: 3)
    #expect(run.press(.scene(SceneList.demo.names.firstIndex(of: scene) ?? 0)).value == last.value)
    expectStill()
    #expect(run.press(.pause).events == ["resumed"])
    expectEqual(&run, &other)
  }

  @Test func `the screen says that ticks are on, or that there is no sound device`() throws {
    var run = SceneRun()
    let tick = ["tick on", "no sound device", "1/4 speed, tick on", "1/4 speed, no sound"]
    func said(hasSound: Bool) throws -> [String] {
      run.texts(FrameStatus(hasSound: hasSound)).filter(tick.contains)
    }
    #expect(try said(hasSound: true) == [] && said(hasSound: false) == [])
    run.press(.tick)
    #expect(try said(hasSound: true) == [tick[0]] && said(hasSound: false) == [tick[1]])
    run.press(.slowMotion)
    #expect(try said(hasSound: true) == [tick[2]] && said(hasSound: false) == [tick[3]])
    run.press(.tick)
    #expect(try said(hasSound: false) == [])
  }

  /// The ticks of a scene and their times, if T is pressed in the first frame.
  private func ticks(_ run: inout SceneRun, until end: Double) -> [(time: Double, ticks: [Tick])] {
    var heard: [(Double, [Tick])] = []
    run.press(.tick)
    while Double(run.next) / run.hertz <= end {
      let row = run.frame()
      if !run.stage.ticks.isEmpty { heard.append((row.time, run.stage.ticks)) }
    }
    return heard
  }

  @Test func `each cycle has one tick while ticks are on, and none otherwise`() {
    var run = SceneRun("hunt")
    run.run(until: 5)
    #expect(!run.stage.isTicking && run.stage.ticks.isEmpty)
    var other = SceneRun("hunt")
    let heard = ticks(&other, until: 5)
    #expect(heard.map(\.time) == [2, 4])
    #expect(heard.allSatisfy { $0.ticks == [Tick()] })
    other.press(.tick)
    other.run(until: 9)
    #expect(!other.stage.isTicking && other.stage.ticks.isEmpty)
  }
}
