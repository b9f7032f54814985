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

  /// Conversion uses local time, which is defined before, during and after all repeats.
  @Test(arguments: [
    MediaTiming(beginTime: 2, duration: .infinity, speed: 3, timeOffset: 0.25),
    MediaTiming(beginTime: 2, duration: 1, repeatCount: 2, speed: 3, timeOffset: 0.25),
  ])
  func `nested time spaces, also of a repeating layer, convert as specified`(timing: MediaTiming) {
    mid.timing = timing
    #expect(leaf.convertTime(10, from: mid) == 18.5)
    #expect(leaf.convertTime(10, from: tree.root) == 47)
    #expect(leaf.convertTime(10, from: nil) == 47)
    #expect(leaf.convertTime(10, to: mid) == 5.75)
    #expect(isClose(leaf.convertTime(10, to: tree.root), 23 / 6.0))
    #expect(isClose(leaf.convertTime(47, to: nil), 10))
    #expect(leaf.localTime(of: 10, from: mid) == 18.5)
  }

  @Test func `conversion up through speed 0 gives nil, or the layer's begin time`() {
    leaf.speed = 0
    #expect(mid.localTime(of: 10, from: leaf) == nil)
    #expect(mid.convertTime(10, from: leaf) == 1)
    #expect(leaf.convertTime(10, to: mid) == 1)
    #expect(leaf.localTime(of: 10, from: mid) == 0.5, "conversion down is always defined")
  }

  @Test func `evaluating another time changes and reports nothing`() {
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
