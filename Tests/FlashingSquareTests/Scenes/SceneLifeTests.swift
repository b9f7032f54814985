// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Foundation
import TestSupport
import Testing

@testable import FlashingSquare

/// Scenes after a minute without input.
@Suite struct SceneLifeTests {
  /// For each scene, a key, and a check of the key's effect in the following frames.
  static let answers: [(scene: String, key: Controls, isSeen: @Sendable ([TraceRow]) -> Bool)] = [
    ("answers", .moving(x: 1), { $0.contains { $0.events.contains("rate_change") } }),
    ("hunt", .pressing([.healthDown]), { $0.contains { $0.cycleDurationRequested < 2 } }),
    ("sheet", .pressing([.ramp]), { $0.contains { $0.events.contains("reversed") } }),
    ("slider", .moving(x: 1), { ($0.last?.value ?? 0) > 0.1 }),
    ("pull", .moving(y: 1), { ($0.last?.value ?? 0) > 0.1 }),
    ("nested", .pressing([.ramp]), { $0.contains { $0.events.contains("reversed") } }),
    ("sprite", .pressing([.up]), { $0.contains { $0.events.contains("speed") } }),
    ("swarm", .pressing([.run]), { $0.contains { $0.events.contains("wave") } }),
    ("beat", .pressing([.run]), { $0.contains { $0.events.contains("seek") } }),
  ]

  /// The two scenes that wait for input, slider and pull, do not move.
  @Test(arguments: answers.indices)
  func `after an idle minute a scene reacts to keys, and all but two scenes move`(_ index: Int) {
    let (scene, key, isSeen) = Self.answers[index]
    #expect(scene == SceneList.demo.names[index])
    var run = SceneRun(scene)
    if scene == "swarm" { run.press(.healthDown, .healthDown, .healthDown) }
    run.run(until: 60)
    let minute = run.rows.count
    run.run(until: 65)
    let isStill = Set(run.rows[minute...].map(\.value)).count == 1
    #expect(isStill == ["slider", "pull"].contains(scene))
    let alone = run.rows.count
    for _ in 0..<60 { run.frame(key) }
    #expect(isSeen(Array(run.rows[alone...])), "\(run.rows[alone...].map(\.value))")
  }

  /// The number of games per scene: 4, or the value of the environment variable `PLAY_GAMES`.
  static let games = ProcessInfo.processInfo.environment["PLAY_GAMES"].flatMap(UInt64.init) ?? 4

  @Test(arguments: SceneList.demo.names)
  func `no key, drag or window size crashes a scene or leads to an infinite number`(scene: String) {
    // Excludes the keys that open the largest swarms, which are slow in a debug build.
    let presses: [Controls.Press] = [
      .up, .down, .healthDown, .nextMode, .ramp, .pause, .run, .details, .help, .slowMotion, .tick,
    ]
    for game in 1...Self.games {
      let seed = Self.games == 4 ? game : UInt64.random(in: 0 ... .max)
      var random = SeededRandom(seed: seed)
      func point() -> Point {
        Point(x: random.double(in: -50...2000), y: random.double(in: -50...1200))
      }
      var run = SceneRun(scene, mode: DemoMode.allCases.randomElement(using: &random)!)
      run.press(.healthDown, .healthDown)
      for _ in 0..<150 {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: run.drag(to: point(), isPressed: random.chance(0.3))
        case 1: run.frame(.moving(x: random.double(in: -1...1), y: random.double(in: -1...1)))
        case 2: run.frame(rawDelta: random.double(in: 0...3))
        case 3:
          let side = { (random: inout SeededRandom) in Int.random(in: 1...1400, using: &random) }
          run.draw(on: .sized(side(&random), side(&random)))
        default: run.press(presses.randomElement(using: &random)!)
        }
      }
      #expect(run.rows.allSatisfy { $0.phase.isFinite && $0.value.isFinite }, "seed \(seed)")
    }
  }
}
