// SPDX-License-Identifier: Apache-2.0
import DynamicRepeat

// Recipe:
struct Lamp {
  var pulse = RepeatController()

  mutating func begin() throws {
    pulse.start()
    try pulse.schedule(.pause, at: .nextCycle)
  }

  mutating func frame(at time: Double) throws -> Double {
    while let event = pulse.nextEvent(through: time) {
      guard event.isCycle else { continue }
      try pulse.schedule(.resume, at: .time(event.time + .random(in: 0.3...1.2)))
      try pulse.schedule(.pause, at: .nextCycle)
    }
    return pulse.progress(at: time)
  }
}
// End of recipe.

var lamp = Lamp()
try lamp.begin()
for frame in 0...3600 {
  let shown = try lamp.frame(at: Double(frame) / 60)
  let sample = lamp.pulse.sample(at: lamp.pulse.now)
  if sample.state.isPaused { precondition(shown == 0 && sample.position.phase == 0) }
  if frame == 70 { print(sample.state.isPaused ? "rests" : "moves") }
}
// A cycle and its rest take 1.3 to 2.2 s.
print((26...47).contains(lamp.pulse.sample(at: 60).position.cycle))

// Output: rests true
