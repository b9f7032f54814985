// SPDX-License-Identifier: Apache-2.0
import DynamicRepeat

// Recipe:
struct Walker {
  var walk: RepeatController

  init() throws {
    let settings = RepeatSettings(
      rate: .cycleDuration(1.1), autoreverses: false, pace: .linear, marks: [0.2, 0.7])
    walk = try RepeatController(settings)
    walk.start()
  }

  mutating func frame(at time: Double) -> Int {
    while let event = walk.nextEvent(through: time) {
      if event.kind == .mark { step(event.mark, event.lateness) }  // 0 left foot, 1 right foot
    }
    return Int(walk.progress(at: time) * 8)  // the picture of the sprite
  }
}
// End of recipe.

func step(_ foot: Int, _ lateness: Double) {
  print(foot == 0 ? "left" : "right", Int((lateness * 1000).rounded()))
}

var walker = try Walker()
for time in [0, 0.25, 1, 2] { print("picture \(walker.frame(at: time))") }

// Output: picture 0 left 30 picture 1 right 230 picture 7 left 680 right 130 picture 6
