// SPDX-License-Identifier: Apache-2.0
import DynamicRepeat

// Recipe:
struct Hero {
  var health = 1.0
  var flash = RepeatController(policy: .phaseMatched)

  mutating func hit(_ damage: Double) throws {
    health = max(0, health - damage)
    try flash.setRate(.cycleDuration(0.35 + 0.65 * health))  // at most three flashes a second
  }

  mutating func frame(at time: Double) -> Double {
    flash.advance(to: time)
    return flash.progress(at: time)  // 0 calm, 1 alarmed
  }
}
// End of recipe.

var hero = Hero()
hero.flash.start()
for frame in 0...8 {
  print(Int((hero.frame(at: Double(frame) / 16) * 100).rounded()))
  if frame == 4 {
    try hero.hit(1)
    print("hit", Int((hero.frame(at: 0.25) * 100).rounded()))  // no jump, but it moves faster
  }
}

// Output: 0 3 13 29 50 hit 50 96 91 38 1
