// SPDX-License-Identifier: Apache-2.0
import DynamicRepeat

// Recipe:
struct Heart {
  var pulse: RepeatController

  init() throws {
    let settings = RepeatSettings(rate: .cycleDuration(0.4), repeatDelay: 0.6)
    pulse = try RepeatController(settings)
    pulse.start()
  }

  mutating func frame(at time: Double) -> Double {
    while let event = pulse.nextEvent(through: time) {
      // A pulse begins at the start of the run, and at the end of each rest.
      if event.kind == .started || event.kind == .delayEnded { play(event.lateness) }
    }
    return pulse.progress(at: time)
  }
}
// End of recipe.

func play(_ lateness: Double) { print("beat", Int((lateness * 1000).rounded())) }

var heart = try Heart()
for time in [0, 0.2, 0.75, 0.9, 1.125, 1.2] {
  print(Int((heart.frame(at: time) * 100).rounded()))
}

// Output: beat 0 0 100 0 0 beat 125 71 100
