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
      guard run.next.isMultiple(of: 20) else { continue }
      // The swatches are the only large rectangles to the left of the strips.
      let list = run.draw().list
      let scene = try run.sheet()
      let (left, bottom) = (Float(scene.strips.x), Float(scene.strips.bottom))
      let swatches = list.drawings.compactMap { drawing -> RGBA8? in
        guard case .rectangles(let color, let pool) = drawing else { return nil }
        return list.rectangles(pool).contains { $0.x < left && $0.y < bottom && $0.width > 20 }
          ? color : nil
      }
      #expect(swatches == SheetScene.rows.map { Palette.bytes(of: $0.color(at: scene.playhead)) })
    }
    #expect(abs(try run.sheet().playhead - (599.0 / 60 - 8)) < 1e-9)
  }

  @Test func `a drag moves the playhead to the mouse, and holds the playhead there`() throws {
    var run = SceneRun("sheet")
    run.frame()
    run.draw()
    let strips = try run.sheet().strips
    let quarter = Point(x: strips.middle.x - Double(strips.width) / 4, y: strips.middle.y)
    run.drag(to: quarter, isPressed: true)
    for _ in 0..<30 { run.drag(to: quarter) }
    #expect(run.scene(SheetScene.self)?.playhead == 2)
    run.frame()
    run.frame()
    let playhead = try run.sheet().playhead
    #expect(playhead > 2 && playhead < 2.1)
  }

  @Test func `a strip equals an animation in a layer with the same timings`() {
    let strip = TimingStrip(
      "", "", MediaTiming(beginTime: 0.5, duration: 1.5),
      in: MediaTiming(duration: 2, repeatCount: 1.5, autoreverses: true))
    let tree = LayerTree()
    let layer = Layer()
    tree.root.add(layer)
    layer.timing = strip.layerTiming
    var fade = BasicAnimation(.rotation, from: 0, to: 1)
    fade.timing = strip.timing
    layer.rotation = -1
    layer.add(fade)
    tree.update(at: 0)
    for step in 0..<800 {
      let time = Double(step) / 100 + 0.005
      let sample = strip.sample(at: time)
      let isShown = layer.contentTime(at: time) != nil
      let value = layer.value(of: .rotation, at: time)
      #expect(sample.isInEffect == (isShown && value >= 0), "at \(time)")
      if sample.isInEffect { #expect(abs(value - sample.progress) < 1e-12, "at \(time)") }
    }
  }
}
