// SPDX-License-Identifier: Apache-2.0

import FramePacing
import Testing

struct FramePacerTests {
  static let hundred = FrameRate(hertz: 100)

  @Test func `the mode follows from the display and the request`() {
    var display = FramePacer(displayRate: Self.hundred, presentWaits: true)
    let next = display.nextFrame(now: 5)
    #expect(display.mode == .measured && next.deadline == nil && next.skipped == 0)
    let known = FramePacer(displayRate: Self.hundred, presentWaits: false)
    #expect(known.mode == .timer(.noSwapControl) && known.rate == Self.hundred)
    #expect(FramePacer(displayRate: nil, presentWaits: false).rate == .sixty)
    let asked = FramePacer(displayRate: .sixty, presentWaits: true, requested: Self.hundred)
    #expect(asked.mode == .timer(.requested) && asked.rate == Self.hundred)
  }

  /// Presents `count` frames at intervals of `period` milliseconds.
  ///
  /// Presenting takes `waiting` milliseconds each time, and computes for `computing` of them.
  static func present(
    _ pacer: inout FramePacer, count: Int, every period: Double, from start: inout Int64,
    waiting: Double, computing: Double = 0
  ) -> [Bool] {
    (0..<count).map { _ in
      _ = pacer.nextFrame(now: start)
      start += Int64(period * 1e6)
      let drawn = start - Int64(waiting * 1e6)
      _ = pacer.presented(
        FrameTimes(
          begun: drawn - 1000, drawn: drawn, presented: start, computed: Int64(computing * 1e6)))
      return pacer.mode == .timer(.freeRunning)
    }
  }

  /// Three kinds of presenting: it does not wait, it waits at a rate that no display has (700 Hz),
  /// or it computes all the time, like a software renderer.
  @Test(
    arguments: [
      (0.001, 0.0005, 0), (1.5, 0.01, 0), (3.9, 0.01, 0), (1.43, 1.287, 0), (2.5, 2.4, 2.4),
    ] as [(Double, Double, Double)], [nil, FrameRate.sixty])
  func `after eight intervals that are too short for a display, the timer paces the loop`(
    row: (interval: Double, waiting: Double, computing: Double), reported: FrameRate?
  ) {
    var pacer = FramePacer(displayRate: reported, presentWaits: true)
    var now: Int64 = 0
    let free = Self.present(
      &pacer, count: 9, every: row.interval, from: &now, waiting: row.waiting,
      computing: row.computing)
    #expect(free == Array(repeating: false, count: 8) + [true])
    #expect(pacer.mode == .timer(.freeRunning))
    let next = pacer.nextFrame(now: now).deadline
    #expect(next == now + 16_666_666)
  }

  /// Frames take 3 ms to build at 100 Hz: the input is taken 4.5 ms before the refresh instead of
  /// 10 ms.
  @Test func `latchesLate leaves time for drawing, and the pause after missed refreshes doubles`() {
    var pacer = FramePacer(displayRate: Self.hundred, presentWaits: true)
    pacer.latchesLate = true
    var now: Int64 = 0
    /// Presents a frame; each frame with a delay misses a refresh if `isCostly`.
    func frame(isCostly: Bool) -> Int64? {
      let latch = pacer.nextFrame(now: now).deadline
      let begun = latch ?? now
      now = (begun / 10_000_000 + (isCostly && latch != nil ? 2 : 1)) * 10_000_000
      _ = pacer.presented(FrameTimes(begun: begun, drawn: begun + 3_000_000, presented: now))
      return latch.map { now - $0 }
    }
    let before = (0..<120).map { _ in frame(isCostly: false) }
    #expect(before.allSatisfy { $0 == nil })
    for _ in 0..<40 { _ = frame(isCostly: false) }
    let latched = (0..<500).map { _ in frame(isCostly: false) }
    #expect(latched.allSatisfy { abs(($0 ?? 0) - 4_500_000) < 100_000 })
    // The first pause is short, because the delays cost nothing before.
    var pauses = [0]
    for _ in 0..<8_000 {
      if frame(isCostly: true) == nil { pauses[pauses.count - 1] += 1 } else { pauses.append(0) }
    }
    #expect(pauses.filter { $0 > 0 }.dropLast().map { ($0 + 60) / 120 } == [2, 4, 8, 16, 32])
  }
}
