// SPDX-License-Identifier: Apache-2.0
import DynamicRepeat

// Recipe:
struct Bell {
  var flash = RepeatController()
  var played: WideInt = 0  // the last cycle whose sound was played

  mutating func frame(at time: Double) -> Double {
    var ahead = flash  // a copy, which this frame looks ahead with
    for event in ahead.advance(to: time + 0.04) where event.isCycle && event.cycle > played {
      play(in: event.time - time)  // seconds from now
      played = event.cycle
    }
    flash.advance(to: time)
    return flash.progress(at: time)
  }
}
// End of recipe.

func play(in seconds: Double) { print("sound in \(Int((seconds * 1000).rounded())) ms") }

var bell = Bell()
bell.flash.start()
for time in [0, 0.9, 0.98, 1, 1.97, 1.99, 2.5] {
  print(Int((bell.frame(at: time) * 100).rounded()))
  if time == 1.97 { try bell.flash.seek(to: CyclePosition(1.9)) }  // no cycle sounds twice
}

// Output: 0 8 sound in 20 ms 0 0 sound in 30 ms 1 5 96
