// SPDX-License-Identifier: Apache-2.0

import FramePacing
import Testing

struct FrameTrailTests {
  @Test(arguments: [0, 1, 2, 599, 600, 601, 1200, 1999])
  func `the trail gives the last 600 steps, counted from the newest`(_ count: Int) {
    var trail = FrameTrail()
    for number in 0..<count {
      var step = FrameStep()
      step.interval = Double(number)
      trail.record(step)
    }
    #expect(trail.count == min(count, 600))
    for age in 0..<trail.count { #expect(trail.newest(age).interval == Double(count - 1 - age)) }
    trail.reset()
    #expect(trail.count == 0)
  }
}
