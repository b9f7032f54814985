// SPDX-License-Identifier: Apache-2.0

import FramePacing
import RepeatTiming
import SDLDriver
import TestSupport
import Testing

@testable import FlashingSquare

@Suite struct ClockSceneTests {
  @Test func `the pendulum goes to and fro at one speed`() throws {
    var run = SceneRun("clock", attract: true)
    run.run(until: 9)
    for row in run.rows {
      let phase = (row.time / 2).truncatingRemainder(dividingBy: 1)
      #expect(abs(row.value - (1 - abs(1 - 2 * phase))) < 1e-9)
      #expect(abs(Double(row.cycle) + row.phase - row.time / 2) < 1e-9)
    }
  }

  @Test func `keys make a frame long, stop the loop, and only for that frame`() throws {
    var run = SceneRun("clock")
    run.frame()
    #expect(try run.clock().delay == 0)
    #expect(run.press(.ramp).events == ["slow_frame"])
    #expect(try run.clock().delay == 0.03)
    #expect(run.press(.run).events == ["stop"])
    #expect(try run.clock().delay == 0.6)
    run.frame()
    #expect(try run.clock().delay == 0)
    var held = Controls.moving(y: -1)
    for _ in 0..<5 {
      #expect(run.frame(held).events == [])
      #expect(try run.clock().delay == 0.03)
    }
    // Both at once: the longer counts.
    held.presses = [.run, .ramp]
    run.frame(held)
    #expect(try run.clock().delay == 0.6)
    held.move = Point(x: 0, y: 1)
    held.presses = []
    run.frame(held)
    #expect(try run.clock().delay == 0)
  }

  @Test func `what a key has done to the loop is said for a while`() throws {
    var stage = SceneRun("clock").stage
    func texts(at time: Double, took seconds: Double, missed: Int = 0) throws -> [String] {
      _ = stage.update(
        Frame(
          number: 1, time: time, delta: 1 / 60.0, refreshPeriod: 1 / 60.0, missed: missed,
          rawDelta: seconds, isAfterStall: seconds > 0.25), Controls())
      var canvas = Canvas.sized(960, 540)
      stage.draw(on: &canvas, FrameStatus())
      return canvas.texts.filter { $0.contains("took") || $0.contains("stopped for") }
    }
    let stop = "the loop stopped for 0.61 s"
    #expect(try texts(at: 1, took: 0.017) == [])
    #expect(try texts(at: 2, took: 0.033, missed: 1) == ["a frame took 33 ms"])
    #expect(try texts(at: 3, took: 0.61) == [stop])
    // A slow frame after a stop is what the stop leaves behind.
    #expect(try texts(at: 3.1, took: 0.033, missed: 1) == [stop])
    #expect(try texts(at: 5.6, took: 0.017) == [])
  }

