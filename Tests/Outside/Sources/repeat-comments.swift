// SPDX-License-Identifier: Apache-2.0
// The comments of DynamicRepeat.

import DynamicRepeat

struct Frame { var time = 0.0 }
func tick() { print("tick") }
func show(_ seek: Double) { print(seek) }

func run(_ frame: Frame) throws {
  var flash = RepeatController()  // a cycle a second, there and back
  flash.start()
  try flash.setRate(.cycleDuration(0.5))  // from the next boundary on
  for event in flash.advance(to: frame.time) where event.isCycle { tick() }
  let progress = flash.sample(at: frame.time).progress
  print(progress)
}
try run(Frame())

func count(to frame: Frame) throws {
  var flash = try RepeatController(RepeatSettings(rate: .cycleDuration(0.1), repeatCount: 1))
  flash.start()
  flash.advance(to: 0)
  while let event = flash.nextEvent(through: frame.time) {
    if event.kind == .finished { flash.start() }  // the next run starts exactly at this end
  }
  print(Int((flash.progress(at: 0.95) * 100).rounded()))
}
try count(to: Frame(time: 0.95))

func walk(_ settings: inout RepeatSettings) {
  settings.marks = [0.2, 0.7]  // the two footsteps of a walk
}
var settings = RepeatSettings()
walk(&settings)
print(settings.marks.count)

let ease = TimingFunction.easeInEaseOut
print(
  ease(0.25)  // 0.129162
)
let wink = try TimingFunction(stops: [.init(0), .init(1, at: 0.2), .init(1, at: 0.8), .init(0)])
let smootherstep = TimingFunction { x in x * x * x * (x * (6 * x - 15) + 10) }
print(wink(0.5), smootherstep(0.5))

var music = try BeatClock(beatsPerMinute: 120, at: 0)
print(
  music.beat(at: 1.25).cycle  // 2: the third beat
)
print(
  music.nextBar(at: 1.25).flatMap(music.time(ofBeat:))  // 2 seconds; nil while the clock is paused
    ?? 0)
try music.setTempo(beatsPerMinute: 90, at: 2)  // the beat position stays

func follow(_ audioPosition: Double, _ now: Double, _ presentationTime: Double) throws -> Double? {
  var follower = ClockFollower()
  let arrival = try follower.add(audioPosition, at: now)  // both in seconds
  if let seek = arrival.seek { show(seek) }  // the music jumped by `seek` seconds
  let shown = follower.position(at: presentationTime)
  return shown
}
_ = try follow(1, 0, 0.1)

// Output: 0.0 100 2 0.1291619310473198 1.0 0.5 2 2.0
