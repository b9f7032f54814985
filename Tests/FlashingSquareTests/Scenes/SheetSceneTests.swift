// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import DynamicRepeat
import SDLDriver
import Testing

@testable import FlashingSquare

@Suite struct SheetSceneTests {
  @Test func `every swatch is the colour of its strip under the playhead`() throws {
    var run = SceneRun("sheet")
    for _ in 0..<600 {
      run.frame()
      let scene = try run.sheet()
      for (row, color) in zip(SheetScene.rows, scene.colors) {
        #expect(color == Palette.bytes(of: row.color(at: scene.playhead)))
      }
    }
    #expect(abs(try run.sheet().playhead - (599.0 / 60 - 8)) < 1e-9)
  }

  @Test func `a drag moves the playhead to the mouse, and holds the playhead there`() throws {
    var run = SceneRun("sheet")
    run.frame()
    run.draw()
    let strips = try run.sheet().strips
    let quarter = Point(
      x: Double(strips.x) + Double(strips.width) / 4, y: Double(strips.midY))
    run.drag(to: quarter, isPressed: true)
    for _ in 0..<30 { run.drag(to: quarter) }
    #expect(run.scene(SheetScene.self)?.playhead == 2)
    run.frame()
    run.frame()
    let playhead = try run.sheet().playhead
    #expect(playhead > 2 && playhead < 2.1)
  }
}
