// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import DynamicRepeat
import RepeatTiming
import Testing

@testable import benchmark

/// A comparison says nothing if the two do different things.
@Suite struct ContenderTests {
  /// Plain arithmetic loses some bits of the time in the cycle; values are below 1.
  static let plainArithmetic = 1e-12

  @Test func `the tree and the loop by hand show the same opacities, frame for frame`() {
    let tree = FadingTree()
    var byHand = HandWrittenTree()
    #expect(tree.layers.count == 1000)
    for frame in 1...200 {
      _ = tree.showNextFrame()
      _ = byHand.showNextFrame()
      let worst = zip(tree.layers, byHand.opacities).reduce(0) {
        max($0, ($1.0.presentation.opacity - $1.1).magnitude)
      }
      #expect(worst <= Self.plainArithmetic, "frame \(frame)")
    }
    #expect(Set(byHand.opacities).count == 1000)
  }

  @Test func `the tree is ten layers deep`() {
    let tree = FadingTree()
    var depth = 0
    var layer = tree.layers[9].superlayer
    while let above = layer {
      depth += 1
      layer = above.superlayer
    }
    #expect(depth == 10)
  }

  @Test func `the fold by hand has the progress of media timing`() {
    let timing = MediaTiming(
      beginTime: 0.25, duration: 0.7, repeatCount: .infinity, autoreverses: true)
    let fold = HandWrittenFold(beginTime: 0.25, duration: 0.7, pacing: .easeInEaseOut)
    for number in 0..<2000 {
      let time = time(ofRepetition: number)
      let ours = timing.sample(at: time, timing: .easeInEaseOut).progress
      #expect((fold.progress(at: time) - ours).magnitude <= Self.plainArithmetic, "t = \(time)")
    }
  }

  @Test func `the naive repeat runs as the controller does, but for its drift`() throws {
    var settings = RepeatSettings()
    settings.rate = .hertz(0.73)
    var controller = try RepeatController(settings, now: 0)
    controller.start()
    var byHand = NaiveRepeat(rate: 0.73)
    for frame in 1...600 {
      byHand.advance(by: 1.0 / 60)
      controller.advance(to: Double(frame) / 60)
      let progress = controller.sample(at: controller.now).progress
      #expect((byHand.progress - progress).magnitude <= 1e-10, "frame \(frame)")
    }
    #expect(byHand.cycles == 7)
  }

  @Test func `Newton's method finds the named curves`() throws {
    for function in [TimingFunction.easeIn, .easeOut, .easeInEaseOut, .default] {
      let points = try #require(function.controlPoints)
      let bezier = NewtonBezier(x1: points.x1, y1: points.y1, x2: points.x2, y2: points.y2)
      for step in 0...100 {
        let x = Double(step) / 100
        #expect((bezier.value(at: x) - function(x)).magnitude <= 1e-9, "\(points) at \(x)")
      }
    }
  }
}
