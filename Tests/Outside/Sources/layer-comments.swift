// SPDX-License-Identifier: Apache-2.0
// The comments of AnimationLayers, and those of the types that it shares with DynamicRepeat.

import AnimationLayers
import DynamicRepeat

struct Frame { var time = 0.5 }
let frame = Frame()
func draw(opacity: Double) { print(opacity) }

do {
  let tree = LayerTree()
  let square = Layer()
  tree.root.add(square)
  square.opacity = 0.5  // the model value, without animations
  square.add(BasicAnimation(.opacity, from: 0, to: 1))
  tree.update(at: frame.time)  // each frame
  draw(opacity: square.presentation.opacity)  // the presented value
}

let tree = LayerTree()
let layer = Layer()
let label = Layer()
tree.root.add(layer)
tree.root.add(label)

let hop = try KeyframeTrack(
  [0.0, 40, 0], keyTimes: [0, 0.25, 1], timingFunctions: [.easeOut, .easeIn])
layer.add(KeyframeAnimation(.rotation, hop))
print(
  hop.value(at: 0.25)  // 40
)

do {
  var fade = BasicAnimation(.opacity, from: 1, to: 0)
  fade.duration = 0.5  // seconds: fade.timing.duration
  fade.repeatCount = .infinity
  layer.add(fade, forKey: "fade")
}
layer.add(
  BasicAnimation(.position, \.y, to: 0, by: -22)
)
layer.removeAnimation(forKey: "fade")
tree.update(at: 0)
tree.transaction { transaction in
  transaction.duration = 0.5
  layer.opacity = 0  // fades from what shows now, over half a second
}
tree.update(at: 0)
tree.update(at: 0.25)
print((0.01..<0.99).contains(layer.presentation.opacity))

let glowProperty = AnimatableProperty(defaultValue: 0.0)
extension AnimatableProperty where Value == Double {
  static var glow: Self { glowProperty }
}
layer[.glow] = 0.5
layer.add(BasicAnimation(.glow, to: 1))

do {
  let states = StateRecording(tree)
  states.captureDefaultState { label.position = Point(x: 160, y: 420) }
  states.captureAlternateState { label.position = Point(x: 160, y: 100) }
  states.show(progress: 0.5)  // with the next update: (160, 260)
  tree.update(at: 0.3)
  print(label.presentation.position.y)
}

struct Lamp: Interpolatable {
  var brightness: Double
  var color: Color

  static func interpolate(from: Lamp, to: Lamp, progress: Double) -> Lamp {
    Lamp(
      brightness: .interpolate(from: from.brightness, to: to.brightness, progress: progress),
      color: .interpolate(from: from.color, to: to.color, progress: progress))
  }
}
extension Lamp: AdditiveValue {
  func adding(_ other: Lamp) -> Lamp {
    Lamp(brightness: brightness.adding(other.brightness), color: color.adding(other.color))
  }
  func scaled(by factor: Double) -> Lamp {
    Lamp(brightness: brightness.scaled(by: factor), color: color.scaled(by: factor))
  }
}
let (dark, bright) = (
  Lamp(brightness: 0, color: Color(rgb: 0)), Lamp(brightness: 1, color: Color(rgb: 0xffffff))
)
print(Lamp.interpolate(from: dark, to: bright, progress: 0.5).adding(bright).brightness)

// Output: 0.0 40.0 true 260.0 1.5
