// SPDX-License-Identifier: Apache-2.0

// Imports FramePacing without Glibc, because importing Glibc would link a math library that
// FramePacing might have forgotten to link. Checks that a running loop allocates nothing.
import AllocationCount
import FramePacing

let clock = SystemClock()
var loop = FrameLoop(
  FrameLoopOptions(), displayRate: nil, presentWaits: false, now: clock.now())
for _ in 0..<3 {
  loop.wait(clock)
  print(loop.begin(at: clock.now()).time)
}

/// The number of allocations in a thousand frames, after a thousand frames that fill all buffers.
func allocations(_ loop: consuming FrameLoop) -> UInt {
  let clock = ManualClock(now: SystemClock().now())
  var statistics = FrameStatistics()
  var before: UInt = 0
  for number in 0..<2000 {
    if number == 1000 { before = allocation_count() }
    loop.wait(clock)
    let begun = clock.now()
    let frame = loop.begin(at: begun)
    clock.advance(by: 1_000_000)
    let times = FrameTimes(begun: begun, drawn: clock.now(), presented: clock.now())
    loop.presented(frame, times, recording: &statistics)
    precondition(statistics.percentile(0.99) <= statistics.longest)
  }
  return allocation_count() - before
}

let count = allocations(loop)
precondition(count == 0, "a thousand frames allocate \(count) times")
