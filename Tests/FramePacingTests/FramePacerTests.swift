// SPDX-License-Identifier: Apache-2.0

import FramePacing
import Testing

struct FramePacerTests {
  static let hundred = FrameRate(hertz: 100)

  @Test func `the display decides where presenting waits for it`() {
    var pacer = FramePacer(displayRate: Self.hundred, presentWaits: true)
    #expect(pacer.mode == .acquiring(.started))
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
    let pacer = FramePacer(displayRate: .sixty, presentWaits: true, requested: Self.hundred)
    #expect(pacer.mode == .timer(.requested))
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
    let short: Int64 = 3_999_999
    let changes = (0...8).map { pacer.presented(at: Int64($0) * short) }
    #expect(changes == [false, false, false, false, false, false, false, false, true])
    #expect(pacer.mode == .timer(.freeRunning))
    let deadline = pacer.nextFrame(now: 8 * short).deadline
    #expect(deadline == 8 * short + 10_000_000)
    let again = pacer.presented(at: 8 * short + 1)
    #expect(!again, "the change is reported once")
  }

  @Test func `an interval of half a period is no free run`() {
    var pacer = FramePacer(displayRate: Self.hundred, presentWaits: true)
    let changes = (0..<100).map { pacer.presented(at: $0 * 5_000_000) }
    #expect(!changes.contains(true))
    #expect(pacer.mode.waitsForDisplay)
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

  @Test func `a picture is predicted for the end of its period on the grid, late frames too`() {
    var pacer = FramePacer(displayRate: nil, presentWaits: false, requested: Self.hundred)
    let seen = ([0, 10_000_000, 35_000_000, 40_000_000] as [Int64]).map { now in
      _ = pacer.nextFrame(now: now)
      return pacer.presentation(of: now)
    }
    #expect(seen == [10_000_000, 20_000_000, 40_000_000, 50_000_000])
  }

  @Test(arguments: [5_000_000_000, -3_600_000_000_000])
  func `time that stood still or went back is one stall, and the grid begins anew`(jump: Int64) {
    var pacer = FramePacer(displayRate: nil, presentWaits: false, requested: Self.hundred)
    var now: Int64 = 7_200_000_000_000
    for _ in 0..<10 { now = pacer.nextFrame(now: now).deadline ?? 0 }
    now += jump
    let first = pacer.nextFrame(now: now)
    #expect(first.deadline == now && first.skipped == 0)
    let isStall = pacer.takeStall()
    let again = pacer.takeStall()
    #expect(isStall && !again && pacer.stalls == 1)
    let next = pacer.nextFrame(now: now + 1_000_000)
    #expect(next.deadline == now + 10_000_000 && next.skipped == 0)
  }

  /// Forty frames at 100 Hz, the one of number 20 stopped for a while.
  struct Stopped {
    var pacer: FramePacer
    var reports: [PresentReport] = []
    var skipped = 0
    /// The frames that began as the first after a stall.
    var stalls: [Int] = []
    /// From each frame's begin to its predicted presentation, in nanoseconds.
    var ahead: [Int64] = []

    init(
      for stop: Int64, inWait: Bool, waitsForDisplay: Bool, longestAdvance: Double? = nil
    ) {
      pacer = FramePacer(displayRate: FramePacerTests.hundred, presentWaits: waitsForDisplay)
      if let longestAdvance {
        pacer.stallDetector = StallDetector(longestAdvance: longestAdvance)
      }
      var now: Int64 = 1_000_000_000
      for number in 0..<40 {
        let next = pacer.nextFrame(now: now)
        skipped += next.skipped
        now = next.deadline ?? now
        if number == 20, inWait { now += stop }
        pacer.began(at: now)
        if pacer.takeStall() { stalls.append(number) }
        ahead.append(pacer.presentation(of: now) - now)
        let begun = now
        now += waitsForDisplay ? 10_000_000 : 1_000_000
        if number == 20, !inWait { now += stop }
        let drawn = inWait ? begun + 900_000 : now - 100_000
        reports.append(
          pacer.presented(FrameTimes(begun: begun, drawn: drawn, presented: now)))
      }
    }
  }

  /// Stopped while it waited, the frame that begins then is the one after the stall; while it drew,
  /// the next.
  @Test(arguments: [true, false], [true, false])
  func `a stop is one stall, and neither an interval nor a missed picture`(
    inWait: Bool, waitsForDisplay: Bool
  ) {
    let run = Stopped(for: 5_000_000_000, inWait: inWait, waitsForDisplay: waitsForDisplay)
    #expect(run.stalls == [inWait ? 20 : 21] && run.pacer.stalls == 1)
    let longest: Int64 = inWait ? 11_000_000 : 20_000_000
    #expect(run.reports.allSatisfy { ($0.interval ?? 0) < longest && $0.missed == 0 })
    if inWait {
      #expect(run.ahead.dropFirst(12).allSatisfy { abs($0 - 10_000_000) < 1000 })
    } else {
      // The picture of before the stop is seen for a period, too: two at once would be a burst.
      #expect(run.reports.allSatisfy { ($0.interval ?? 10_000_000) >= 10_000_000 })
    }
  }

  /// A gap of so many milliseconds inside a frame, and what it is taken for.
  @Test(
    arguments: [(1.0, 500, false), (1.0, 1500, true), (0.1, 150, true), (0.1, 80, false)],
    [true, false])
  func `what is longer than the longest advance is a stall, and what is not is missed`(
    row: (longest: Double, gap: Int64, isStall: Bool), waitsForDisplay: Bool
  ) {
    let run = Stopped(
      for: row.gap * 1_000_000, inWait: false, waitsForDisplay: waitsForDisplay,
      longestAdvance: row.longest)
    #expect(run.stalls.count == (row.isStall ? 1 : 0) && run.pacer.stalls == run.stalls.count)
    // Presenting waits for one refresh more after the gap.
    let refreshes = Int(row.gap / 10) - (waitsForDisplay ? 0 : 1)
    let missed = run.reports.reduce(run.skipped) { $0 + $1.missed }
    #expect(missed == (row.isStall ? 0 : refreshes))
  }

  @Test func `a rate below 4 Hz is no stall`() {
    var pacer = FramePacer(displayRate: nil, presentWaits: false, requested: FrameRate(hertz: 1))
    var now: Int64 = 0
    for _ in 0..<10 { now = pacer.nextFrame(now: now).deadline ?? 0 }
    #expect(pacer.stalls == 0 && now == 9_000_000_000)
  }

  /// Builds of 3 ms at 100 Hz: input is taken 4.5 ms before the refresh instead of 10.
  @Test func `a late latch leaves time for the build, and pauses after a missed refresh`() {
    var pacer = FramePacer(displayRate: Self.hundred, presentWaits: true)
    pacer.latchesLate = true
    var now: Int64 = 0
    func frame(build: Int64, refreshes: Int64) -> Int64? {
      let latch = pacer.nextFrame(now: now).deadline
      let begun = latch ?? now
      now = (begun / 10_000_000 + refreshes) * 10_000_000
      _ = pacer.presented(
        FrameTimes(begun: begun, drawn: begun + build, presented: now))
      return latch.map { now - $0 }
    }
    let before = (0..<12).map { _ in frame(build: 3_000_000, refreshes: 1) }
    #expect(before.prefix(10).allSatisfy { $0 == nil })
    let latched = (0..<50).map { _ in frame(build: 3_000_000, refreshes: 1) }
    #expect(latched.allSatisfy { abs(($0 ?? 0) - 4_500_000) < 100_000 })
    _ = frame(build: 3_000_000, refreshes: 2)
    let withoutLatch = (0..<60).map { _ in frame(build: 3_000_000, refreshes: 1) }
    #expect(withoutLatch.allSatisfy { $0 == nil })
    #expect(frame(build: 3_000_000, refreshes: 1) != nil)
  }
}
