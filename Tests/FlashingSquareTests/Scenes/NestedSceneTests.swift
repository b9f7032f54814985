// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import DynamicRepeat
import Testing

@testable import FlashingSquare

@Suite struct NestedSceneTests {
  /// The rounding error of sums and products of a few seconds.
  static let tolerance = 1e-9

  /// The keys that change the middle layer.
  static let changes: [Controls.Press] = [.ramp, .up, .down]

  @Test func `local times run at the product of the nested layers' speeds`() throws {
    var run = SceneRun("nested")
    run.run(until: 3)
    let lanes = try run.nested().lanes
    #expect(lanes.map(\.localTime) == [1.5, 3, -3])
    #expect(lanes.map(\.overallSpeed) == [0.5, 1, -1])
    let row = try #require(run.rows.last)
    #expect(row.cycleDurationRequested == 2)
    #expect(row.cycleDurationInEffect == 4)
    #expect(row.cycle == 0)
    #expect(row.phase == 0.875)
    #expect(abs(row.value - TimingFunction.easeInEaseOut(1.0 / 6)) < Self.tolerance)
    let wheel = lanes[2].layer.presentation.position.x
    #expect(abs(wheel - TimingFunction.easeInEaseOut(5.0 / 6)) < Self.tolerance)
  }

  @Test func `a layer that runs backwards has another curve: it rises slowly`() throws {
    let lanes = try SceneRun("nested").nested().lanes
    func rising(_ index: Int) -> Int {
      let spaces = lanes[index].history.state(at: 0)
      let values = (0...400).map { NestedScene.position(spaces, at: Double($0) / 100) }
      return zip(values, values.dropFirst()).count { $0 < $1 }
    }
    #expect(rising(1) == 100 && rising(2) == 300)
  }

  /// A software renderer takes a millisecond for a million pixels.
  @Test func `a frame draws hardly more pixels than the window has`() {
    var run = SceneRun("nested")
    let list = run.draw(on: .sized(1280, 720)).list
    let pixels = list.drawings.reduce(Float(0)) { sum, drawing in
      guard case .rectangles(_, let pool) = drawing else { return sum }
      return list.rectangles(pool).reduce(sum) { $0 + $1.width * $1.height }
    }
    #expect(pixels < 1280 * 720 * 1.05)
  }

  @Test(arguments: changes)
  func `only naive changes make the middle and the inner layer jump`(
    _ change: Controls.Press
  ) throws {
    var (run, smooth) = (SceneRun("nested"), SceneRun("nested"))
    smooth.run(until: 3)
    smooth.press(change)
    #expect(try smooth.nested().lastJump == 0)
    run.run(until: 3)
    run.press(.nextMode)
    run.press(change)
    let jump = try #require(try run.nested().lastJump)
    #expect(abs(jump) > 1)
    let (before, after) = (run.rows[run.rows.count - 2], run.rows[run.rows.count - 1])
    let moved =
      (Double(after.cycle) + after.phase - Double(before.cycle) - before.phase) * NestedScene.cycle
    #expect(abs(moved - jump) < 0.1)
    let inner = try run.nested().lanes[2]
    #expect(abs(inner.localTime + (try run.nested().lanes[1].localTime)) < Self.tolerance)
    // The chart shows the jump.
    let stretches = try run.nested().lanes[1].history.stretches
    let values = stretches.suffix(2).map { NestedScene.position($0.state, at: 3 + 2 / 60) }
    #expect(abs(values[1] - values[0]) > 0.05)
    #expect(run.texts().contains { $0.hasPrefix("jumps ") })
  }
}
