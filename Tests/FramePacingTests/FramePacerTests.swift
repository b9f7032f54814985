// SPDX-License-Identifier: Apache-2.0

import FramePacing
import Testing

struct FramePacerTests {
  static let hundred = FrameRate(hertz: 100)

  @Test func `the display decides where presenting waits for it`() {
    var pacer = FramePacer(displayRate: Self.hundred, presentWaits: true)
    #expect(pacer.mode == .display)
    let next = pacer.nextFrame(now: 5)
    #expect(next.deadline == nil && next.skipped == 0)
  }

  @Test func `without swap control a timer holds the display's rate, or 60 Hz`() {
    let known = FramePacer(displayRate: Self.hundred, presentWaits: false)
    #expect(known.mode == .timer(.noSwapControl))
    #expect(known.rate == Self.hundred)
    #expect(FramePacer(displayRate: nil, presentWaits: false).rate == .sixty)
  }

  @Test func `a rate that was asked for wins over the display`() {
    let pacer = FramePacer(displayRate: .sixty, presentWaits: true, asked: Self.hundred)
    #expect(pacer.mode == .timer(.asked))
    #expect(pacer.rate == Self.hundred)
  }

  @Test func `the first frame is due at once and starts the grid`() {
    var pacer = FramePacer(displayRate: Self.hundred, presentWaits: false)
    let frames = [123, 500, 40_000_123].map { pacer.nextFrame(now: $0) }
    #expect(frames.map(\.deadline) == [123, 10_000_123, 40_000_123])
    #expect(frames.map(\.skipped) == [0, 0, 2])
  }

  @Test func `eight short intervals in a row, and no fewer, show a free run`() {
    var pacer = FramePacer(displayRate: Self.hundred, presentWaits: true)
    let short: Int64 = 4_999_999
    let changes = (0...8).map { pacer.presented(at: Int64($0) * short) }
    #expect(changes == [false, false, false, false, false, false, false, false, true])
    #expect(pacer.mode == .timer(.freeRunning))
    let deadline = pacer.nextFrame(now: 8 * short).deadline
    #expect(deadline == 8 * short + 10_000_000)
    let again = pacer.presented(at: 8 * short + 1)
    #expect(!again, "the change is told once")
  }

  @Test func `an interval of half a period is no free run`() {
    var pacer = FramePacer(displayRate: Self.hundred, presentWaits: true)
    let changes = (0..<100).map { pacer.presented(at: $0 * 5_000_000) }
    #expect(!changes.contains(true))
    #expect(pacer.mode == .display)
  }

  @Test func `one ordinary interval ends a row of short ones`() {
    var pacer = FramePacer(displayRate: Self.hundred, presentWaits: true)
    var now: Int64 = 0
    let changes = (1..<200).map { number in
      now += number % 8 == 0 ? 10_000_000 : 1000
      return pacer.presented(at: now)
    }
    #expect(!changes.contains(true))
  }

  @Test func `after a pause a frame is drawn at once, the next a period later, none missed`() {
    var pacer = FramePacer(displayRate: Self.hundred, presentWaits: false)
    _ = pacer.nextFrame(now: 0)
    pacer.resume(at: 90_000_000_000)
    let next = pacer.nextFrame(now: 90_000_000_500)
    #expect(next.deadline == 90_010_000_000)
    #expect(next.skipped == 0)
  }
}
