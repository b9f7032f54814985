// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import DynamicRepeat
import Testing

@testable import FlashingSquare

@Suite struct TimingStripTests {
  @Test func `a strip equals an animation in a layer with the same timings`() {
    let strip = TimingStrip(
      timing: MediaTiming(beginTime: 0.5, duration: 1.5),
      layerTiming: MediaTiming(duration: 2, repeatCount: 1.5, autoreverses: true), seconds: 8)
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
