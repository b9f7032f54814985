// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import Testing

/// Time spaces of layers.
@Suite struct LayerTimeTests {
  let tree = LayerTree()
  let mid = Layer()
  let leaf = Layer()

  init() {
    tree.root.add(mid)
    mid.add(leaf)
    mid.timeSpace = TimeSpace(begin: 2, speed: 3, offset: 0.25)
    leaf.timeSpace = TimeSpace(begin: 1, speed: 2, offset: 0.5)
  }

  @Test func `in the superlayer, a time of a layer at speed 0 is nil, or the layer's begin time`() {
    leaf.speed = 0
    #expect(mid.localTime(of: 10, from: leaf) == nil)
    #expect(mid.convertTime(10, from: leaf) == 1)
    #expect(leaf.convertTime(10, to: mid) == 1)
    #expect(leaf.localTime(of: 10, from: mid) == 0.5, "conversion down is always defined")
  }

  @Test func `evaluating a property at another time changes and reports nothing`() {
    var fade = BasicAnimation(.opacity, from: 0, to: 1)
    fade.duration = 12
    leaf.add(fade, forKey: "fade")
    tree.update(at: 0)
    tree.update(at: 0.5)
    #expect(leaf.value(of: .opacity, at: 1) == 0.5)
    #expect(leaf.value(of: .opacity, at: 99) == 1, "after the end, the model value")
    #expect(leaf.value(of: .rotation, at: 1) == 0)
    #expect(leaf.presentation.opacity == 0.25)
    #expect(leaf.animation(forKey: "fade") != nil)
  }
}
