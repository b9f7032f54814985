// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlashingSquare

/// The sounds of scenes, which T switches on.
@Suite struct TickTests {
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
