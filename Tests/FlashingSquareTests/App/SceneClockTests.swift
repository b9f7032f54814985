// SPDX-License-Identifier: Apache-2.0

import FramePacing
import TestSupport
import Testing

@testable import FlashingSquare

/// The clocks of scenes in slow motion, under the help, paused by Space, and in the background.
@Suite struct SceneClockTests {
  @Test func `a clock that was never slowed or stopped returns each frame unchanged`() {
    var clock = SceneClock()
    for number in [0, 1, 7, 1_000_003] {
      let frame = Frame(
        number: number, time: Double(number) / 59.94, delta: 1 / 59.94, refreshPeriod: 0.016,
        missed: 3, rawDelta: 0.5, presentationTime: 9, reportedPeriod: 0.017, isAfterStall: true,
        mode: .locked)
      #expect(clock.advance(frame) == frame)
    }
  }

  @Test func `a scene's time is continuous, and each delta is the difference of two times`() {
    var clock = SceneClock()
    var last = 0.0
    for number in 1...600 {
      let isSlow = (number - 1) / 120 % 2 == 1
      let frame = Frame(
        number: number, time: Double(number) / 60, delta: 1.0 / 60, refreshPeriod: 1.0 / 60)
      let slowed = clock.advance(frame, speed: isSlow ? SceneClock.slowSpeed : 1)
      #expect(abs(slowed.time - last - slowed.delta) < 1e-12)
      #expect(slowed.delta == (isSlow ? 0.25 : 1) / 60)
      last = slowed.time
    }
    // Of the ten seconds, the third, fourth, seventh and eighth were slow.
    #expect(abs(last - (6 + 4 * 0.25)) < 1e-12)
  }

  /// A scene that records the times of its frames.
  private struct ProbeScene: Scene {
    static let name = "probe"
    static let title = "Probe"
    static let summary = "the times of its frames"
    static let keys: [KeyHelp] = []
    private(set) var times: [Double] = []

    init(_ setup: SceneSetup) { times.append(setup.now) }

    mutating func update(_ frame: Frame, _ controls: Controls) -> TraceRow? {
      times.append(frame.time)
      return nil
    }

    mutating func draw(on canvas: inout Canvas, _ status: FrameStatus) {}
  }

  @Test func `no scene's time goes back after other scenes, stops and slow motion`() throws {
    let list = SceneList(scenes: [ProbeScene.self, ProbeScene.self])
    let presses: [Controls.Press] = [.help, .pause, .slowMotion, .scene(0), .scene(1)]
    for seed in 0..<60 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      var run = SceneRun("probe", hertz: [59.94, 60, 7, 144][Int(seed % 4)], list: list)
      for _ in 0..<40 {
        run.press(presses[random.whole(in: 0...presses.count - 1)])
        for _ in 0..<random.whole(in: 0...90) { run.frame() }
      }
      for scene in 0...1 {
        run.press(.scene(scene))
        let times = try #require(run.scene(ProbeScene.self)).times
        let back = zip(times, times.dropFirst()).filter { $0 > $1 }
        #expect(back.isEmpty, "seed \(seed)")
      }
    }
  }
}
