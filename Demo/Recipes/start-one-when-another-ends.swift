// SPDX-License-Identifier: Apache-2.0
import DynamicRepeat

// Recipe:
struct Entrance {
  var door: RepeatController
  var lamp = RepeatController()

  init() throws {
    door = try RepeatController(RepeatSettings(rate: .cycleDuration(0.35), repeatCount: 1))
    door.start()
  }

  mutating func frame(at time: Double) throws {
    while let event = door.nextEvent(through: time) {
      if event.kind == .finished { try lamp.schedule(.start, at: .time(event.time)) }
    }
    lamp.advance(to: time)  // after the door
  }
}
// End of recipe.

var entrance = try Entrance()
for frame in 0...6 {
  let time = Double(frame) / 10
  try entrance.frame(at: time)
  // The phase at 0.4 s is 0.05, because the lamp started at 0.35 s.
  print(Int((entrance.lamp.sample(at: time).position.phase * 100).rounded()))
}

// Output: 0 0 0 0 5 15 25
