// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import StrategyComparison

@Suite struct MeasureTests {
  @Test func `boundaries are counted in half-open intervals, in the direction of motion`() {
    let rows: [(from: Double, to: Double, count: Int)] = [
      (0, 0.9, 0), (0.9, 1, 1), (1, 1.1, 0), (0.9, 3.2, 3), (3.2, 3, 1), (3, 2.9, 0),
      (3.2, 0.9, 3), (-0.1, 0, 1), (0, -0.1, 0), (0.1, -0.1, 1), (2, 2, 0),
    ]
    for row in rows {
      let count = FramePosition(row.to).boundaries(since: FramePosition(row.from))
      #expect(count == row.count, "\(row)")
    }
    #expect(FramePosition(-1e-18) == FramePosition(cycle: -1, phase: 1.0.nextDown))
    #expect(FramePosition(2.25).cycles(since: FramePosition(-0.5)) == 2.75)
  }

  @Test func `events are compared with the boundaries passed for the first time`() {
    let frames: [(cycles: Double, hertz: Double, reported: Int, missed: Int, doubled: Int)] = [
      (0.5, 1, 0, 0, 0), (1.5, 1, 1, 0, 0),
      // Passes boundaries 2, 3 and 4, but reports one event. A jump back passes nothing. Passes
      // boundary 3 again, with an event.
      (4.5, 1, 1, 2, 0), (2.5, 1, 0, 2, 0), (3.5, 1, 1, 2, 1),
      // Reverses. Passes boundary 3, with an event. Arrives at 2, with an event. Leaves 2.
      (3.5, -1, 0, 2, 1), (2.5, -1, 1, 2, 1), (2, -1, 1, 2, 1), (1.5, -1, 0, 2, 1),
      // Rate 0 is no reversal. Then boundary 1 is passed without an event.
      (1.5, 0, 0, 2, 1), (0.5, -1, 0, 3, 1),
    ]
    var count = EventCount(direction: 1)
    for frame in frames {
      count.drew(
        DrawnFrame(position: FramePosition(frame.cycles), reported: frame.reported),
        hertz: frame.hertz)
      #expect(count.missed == frame.missed && count.doubled == frame.doubled, "\(frame)")
    }
  }
}
