// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlashingSquare

/// What is heard of scenes, where somebody asks for it.
@Suite struct TickTests {
  /// The times at which a scene ticks, from a key at its first frame on.
  private func ticks(_ run: inout SceneRun, until end: Double) -> [(time: Double, ticks: [Tick])] {
    var heard: [(Double, [Tick])] = []
    run.press(.tick)
    while Double(run.next) / run.hertz <= end {
      let row = run.frame()
      if !run.stage.ticks.isEmpty { heard.append((row.time, run.stage.ticks)) }
    }
    return heard
  }

  @Test func `the square ticks once a cycle, and not before T or after it again`() {
    var run = SceneRun()
    run.run(until: 5)
    #expect(!run.stage.isTicking && run.stage.ticks.isEmpty)
    var other = SceneRun()
    let heard = ticks(&other, until: 5)
    #expect(heard.map(\.time) == [2, 4])
    #expect(heard.allSatisfy { $0.ticks == [Tick()] })
    other.press(.tick)
    other.run(until: 9)
    #expect(!other.stage.isTicking && other.stage.ticks.isEmpty)
  }

  @Test func `lanes of one rate are one chord, and one that waits is heard apart`() throws {
    var run = SceneRun("modes")
    let heard = ticks(&run, until: 6)
    let first = try #require(heard.first)
    #expect(first.time == 2)
    #expect(first.ticks.map(\.hertz) == ModesScene.pitches)
    // The plan's first change is at 3.3 s, well inside the second cycle of all lanes.
    let later = heard.dropFirst().filter { $0.time < 4.1 }
    #expect(later.contains { $0.ticks.count < 4 })
    for (_, ticks) in heard {
      #expect(ticks.map(\.volume).reduce(0, +) <= 1)
      let leads = ticks.filter { $0.volume == ModesScene.selectedVolume }
      #expect(leads.allSatisfy { $0.hertz == ModesScene.pitches[2] })
    }
  }

  @Test func `another scene does not tick for being another`() {
    var run = SceneRun()
    run.press(.tick)
    run.run(until: 3)
    run.press(.scene(2))
    #expect(run.stage.ticks.isEmpty)
  }
}
