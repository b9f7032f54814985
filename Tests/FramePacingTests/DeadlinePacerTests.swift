// SPDX-License-Identifier: Apache-2.0

import FramePacing
import Testing

struct DeadlinePacerTests {
  /// 100 Hz has deadlines every 10 ms; the last frame's deadline was 0.
  @Test(arguments: [
    // now, deadline, skipped; milliseconds
    (0.0, 10.0, 0), (9.0, 10.0, 0), (10.0, 10.0, 0),
    // Late by less than a period: due at once, nothing skipped.
    (10.5, 10.0, 0), (19.999, 10.0, 0),
    // Late by whole periods: they are skipped, and this frame is due at once.
    (20.0, 20.0, 1), (29.0, 20.0, 1), (35.0, 30.0, 2), (5000.0, 5000.0, 499),
    // The clock is still before the start.
    (-50.0, 10.0, 0),
  ])
  func `a late frame skips whole periods and counts them`(
    now: Double, deadline: Double, skipped: Int
  ) {
    var pacer = DeadlinePacer(rate: FrameRate(hertz: 100), start: 0)
    let next = pacer.advance(now: Int64(now * 1e6))
    #expect(next.deadline == Int64(deadline * 1e6))
    #expect(next.skipped == skipped)
  }
}