  @Test func `by itself it makes two frames long, and stops the loop, in turn`() {
    var run = SceneRun("clock", attract: true)
    run.run(until: 16)
    #expect(
      run.events == ["slow_frame", "slow_frame", "stop", "slow_frame", "slow_frame", "stop"])
    var opened = SceneRun("square", attract: true)
    opened.run(until: 60)
    let before = opened.events.count
    opened.press(.scene(7))
    // Its own time begins when it is opened: nothing is made up for.
    #expect(Array(opened.events[before...]) == ["scene_clock"])
  }

  @Test func `the trace has what the loop did`() throws {
    var stage = SceneRun("clock").stage
    func events(
      _ number: Int, missed: Int = 0, isAfterStall: Bool = false, _ mode: PacingMode
    ) -> [String] {
      let frame = Frame(
        number: number, time: Double(number), delta: 1, refreshPeriod: 1 / 60.0, missed: missed,
        isAfterStall: isAfterStall, mode: mode)
      return stage.update(frame, Controls()).events
    }
    #expect(events(0, .acquiring(.started)) == [])
    #expect(events(1, missed: 1, .acquiring(.resumed)) == ["missed", "loop_acquire"])
    #expect(events(2, missed: 3, .locked) == ["missed*3", "loop_locked"])
    #expect(events(3, isAfterStall: true, .locked) == ["stall"])
    #expect(events(4, .timer(.freeRunning)) == ["loop_timer"])
  }

  @Test func `R and X say what they do, whatever the loop makes of it`() throws {
    var run = SceneRun("clock")
    run.frame()
    run.press(.ramp)
    #expect(run.texts().contains("R: one frame takes 30 ms"))
    run.press(.run)
    #expect(run.texts().contains("X: the loop stops for 0.6 s"))
    run.frame(rawDelta: 0.6)
    #expect(run.texts().contains("the loop stopped for 0.60 s"))
  }

  @Test func `frozen figures stay until they go on`() throws {
    var run = SceneRun("clock")
    func draw(_ seed: UInt64) { run.draw(FrameStatus(statistics: .wild(seed: seed))) }
    run.frame()
    draw(1)
    #expect(run.press(.pause).events == ["paused"])
    draw(2)
    draw(3)
    #expect(try run.clock().frozen == .wild(seed: 2))
    #expect(run.press(.pause).events == ["resumed"])
    draw(3)
    #expect(try run.clock().frozen == nil)
  }

  @Test(arguments: [(960, 540), (400, 300)])
  func `what was missed is counted in the steps that are shown, as all other figures`(
    _ size: (width: Int, height: Int)
  ) throws {
    var run = SceneRun("clock")
    run.frame()
    let statistics = FrameStatistics.wild(seed: 5)
    let steps = (0..<statistics.trail.count).map { statistics.trail.newest($0) }
    let canvas = run.draw(
      on: .sized(size.width, size.height), FrameStatus(statistics: statistics))
    func value(_ name: String) throws -> String {
      // The value is drawn after its name.
      canvas.texts[try #require(canvas.texts.firstIndex(of: name)) + 1]
    }
    #expect(try value("missed") == "\(steps.map(\.missed).reduce(0, +))")
    #expect(try value("stalls") == "\(steps.count { $0.isAfterStall })")
    #expect(try value("stalls") == "12")
  }

  private static let wilds = (0..<4).map { FrameStatus(statistics: .wild(seed: $0)) }

  @Test(arguments: LayoutTests.outputs) func `no figure draws outside the picture`(
    _ output: LayoutTests.Output
  ) {
    var run = SceneRun("clock", attract: true)
    run.run(until: 3)
    for (seed, status) in Self.wilds.enumerated() {
      let canvas = run.draw(on: output.canvas, status)
      for case .rectangles(_, let pool) in canvas.list.drawings {
        for rect in canvas.list.rectangles(pool) {
          #expect(rect.x >= 0 && rect.x + rect.width <= Float(output.width), "seed \(seed)")
          #expect(rect.y >= 0 && rect.y + rect.height <= Float(output.height), "seed \(seed)")
        }
      }
    }
  }

  /// A tenth of the brightest luminance, over the whole picture: less is no flash (WCAG 2.3.1).
  static let flash = 0.1

  @Test func `no change of all figures from frame to frame is a flash`() throws {
    var run = SceneRun("clock", attract: true)
    var last: Double?
    for seed in 0..<40 as Range<UInt64> {
      run.frame()
      let steps = [0, 1, 300, 900][Int(seed % 4)]
      let canvas = run.draw(FrameStatus(statistics: .wild(seed: seed, steps: steps)))
      var sum = 0.0
      for case .rectangles(let color, let pool) in canvas.list.drawings {
        let light = Color(sRGB8: color.red, green: color.green, blue: color.blue)
        let luminance = 0.2126 * light.red + 0.7152 * light.green + 0.0722 * light.blue
        let area = canvas.list.rectangles(pool).reduce(0.0) { $0 + Double($1.width * $1.height) }
        sum += luminance * Double(color.alpha) / 255 * area / (960 * 540)
      }
      if let last { #expect(abs(sum - last) < Self.flash, "seed \(seed)") }
      last = sum
    }
  }
}
