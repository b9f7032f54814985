// SPDX-License-Identifier: Apache-2.0
// The README of FramePacing, and FrameLoop's comment: a loop for a program with its own window.

import FramePacing

do {
  let clock = SystemClock()
  var loop = FrameLoop(
    FrameLoopOptions(), displayRate: nil, presentWaits: false, now: clock.now())
  for _ in 0..<3 {
    loop.wait(clock)
    print(loop.begin(at: clock.now()).time)
  }
}

func present() {}

do {
  let clock = SystemClock()
  var statistics = FrameStatistics()
  var window = WindowState()  // the state of the window, from the program's own events
  window.inputEvents = 1
  var loop = FrameLoop(
    FrameLoopOptions(), displayRate: nil, presentWaits: false, now: clock.now())
  while statistics.frames < 10 {
    loop.wait(clock)  // sleeps until the frame is due
    guard loop.polled(at: clock.now(), window) else { continue }  // first wait for an event
    let begun = clock.now()
    let frame = loop.begin(at: begun)  // update and draw for frame.time
    let drawn = clock.now()
    loop.waitToPresent(clock)  // holds the picture if presentsOnTime
    present()
    let times = FrameTimes(begun: begun, drawn: drawn, presented: clock.now())
    loop.presented(frame, times, recording: &statistics)
  }
  print(statistics.frames, statistics.percentile(0.5) > 0.01)
}

// Output: 0.0 * * 10 true
