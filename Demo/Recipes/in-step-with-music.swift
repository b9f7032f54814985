// SPDX-License-Identifier: Apache-2.0
import DynamicRepeat

var pulse = RepeatController(cycleDuration: 0.9, now: 0.3)
pulse.start()
let songStart = 0.1

// Recipe:
let music = try BeatClock(beatsPerMinute: 120, at: songStart)
let bounds = try RateBounds(around: 1, within: 0.2, slope: 0.5)  // 0.8 to 1.2 Hz
try pulse.lock(to: music.line.times(1, over: 2), within: bounds)  // a cycle in two beats
// End of recipe.

for event in pulse.advance(to: 9) where event.kind == .locked { print("locked") }
let phase = pulse.sample(at: 9.1).position.phase
print(min(phase, 1 - phase) < 1e-12)  // on the beat

pulse = RepeatController(now: 0.3)
// Recipe:
let bar = music.nextBar(at: pulse.now)
if let bar, let time = music.time(ofBeat: bar), time >= pulse.now {
  try pulse.schedule(.start, at: .time(time))  // never while the clock is paused
}
// End of recipe.
for time in [2.09, 2.11] {  // the bar begins at 2.1 s
  pulse.advance(to: time)
  print(pulse.state)
}

// Output: locked true idle running
