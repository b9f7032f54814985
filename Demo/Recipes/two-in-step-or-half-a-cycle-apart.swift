// SPDX-License-Identifier: Apache-2.0
import DynamicRepeat

var beacon = RepeatController(cycleDuration: 0.7, policy: .phaseMatched)
beacon.start()

for frame in 0...60 {
  let time = Double(frame) / 60
  // Recipe:
  beacon.advance(to: time)
  let (left, right) = (beacon.progress(at: time), 1 - beacon.progress(at: time))
  // End of recipe.
  precondition(left + right == 1)
}

// Recipe:
var lamp = beacon  // a copy is in step
try lamp.seek(to: lamp.sample(at: lamp.now).position.advanced(by: 0.5))  // half a cycle ahead
// End of recipe.

for time in [1.1, 2.345, 30] {
  beacon.advance(to: time)
  lamp.advance(to: time)
  try beacon.setRate(.hertz(2))
  try lamp.setRate(.hertz(2))
  let distance = lamp.sample(at: time).position.cycles(since: beacon.sample(at: time).position)
  print(Int((distance * 100).rounded()))
}

// Output: 50 50 50
