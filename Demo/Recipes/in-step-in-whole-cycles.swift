// SPDX-License-Identifier: Apache-2.0
import DynamicRepeat

var walk = RepeatController(cycleDuration: 0.55, now: 0.3)
walk.start()
let music = try BeatClock(beatsPerMinute: 120, at: 0.1)

for frame in 0...600 {
  let time = 0.3 + Double(frame) / 60
  // Recipe:
  for event in walk.advance(to: time) where event.isCycle || event.kind == .started {
    let end = event.time + walk.sample(at: time).cycleDuration  // of the present cycle
    let target = music.beat(at: end + 60 / music.beatsPerMinute)
    let beat = target.phase < 0.5 ? target.cycle : target.cycle + 1  // the nearest one
    guard let time = music.time(ofBeat: beat) else { continue }
    try walk.setRate(.cycleDuration(time - end))  // of the next cycle
  }
  // End of recipe.
}
let phase = walk.sample(at: 10.1).position.phase
print(min(phase, 1 - phase) < 1e-12)  // on a beat

// Output: true
