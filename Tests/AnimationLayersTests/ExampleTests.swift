// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import Testing

private let glowProperty = AnimatableProperty(defaultValue: 0.0)
extension AnimatableProperty where Value == Double {
  fileprivate static var glow: Self { glowProperty }
}

/// The examples of the documentation comments, verbatim.
@Suite struct ExampleTests {
  @Test func `the example of a layer works as documented`() {
    let tree = LayerTree()
    let square = Layer()
    tree.root.add(square)
    square.opacity = 0.5
    square.add(BasicAnimation(.opacity, from: 0, to: 1))
    tree.update(at: 3)
    #expect(square.presentation.opacity == 0)
    tree.update(at: 3.125)
    #expect(square.presentation.opacity == 0.5)
  }

  @Test func `the example of a property of your own works as documented`() {
    let stage = Stage()
    let layer = stage.layer
    layer[.glow] = 0.5
    layer.add(BasicAnimation(.glow, to: 1))
    stage.reported(0, 0.125)
    #expect(layer.presentation[.glow] == 0.75)
  }

  @Test func `the example of the timing properties works as documented`() {
    let stage = Stage()
    let layer = stage.layer
    var fade = BasicAnimation(.opacity, from: 1, to: 0)
    fade.duration = 0.5
    fade.repeatCount = .infinity
    layer.add(fade, forKey: "fade")
    stage.reported(0, 100.25)
    #expect(layer.presentation.opacity == 0.5)
    #expect(layer.animation(forKey: "fade")?.timing.duration == 0.5)
  }

  @Test func `the example of keyframes works as documented`() throws {
    let stage = Stage()
    let layer = stage.layer
    let hop = try KeyframeTrack(
      [0.0, 40, 0], keyTimes: [0, 0.25, 1], timingFunctions: [.easeOut, .easeIn])
    layer.add(KeyframeAnimation(.rotation, hop))
    stage.reported(0, 0.0625)
    #expect(layer.presentation.rotation == 40)
  }

  @Test func `the example of a transaction works as documented`() {
    let stage = Stage()
    let (tree, layer) = (stage.tree, stage.layer)
    stage.reported(0)
    tree.transaction { transaction in
      transaction.duration = 0.5
      layer.opacity = 0
    }
    stage.reported(0, 0.25)
    #expect(isClose(stage.opacity, 1 - TimingFunction.default(0.5)))
    stage.reported(0.5)
    #expect(stage.opacity == 0)
  }

  @Test func `the example of two states works as documented`() {
    let stage = Stage()
    let (tree, label) = (stage.tree, stage.layer)
    let states = StateRecording(tree)
    states.captureDefaultState { label.position = Point(x: 160, y: 420) }
    states.captureAlternateState { label.position = Point(x: 160, y: 100) }
    #expect(label.presentation.position == Point(x: 160, y: 420), "before the first update")
    states.show(progress: 0.5)
    stage.reported(0)
    #expect(label.presentation.position == Point(x: 160, y: 260))
  }

  private static let pulse = BasicAnimation(.opacity, from: 0.5, to: 1)

  @Test func `an animation may be a static constant, and a key prints as its name`() {
    let stage = Stage()
    stage.layer.add(Self.pulse, forKey: "pulse")
    #expect(stage.layer.animationKeys.map { "\($0)" } == ["pulse"])
    #expect("\(AnimationKey(for: .opacity))" == "implicit animation of property 5")
  }
}
