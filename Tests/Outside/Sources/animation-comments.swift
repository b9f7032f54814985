// SPDX-License-Identifier: Apache-2.0
// The README of DynamicRepeat, "With a delegate", and the comments of its class.

import AnimationLayers
import DynamicRepeat

final class Game: DynamicRepeatDelegate {
  @Repeated var center = Point(x: 160, y: 420)
  lazy var animation = DynamicRepeatAnimation(delegate: self)

  func setupDefaultState() { center = Point(x: 160, y: 420) }  // the original state (A)
  func setupAlternateState() { center = Point(x: 160, y: 100) }  // the other state (B)

  func startAnimating() {
    animation.oneCycleDuration = 2.0  // in seconds
    animation.start()  // starts repeating A <-> B
  }
  func frame(at time: Double) { animation.advance(to: time) }  // center is where it belongs now
  func nearDeath() { animation.oneCycleDuration = 0.5 }  // smooth transition ensues!
}

let game = Game()
game.startAnimating()
for time in [0, 1, 2, 2.25] {
  game.frame(at: time)
  print(Int(game.center.y))
  if time == 1 { game.nearDeath() }
}

final class Label: DynamicRepeatDelegate {
  @Repeated var center = Point(x: 160, y: 420)
  func setupDefaultState() { center = Point(x: 160, y: 420) }
  func setupAlternateState() { center = Point(x: 160, y: 100) }
}

struct Frame { var time = 0.0 }
func run(_ label: Label, _ frame: Frame) {
  let animation = DynamicRepeatAnimation(delegate: label)
  animation.oneCycleDuration = 2.0  // in seconds
  animation.start()  // starts repeating A <-> B
  // ... in each frame:
  animation.advance(to: frame.time)
  // ... later:
  animation.oneCycleDuration = 0.5  // smooth transition ensues!
}
let label = Label()
run(label, Frame())

let tree = LayerTree()
// swift-format-ignore: AvoidRetroactiveConformances
extension StateRecording: @retroactive StateCapture {}  // AnimationLayers; has the three methods
let animation = DynamicRepeatAnimation(delegate: label, capture: StateRecording(tree))
animation.start()
animation.advance(to: 0)
animation.advance(to: 0.5)
print(Int(label.center.y))

// Output: 420 100 420 100 100
