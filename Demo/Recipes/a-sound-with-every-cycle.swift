// SPDX-License-Identifier: Apache-2.0
import DynamicRepeat
import SDLDriver

func play(_ lateness: Double) { print("\(Int((lateness * 1000).rounded())) ms late") }

var flash = RepeatController(now: 0)
flash.start()
for frame in 1...7 {
  let time = Double(frame) * 0.375
  // Recipe:
  for event in flash.advance(to: time) where event.isCycle {
    play(event.lateness)  // seconds since the exact end of the cycle
  }
  // End of recipe.
}

let session = try Session(.display)
var output = try SoundOutput(session)
let tick = Sound.tick()
let time = 3.0
// Recipe:
for event in flash.advance(to: time) where event.isCycle { try output.play(tick) }
// End of recipe.

// Output: 125 ms late 250 ms late
