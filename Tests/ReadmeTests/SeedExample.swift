// SPDX-License-Identifier: Apache-2.0

// Sources/DynamicRepeat/README.md, "With a delegate": compiled here, and run by ReadmeTests.

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
