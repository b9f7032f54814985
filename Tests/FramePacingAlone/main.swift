// SPDX-License-Identifier: Apache-2.0

// Imports FramePacing without Glibc, whose import would hide a math function that it fails to link,
// and counts what a running loop allocates: nothing.
import AllocationCount
import FramePacing

let clock = SystemClock()
var loop = FrameLoop(
  FrameLoopOptions(), displayRate: nil, presentWaits: false, now: clock.now())
for _ in 0..<3 {
  loop.wait(clock)
  print(loop.begin(at: clock.now()).time)
}

let manual = ManualClock(now: clock.now())
var statistics = FrameStatistics()

func run(frames: Int) {
  for _ in 0..<frames {
    loop.wait(manual)
    let begun = manual.now()
    let frame = loop.begin(at: begun)
    manual.advance(by: 1_000_000)
    let times = FrameTimes(begun: begun, drawn: manual.now(), presented: manual.now())
    loop.presented(frame, times, recording: &statistics)
    _ = statistics.percentile(0.99) + statistics.longest
  }
}

run(frames: 1000)
let before = allocation_count()
run(frames: 1000)
let allocations = allocation_count() - before
precondition(allocations == 0, "a thousand frames allocate \(allocations) times")
precondition(statistics.frames == 2000)
