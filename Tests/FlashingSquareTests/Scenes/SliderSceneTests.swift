// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import DynamicRepeat
import Testing

@testable import FlashingSquare

@Suite struct SliderSceneTests {
  /// An upper bound of the rounding errors of summed frame times and of the slider's position.
  static let tolerance = 1e-9

  /// Checks that position, rotation and colour are those at a fraction of the animation.
  private func expectShown(_ share: Double, in run: SceneRun) throws {
    let shown = try run.slider().layer.presentation
    #expect(abs(shown.position.x - share) < Self.tolerance)
    #expect(abs(shown.rotation - share * 1.5 * Double.pi) < Self.tolerance)
    let color = Color.interpolate(from: Palette.alarm, to: Palette.calm, progress: share)
    #expect(Palette.bytes(of: shown.backgroundColor) == Palette.bytes(of: color))
  }

  @Test(arguments: [0, 0.25, 0.5, 1])
  func `the layer follows the dragged slider`(_ share: Double) throws {
    var run = SceneRun("slider")
    run.frame()
    run.draw()
    let slider = try run.slider().slider
    run.drag(to: slider.point(0.1), isPressed: true)
    run.drag(to: slider.point(share))
    let layer = try run.slider().layer
    #expect(layer.speed == 0)
    #expect(abs(layer.timeOffset - share * SliderScene.duration) < Self.tolerance)
    try expectShown(share, in: run)
    // After the release the slider stays where it is.
    for _ in 0..<30 { run.frame() }
    #expect(abs(try run.slider().localTime - share) < Self.tolerance)
    #expect(run.rows.last?.cycleDurationInEffect == .infinity)
  }

  @Test func `the slider moves by itself until the user drags it`() throws {
    var run = SceneRun("slider", attract: true)
    run.run(until: SliderScene.swaySeconds / 2)
    #expect(abs(try run.slider().localTime - SliderScene.duration) < 1e-3)
    run.draw()
    run.drag(to: try run.slider().slider.point(0.3), isPressed: true)
    for _ in 0..<60 { run.frame() }
    #expect(abs(try run.slider().localTime - 0.3) < Self.tolerance)
    var paused = SceneRun("slider", attract: true)
    paused.run(until: 1)
    #expect(paused.press(.pause).events == ["paused"])
    let held = try paused.slider().localTime
    paused.run(until: 2)
    #expect(try held > 0 && paused.slider().localTime == held)
  }

  @Test
  func `the arc plays once on entry; then a tap moves the slider by 0.05, and so does a drag`()
    throws
  {
    var run = SceneRun("slider")
    run.run(until: SliderScene.swaySeconds / 2)
    #expect(abs(try run.slider().localTime - SliderScene.duration) < 1e-3)
    run.run(until: SliderScene.swaySeconds + 2)
    #expect(try run.slider().localTime == 0)
    for _ in 0..<4 { run.frame(.moving(x: 1)) }
    #expect(abs(try run.slider().localTime - 0.05) < Self.tolerance)
    run.frame()
    run.draw()
    let scene = try run.slider()
    let middle = try #require(scene.grips.box(of: true)).middle
    run.drag(to: middle, isPressed: true)
    run.drag(to: Point(x: middle.x + Double(scene.way) / 2, y: middle.y))
    #expect(abs(try run.slider().localTime - 0.55) < 1e-6)
  }
}
