// SPDX-License-Identifier: Apache-2.0
import DynamicRepeat

// Recipe:
struct Door {
  var leaf: RepeatController
  var isOpening = false

  init() throws {
    let settings = RepeatSettings(
      rate: .cycleDuration(0.8), autoreverses: false, repeatCount: 1, restState: .lastValue)
    leaf = try RepeatController(settings)
    leaf.reverse()
  }

  mutating func toggle() {
    isOpening.toggle()
    leaf.reverse()  // on its way, the leaf turns where it is
    if leaf.state == .idle { leaf.start() }
  }

  mutating func frame(at time: Double) -> Double {
    leaf.advance(to: time)
    return leaf.progress(at: time)  // 0 closed, 1 open
  }
}
// End of recipe.

var door = try Door()
for frame in 0...20 {
  let shown = door.frame(at: Double(frame) / 10)
  print(Int((shown * 100).rounded()))
  if [0, 4, 6, 13].contains(frame) { door.toggle() }
}

// Output: 0 3 13 29 50 29 13 29 50 71 87 97 100 100 97 87 71 50 29 13 3
