// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import Testing

// Only this conformance connects the layers with `DynamicRepeatAnimation`.
extension StateRecording: StateCapture {}

/// The README's example of `DynamicRepeatAnimation`, with a layer in place of a view.
private final class Label: DynamicRepeatDelegate {
  let layer = Layer()

  func setupDefaultState() {
    layer.position = Point(x: 160, y: 420)
  }

  func setupAlternateState() {
    layer.position = Point(x: 160, y: 100)
  }
}

@Suite struct StateRecordingTests {
  let tree = LayerTree()
  let layer = Layer()

  init() { tree.root.add(layer) }

  @Test func `the two setup methods move a layer there and back`() {
    let label = Label()
    tree.root.add(label.layer)
    let animation = DynamicRepeatAnimation(delegate: label, capture: StateRecording(tree))
    animation.oneCycleDuration = 2
    animation.start()
    func y(at time: Double) -> Double {
      animation.advance(to: time)
      tree.update(at: time)
      return label.layer.presentation.position.y
    }
    #expect(y(at: 0) == 420)
    #expect(isClose(y(at: 0.5), 260, within: 1e-9))
    #expect(y(at: 1) == 100)
    #expect(label.layer.position.y == 420, "the model value stays that of the default state")
    animation.oneCycleDuration = 0.5
    #expect(isClose(y(at: 1.5), 260, within: 1e-9))
    #expect(y(at: 2.25) == 100, "the next cycle takes half a second")
    animation.stop()
    #expect(y(at: 3) == 420, "idle in the default state")
    #expect(!label.layer.hasAnimations, "no implicit animation was added")
  }

  @Test func `a property that only the alternate state sets starts from the model value`() {
    layer.opacity = 0.5
    var shake = BasicAnimation(.rotation, from: 1, to: 1)
    shake.isAdditive = true
    layer.add(shake)
    let states = StateRecording(tree)
    states.captureDefaultState {}
    states.captureAlternateState {
      layer.opacity = 1
      layer.rotation += 8
      layer.rotation += 8
    }
    states.show(progress: 0.25)
    tree.update(at: 0)
    #expect(layer.presentation.opacity == 0.625)
    #expect(layer.presentation.rotation == 5, "with the layer's animation on top")
    #expect(layer.value(of: .opacity, at: 0) == 0.625)
    #expect(layer.opacity == 0.5 && layer.rotation == 0)
  }

  @Test
  func `a capture replaces the previous one, and releasing the recording shows the model values`() {
    var states: StateRecording? = StateRecording(tree)
    states?.captureAlternateState { layer.rotation = 8 }
    states?.show(progress: 1)
    tree.update(at: 0)
    states?.captureDefaultState { layer.opacity = 0.5 }
    states?.captureAlternateState { layer.opacity = 1 }
    states?.show(progress: 1)
    tree.update(at: 0)
    #expect(layer.presentation.rotation == 0)
    #expect(layer.presentation.opacity == 1)
    states = nil
    tree.update(at: 0)
    #expect(layer.presentation.opacity == 0.5)
  }

  @Test func `inside a transaction recorded properties are not animated implicitly`() {
    tree.update(at: 0)
    let states = StateRecording(tree)
    tree.transaction { _ in
      states.captureDefaultState { layer.opacity = 0.5 }
      states.captureAlternateState { layer.opacity = 0 }
    }
    #expect(!layer.hasAnimations)
  }
}
