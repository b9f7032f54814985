// SPDX-License-Identifier: Apache-2.0
import DynamicRepeat

func hide() { print("hidden") }

let blink = DynamicRepeatAnimation { progress in print(Int((progress * 100).rounded())) }
blink.start()
for frame in 0...4 {
  blink.advance(to: Double(frame) / 4)
  if frame == 1 {
    // Recipe:
    blink.stop { _ in hide() }
    // End of recipe.
  }
}

// Output: 0 50 100 50 hidden 0
