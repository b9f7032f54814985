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

  @Test func `two frames without a wait and the pause after them take 2.5 periods`() {
    var window = UnshownWindow()
    #expect(pause(&window, 5_000_000, waited: 150_000) == nil)
    #expect(pause(&window, 9_000_000, waited: 150_000) == 41_000_000)
    #expect(pause(&window, 45_000_000, waited: 150_000) == nil)
    #expect(pause(&window, 61_000_000, waited: 150_000) == nil)
    #expect(pause(&window, 76_000_000, waited: 150_000) == 86_000_000)
  }

  @Test(arguments: [(16_000_000, 1_000_000), (2_000_000, 200_000)] as [(Int64, Int64)])
  func `three waits of a sixteenth of the period, or 0.2 ms if that is longer, end the pauses`(
    period: Int64, wait: Int64
  ) {
    var window = UnshownWindow()
    for frame in 1...3 {
      let time = Int64(frame) * 3 * period
      #expect(pause(&window, time, waited: wait, period: period) == nil)
      let short = time + period / 2
      let due = frame < 3 ? time + 2 * period : nil
      #expect(pause(&window, short, waited: wait - 1, computed: 1, period: period) == due)
    }
  }

  /// Presents pictures without waits until the loop concludes that presenting never waits, a free
  /// run; returns the number of presents.
  /// - Parameter spurious: The present that a busy processor delays by 2 ms.
  private func freeRun(delaying spurious: Int) -> Int {
    var window = UnshownWindow()
    var loop = FrameLoop(
      FrameLoopOptions(), displayRate: FrameRate(frames: 125, seconds: 2), presentWaits: true,
      now: 0)
    var statistics = FrameStatistics()
    var now: Int64 = 0
    var count = 0
    while loop.waitsForDisplay, count < 200 {
      let frame = loop.begin(at: now)
      let waited: Int64 = count == spurious ? 2_000_000 : 2_600
      let times = FrameTimes(begun: now, drawn: now + 500_000, presented: now + 500_000 + waited)
      loop.presented(frame, times, recording: &statistics)
      now = window.pause(afterPresenting: times, period: 16_000_000) ?? times.presented
      count += 1
    }
    return count
  }

  @Test(arguments: [-1, 0, 1, 2, 3, 8, 9])
  func `the loop detects only after 60 presents that presenting never waits`(spurious: Int) {
    #expect((61...80).contains(freeRun(delaying: spurious)))
  }

  /// As in SDL, presenting waits until the previous picture is shown.
  @Test(arguments: [0.9, 0.99, 1, 1.01, 1.2])
  func `the pauses end after a few presents on a display near the reported period`(share: Double) {
    let (period, refresh) = (Int64(16_000_000), Int64(16_000_000 * share))
    var window = UnshownWindow()
    var (now, shown, pauses) = (Int64(1_000_000_000), Int64(0), 0)
    for _ in 0..<60 {
      let drawn = now + 500_000
      let presented = max(drawn, shown)
      shown = (presented / refresh + 1) * refresh
      let due = pause(&window, presented, waited: presented - drawn, period: period)
      if due != nil { pauses += 1 }
      now = due ?? presented
    }
    #expect(pauses <= 2)
  }

  @Test(arguments: [60, 240, 500, 1_000] as [Int64])
  func `if presenting waits, the loop never pauses, even if drawing takes nine tenths of a period`(
    hertz: Int64
  ) {
    var window = UnshownWindow()
    let period = 1_000_000_000 / hertz
    #expect(pause(&window, period, waited: 0, period: period) == nil)
    for frame in 2..<100 {
      let due = pause(&window, Int64(frame) * period, waited: period / 10, period: period)
      #expect(due == nil)
    }
  }
}
