// SPDX-License-Identifier: Apache-2.0

import FramePacing
import Testing

@testable import SDLDriver

struct UnshownWindowTests {
  /// The end of the pause after a picture whose presenting returned at `presented`, in nanoseconds.
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
  /// run; returns the number of pictures.
  /// - Parameter spurious: The picture whose presenting takes 2 ms longer, because the processor is
  ///   busy.
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
  func `after 60 pictures, not before, the loop finds that presenting never waits`(spurious: Int) {
    #expect((61...80).contains(freeRun(delaying: spurious)))
  }
}
