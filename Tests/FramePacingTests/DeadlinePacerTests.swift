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

  @Test func `after a hang there is one late frame and then the old grid, without a burst`() {
    var pacer = DeadlinePacer(rate: FrameRate(hertz: 100), start: 0)
    let clock = ManualClock()
    var times: [Int64] = []
    for frame in 0..<6 {
      clock.sleep(until: pacer.advance(now: clock.now()).deadline)
      times.append(clock.now() / 1_000_000)
      if frame == 1 { clock.advance(by: 57_000_000) }
    }
    #expect(times == [10, 20, 77, 80, 90, 100])
  }
}
