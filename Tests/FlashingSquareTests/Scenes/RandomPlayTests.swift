// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Foundation
import TestSupport
import Testing

@testable import FlashingSquare

/// Random keys, drags, stalls and window sizes in every scene; they must not crash the program.
@Suite struct RandomPlayTests {
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
