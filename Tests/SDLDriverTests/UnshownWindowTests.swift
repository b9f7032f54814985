// SPDX-License-Identifier: Apache-2.0

import CSDL2
import FramePacing
import Testing

/// The pauses for a window that a Wayland compositor may not show yet.
struct UnshownWindowTests {
  /// A window on Wayland whose loop begins.
  private static var begun: dr_sdl_unshown {
    var byte: UInt8 = 0
    return withUnsafeMutablePointer(to: &byte) { connection in
      var display = dr_sdl_display()
      display.watched.connection = UnsafeMutableRawPointer(connection)
      return dr_sdl_unshown_on(&display)
    }
  }

  /// The end of the pause after a picture whose presenting returned at `presented`, in nanoseconds.
  private func pause(
    _ window: inout dr_sdl_unshown, _ presented: Int64, waited: Int64, period: Int64 = 16_000_000
  ) -> Int64? {
    let pause = dr_sdl_unshown_pause_ns(&window, presented, waited, period)
    return pause > 0 ? presented + pause : nil
  }

  @Test func `outside Wayland nothing pauses`() {
    var x11 = dr_sdl_display()
    x11.watched.is_x11 = 1
    x11.watched.connection = UnsafeMutableRawPointer(bitPattern: 16)
    var (none, window) = (dr_sdl_display(), dr_sdl_unshown_on(&x11))
    #expect(window.presents == 0 && dr_sdl_unshown_on(&none).presents == 0)
    for frame in 1...9 { #expect(pause(&window, Int64(frame), waited: 0) == nil) }
  }

  @Test func `two frames without a wait and the pause after them take 2.5 periods`() {
    var window = Self.begun
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
    var window = Self.begun
    for frame in 1...3 {
      let time = Int64(frame) * 3 * period
      #expect(pause(&window, time, waited: wait, period: period) == nil)
      let short = time + period / 2
      let due = frame < 3 ? time + 2 * period : nil
      #expect(pause(&window, short, waited: wait - 1, period: period) == due)
    }
  }

  /// Presents pictures without waits until the loop concludes that presenting never waits, a free
  /// run; returns the number of pictures.
  /// - Parameter spurious: The picture whose presenting takes 2 ms longer, because the processor is
  ///   busy.
  private func freeRun(delaying spurious: Int) -> Int {
    var window = Self.begun
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
      now = pause(&window, times.presented, waited: waited) ?? times.presented
      count += 1
    }
    return count
  }

  @Test(arguments: [-1, 0, 1, 2, 3, 8, 9])
  func `after 60 pictures, not before, the loop finds that presenting never waits`(spurious: Int) {
    #expect((61...80).contains(freeRun(delaying: spurious)))
  }
}
