// SPDX-License-Identifier: Apache-2.0

// Imports FramePacing alone: an import of Glibc would hide a math function that it fails to link.
import FramePacing

let clock = SystemClock()
var loop = FrameLoop(
  FrameLoopOptions(), displayRate: nil, presentWaits: false, now: clock.now())
for _ in 0..<3 {
  loop.wait(clock)
  print(loop.begin(at: clock.now()).time)
}
