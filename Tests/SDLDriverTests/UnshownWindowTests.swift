// SPDX-License-Identifier: Apache-2.0

import FramePacing
import Testing

@testable import SDLDriver

struct UnshownWindowTests {
  /// The end of the pause after a present that returned at `presented`, all in nanoseconds.
  private func pause(
    _ window: inout UnshownWindow, _ presented: Int64, waited: Int64, computed: Int64 = 0,
    period: Int64 = 16_000_000
  ) -> Int64? {
    let drawn = presented - waited - computed
    let times = FrameTimes(begun: drawn, drawn: drawn, presented: presented, computed: computed)
    return window.pause(afterPresenting: times, period: period)
  }

  @Test func `a present that returns at once is followed by the rest of a period`() {
    var window = UnshownWindow()
    #expect(pause(&window, 5_000_000, waited: 150_000) == 21_000_000)
    #expect(pause(&window, 24_000_000, waited: 150_000) == 37_000_000)
    #expect(pause(&window, 60_000_000, waited: 150_000) == nil)
    #expect(pause(&window, 61_000_000, waited: 150_000) == 76_000_000)
  }

  @Test(arguments: [(16_000_000, 1_000_000), (2_000_000, 200_000)] as [(Int64, Int64)])
  func `three waits of a sixteenth of the period and 0.2 ms end the pauses`(
    period: Int64, wait: Int64
  ) {
    var window = UnshownWindow()
    for frame in 1...3 {
      let time = Int64(frame) * 2 * period
      #expect(pause(&window, time, waited: wait, period: period) == nil)
      let short = time + period / 2
      let due = frame < 3 ? time + period : nil
      #expect(pause(&window, short, waited: wait - 1, computed: 1, period: period) == due)
    }
  }

  @Test func `a display that never waits is left to the free-run detector after 60 presents`() {
    var window = UnshownWindow()
    var now: Int64 = 0
    for _ in 0..<60 {
      let due = pause(&window, now, waited: 2_600)
      #expect(due == now / 16_000_000 * 16_000_000 + 16_000_000)
      now = (due ?? now) + 1_000_000
    }
    #expect(pause(&window, now, waited: 2_600) == nil)
  }

  @Test(arguments: [60, 240, 500, 1_000] as [Int64])
  func `a display that waits is never slowed, also if drawing takes nine tenths of its period`(
    hertz: Int64
  ) {
    var window = UnshownWindow()
    let period = 1_000_000_000 / hertz
    #expect(pause(&window, period, waited: 0, period: period) == 2 * period)
    for frame in 3..<100 {
      let due = pause(&window, Int64(frame) * period, waited: period / 10, period: period)
      #expect(due == nil)
    }
  }
}
