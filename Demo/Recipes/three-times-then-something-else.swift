// SPDX-License-Identifier: Apache-2.0
import DynamicRepeat

func show(_ progress: Double) { if progress > 0.99 { print("lit") } }
func openDoor() { print("open") }

// Recipe:
let settings = RepeatSettings(rate: .cycleDuration(0.4), repeatCount: 3)
let blink = DynamicRepeatAnimation { progress in show(progress) }
blink.controller = try RepeatController(settings)
blink.start { reason in
  if reason == .finished { openDoor() }
}
// End of recipe.

for frame in 0...20 { blink.advance(to: Double(frame) / 10) }

// Output: lit lit lit open
