// SPDX-License-Identifier: Apache-2.0

import FramePacing
import RepeatTiming
import TestSupport
import Testing

@testable import FlashingSquare

/// The game's world in fixed steps.
@Suite struct FixedStepTests {
  /// What a step moves in a few nanoseconds: times are whole ones.
  static let tolerance = 2e-8

  private func square(_ run: SceneRun) throws -> SquareScene { try #require(run.square) }

  @Test(arguments: [1, 10, 50, 59, 60, 61, 120, 240, 1000])
  func `so many steps a second are made, whatever the frames`(_ hertz: Int) throws {
    for frames in [30.0, 60, 75, 144] {
      var run = SceneRun(hertz: frames, fixedStep: FrameRate(hertz: hertz))
      run.run(until: 4)
      let step = try #require(try square(run).fixedStep)
      // A step more or less: the last may fall on the last frame, and locked steps round.
      let isLocked = abs(Double(hertz) / frames - 1) <= 0.01
      let wanted = isLocked ? 4 * frames : 4 * Double(hertz)
      #expect(abs(Double(step.made) - wanted) <= 1, "\(frames) Hz")
      #expect(step.dropped == 0)
    }
  }

  @Test func `a stall drops steps and counts them`() throws {
    var stage = SceneRun(fixedStep: FrameRate(hertz: 50)).stage
    _ = stage.update(Frame(number: 0, time: 0, delta: 0, refreshPeriod: 1.0 / 60), Controls())
    _ = stage.update(Frame(number: 1, time: 1, delta: 1, refreshPeriod: 1.0 / 60), Controls())
    let step = try #require(stage.scene.fixedStep)
    #expect(step.made == 5 && step.dropped == 45)
  }

  @Test func `steps of a 240th are the world as it is without the option`() throws {
    var random = SeededRandom(seed: 3)
    var plain = SceneRun(attract: true)
    var fixed = SceneRun(attract: true, fixedStep: FrameRate(hertz: 240))
    for _ in 0..<1200 {
      var controls = Controls()
      controls.move = Point(x: Double.random(in: -0.7...0.7, using: &random), y: 0.5)
      #expect(plain.frame(controls) == fixed.frame(controls), "seed 3")
    }
    #expect(try square(plain).world.player == square(fixed).world.player)
  }
}
