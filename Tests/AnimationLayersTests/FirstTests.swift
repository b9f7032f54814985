// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import RepeatTiming
import Testing

@Suite struct FirstTests {
  @Test func `a layer fades`() {
    let tree = LayerTree()
    let layer = Layer()
    tree.root.add(layer)
    layer[.opacity] = 0.5
    var fade = BasicAnimation(.opacity, from: 0, to: 1)
    fade.duration = 2
    layer.add(fade, forKey: "fade")
    tree.update(at: 10)
    #expect(layer.presentation.opacity == 0)
    tree.update(at: 11)
    #expect(layer.presentation.opacity == 0.5)
    tree.update(at: 11.5)
    #expect(layer.presentation.opacity == 0.75)
    tree.update(at: 12)
    #expect(layer.presentation.opacity == 0.5)
    #expect(layer.animation(forKey: "fade") == nil)
  }
}
