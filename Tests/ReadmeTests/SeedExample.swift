// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming

// README.md, "The original example": compiled here, and run by ReadmeTests.

final class Game: DynamicRepeatDelegate {
  @Repeated var center = Point(x: 160, y: 420)
  var animation: DynamicRepeatAnimation?

  func setupDefaultState() {
    center = Point(x: 160, y: 420)  // the original state (A)
  }

  func setupAlternateState() {
    center = Point(x: 160, y: 100)  // the other state (B)
  }

  func startAnimating() {
    let animation = DynamicRepeatAnimation(delegate: self)
    animation.oneCycleDuration = 2.0  // in seconds
    animation.start()  // starts repeating A <-> B
    self.animation = animation
  }

  func frame(at time: Double) {
    animation?.advance(to: time)  // center is where it belongs now
  }

  func nearDeath() {
    animation?.oneCycleDuration = 0.5  // smooth transition ensues!
  }
}
