// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import DynamicRepeat
import Testing

@testable import FlashingSquare

@Suite struct PullSceneTests {
  /// The rounding error of the list's positions, in pixels and points.
  static let tolerance = 1e-9

  /// A scene whose list is held `points` below its place.
  private func held(at points: Double) throws -> SceneRun {
    var run = SceneRun("pull")
    run.frame()
    run.draw()
    run.drag(to: try grip(run, points: 0), isPressed: true)
    run.drag(to: try grip(run, points: points))
    return run
  }

  private func grip(_ run: SceneRun, points: Double) throws -> Point {
    let middle = try run.pull().panel.middle
    return Point(x: middle.x, y: middle.y + points * (try run.pull().scale))
  }

  @Test(arguments: [0, 15, 30, 59])
  func `the drag draws the word and raises it`(_ points: Double) throws {
    let run = try held(at: points)
    let word = try run.pull().word
    let share = points / PullScene.threshold
    #expect(word.speed == 0)
    #expect(abs(word.timeOffset - share) < Self.tolerance)
    #expect(abs(word.presentation.strokeEnd - share) < Self.tolerance)
    let rise = PullScene.rise * (1 - share)
    #expect(abs(word.presentation.position.y - rise) < Self.tolerance)
    #expect(try !run.pull().isLoading)
    #expect(run.events == ["pulled"])
  }

  @Test func `a drag back erases the word, and so does the return after a release`() throws {
    var run = try held(at: 45)
    run.drag(to: try grip(run, points: 20))
    #expect(abs(try run.pull().word.presentation.strokeEnd - 20.0 / 60) < Self.tolerance)
    run.frame()
    #expect(try run.pull().state == .returning)
    var last = try run.pull().distance
    for _ in 0..<40 {
      let row = run.frame()
      let distance = try run.pull().distance
      #expect(distance <= last)
      #expect(abs(row.value - distance / PullScene.threshold) < Self.tolerance)
      last = distance
    }
    #expect(run.events == ["pulled", "released", "rested"])
    #expect(try run.pull().state == .idle)
    #expect(run.rows.last?.value == 0)
  }

  @Test
  func `after a release beyond the threshold, the list loads, ignores drags, and returns`() throws {
    var run = try held(at: 70)
    run.frame()
    #expect(run.events == ["pulled", "loading"])
    let start = try #require(run.rows.last).time
    let parts = try run.pull()
    #expect(parts.spinner.animationKeys == [PullScene.spinKey])
    for points in [10.0, 80, 0] { run.drag(to: try grip(run, points: points)) }
    #expect(run.rows.last?.value == 1)
    run.run(until: start + 1)
    #expect(parts.spinner.presentation.rotation > 4)
    let row = try #require(run.rows.last)
    #expect(row.cycleDurationInEffect == PullScene.spinSeconds)
    #expect(abs(row.phase - (row.time - start) / PullScene.spinSeconds) < 1e-6)
    #expect(abs(try run.pull().distance - PullScene.threshold) < Self.tolerance)
    run.run(until: start + PullScene.loadingSeconds + 1)
    #expect(run.events == ["pulled", "loading", "loaded", "rested"])
    #expect(try run.pull().loaded == 1)
    #expect(parts.spinner.animationKeys.isEmpty)
    #expect(parts.word.presentation.strokeEnd == 0)
    #expect(parts.indicator.presentation.opacity == 1)
    #expect(try run.pull().distance == 0)
  }
}
