// SPDX-License-Identifier: Apache-2.0
import DynamicRepeat

// Recipe:
struct Target {
  var blow: RepeatController

  init() throws {
    let settings = RepeatSettings(rate: .cycleDuration(0.4), repeatCount: 1)
    blow = try RepeatController(settings)
  }

  mutating func hit() {
    blow.stop(.immediately)  // start() alone is ignored during a run
    blow.start()  // one cycle, from its beginning
  }
}
// End of recipe.

var target = try Target()
for frame in 0...10 {
  target.blow.advance(to: Double(frame) / 10)
  if frame == 1 || frame == 4 { target.hit() }
  print(Int((target.blow.progress(at: target.blow.now) * 100).rounded()))
}

// Output: 0 0 50 100 0 50 100 50 0 0 0
