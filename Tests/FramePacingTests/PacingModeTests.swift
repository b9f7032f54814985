// SPDX-License-Identifier: Apache-2.0

import FramePacing
import Testing

/// Every mode and every way from one to another.
struct PacingModeTests {
  /// Presents `count` frames at intervals of `period` milliseconds, each blocking for as long.
  static func present(
    _ pacer: inout FramePacer, count: Int, every period: Double, from start: inout Int64,
    blocking: Double? = nil, computing: Double = 0
  ) -> [PresentReport] {
    (0..<count).map { _ in
      _ = pacer.nextFrame(now: start)
      start += Int64(period * 1e6)
      let drawn = start - Int64((blocking ?? period * 0.9) * 1e6)
      return pacer.presented(
        FrameTimes(
          begun: drawn - 1000, drawn: drawn, presented: start, computed: Int64(computing * 1e6)))
    }
  }

  @Test func `a display is acquired, locked, and acquired anew when its rate changes`() {
    var pacer = FramePacer(displayRate: .sixty, presentWaits: true)
    var now: Int64 = 1_000_000_000
    #expect(pacer.mode == .acquiring(.started))
    _ = Self.present(&pacer, count: 12, every: 20, from: &now)
    #expect(pacer.mode == .locked)
    #expect(abs(pacer.refreshPeriod - 0.02) < 1e-6)
    #expect(pacer.locks == 1)
    var seen: Set<PacingMode> = []
    for _ in 0..<20 {
      _ = Self.present(&pacer, count: 1, every: 13.3, from: &now)
      seen.insert(pacer.mode)
    }
    #expect(seen.contains(.acquiring(.rateChanged)))
    #expect(pacer.mode == .locked && pacer.locks == 2)
    #expect(abs(pacer.refreshPeriod - 0.0133) < 1e-6)
  }

  /// 144 Hz behind a report of 60 is no free run, though its intervals are below half a period.
  @Test func `a display more than twice as fast as reported is locked to and no free run`() {
    var pacer = FramePacer(displayRate: .sixty, presentWaits: true)
    var now: Int64 = 0
    let reports = Self.present(&pacer, count: 60, every: 6.944, from: &now)
    #expect(!reports.contains { $0.hasRunFree })
    #expect(pacer.mode == .locked)
  }

  /// A wake-up that is late by 3 ms makes the next interval shorter than 4 ms.
  @Test func `a late wake-up does not make a fast display a free run`() {
    var pacer = FramePacer(displayRate: .sixty, presentWaits: true)
    var now: Int64 = 0
    let intervals = Array(repeating: [6.4, 6.5, 9.4, 3.4, 6.4, 6.3, 6.4, 6.4], count: 8).joined()
    let reports = intervals.flatMap { Self.present(&pacer, count: 1, every: $0, from: &now) }
    #expect(!reports.contains { $0.hasRunFree })
    #expect(pacer.mode == .locked)
  }

  /// Presenting that does not wait; that waits, but for no display that there is (700 Hz); that
  /// computes for as long as it takes, as a renderer in software.
  @Test(
    arguments: [
      (0.001, 0, 0), (1.5, 0, 0), (3.9, 0, 0), (1.43, 1.287, 0), (2.5, 2.4, 2.4), (3.9, 3.8, 3.8),
    ] as [(Double, Double, Double)], [nil, FrameRate.sixty])
  func `what is no display is paced by the timer after nine frames`(
    row: (interval: Double, blocking: Double, computing: Double), reported: FrameRate?
  ) {
    var pacer = FramePacer(displayRate: reported, presentWaits: true)
    var now: Int64 = 0
    let reports = Self.present(
      &pacer, count: 9, every: row.interval, from: &now, blocking: row.blocking,
      computing: row.computing)
    #expect(reports.map(\.hasRunFree) == Array(repeating: false, count: 8) + [true])
    #expect(pacer.mode == .timer(.freeRunning))
  }

  @Test func `uneven intervals below half a period are a free run too`() {
    var pacer = FramePacer(displayRate: .sixty, presentWaits: true)
    var now: Int64 = 0
    let intervals = [4.1, 8.0, 5.2, 7.7, 4.4, 6.4, 5.0, 8.1, 4.2, 7.0]
    let reports = intervals.flatMap { Self.present(&pacer, count: 1, every: $0, from: &now) }
    #expect(reports.contains { $0.hasRunFree })
  }

  /// 252 Hz, or 1.05 times what is reported: at 300 Hz the wait is longer than half a period.
  @Test(arguments: [(nil, 3_960_000), (FrameRate(hertz: 300), 3_170_000)] as [(FrameRate?, Int64)])
  func `before it is found out a free run is held back, and found out all the same`(
    reported: FrameRate?, shortest: Int64
  ) {
    var pacer = FramePacer(displayRate: reported, presentWaits: true)
    let clock = ManualClock(now: 1_000_000_000)
    var intervals = 0
    while pacer.mode.waitsForDisplay, intervals < 20 {
      if let deadline = pacer.nextFrame(now: clock.now()).deadline { clock.sleep(until: deadline) }
      clock.advance(by: 10_000)
      let ranFree = pacer.presented(at: clock.now())
      intervals += ranFree ? 0 : 1
    }
    #expect(intervals == 8)
    #expect(clock.now() - 1_000_000_000 > 7 * shortest)
  }

  @Test func `after a free run the display gets another chance, every five seconds at most`() {
    var pacer = FramePacer(displayRate: .sixty, presentWaits: true)
    var now: Int64 = 0
    _ = Self.present(&pacer, count: 9, every: 1, from: &now, blocking: 0)
    let first = pacer.retriesDisplay(at: now)
    #expect(first && pacer.mode == .acquiring(.resumed))
    _ = Self.present(&pacer, count: 9, every: 1, from: &now, blocking: 0)
    #expect(pacer.mode == .timer(.freeRunning))
    let early = pacer.retriesDisplay(at: now + 4_000_000_000)
    let later = pacer.retriesDisplay(at: now + 5_000_000_000)
    #expect(!early && later)
    var asked = FramePacer(displayRate: .sixty, presentWaits: true, requested: .sixty)
    let never = asked.retriesDisplay(at: now)
    #expect(!never)
  }

  /// A hidden window on Wayland: each present takes ten refreshes, and no event reports it.
  @Test func `two presents of more than five periods throttle, and an ordinary one ends it`() {
    var pacer = FramePacer(displayRate: .sixty, presentWaits: true)
    var now: Int64 = 0
    _ = Self.present(&pacer, count: 20, every: 16.667, from: &now)
    _ = Self.present(&pacer, count: 1, every: 167, from: &now)
    #expect(pacer.mode == .locked)
    let hidden = Self.present(&pacer, count: 5, every: 167, from: &now)
    #expect(pacer.mode == .throttled)
    #expect(hidden.allSatisfy { $0.missed == 0 && $0.interval == nil })
    let isStall = pacer.takeStall()
    #expect(isStall, "its frames are reported as after a stall")
    _ = Self.present(&pacer, count: 1, every: 12, from: &now)
    #expect(pacer.mode == .locked, "the period is still known")
  }

  @Test func `a slow picture is missed refreshes, not a throttled window`() {
    var pacer = FramePacer(displayRate: .sixty, presentWaits: true)
    var now: Int64 = 0
    _ = Self.present(&pacer, count: 20, every: 16.667, from: &now)
    let slow = Self.present(&pacer, count: 3, every: 100, from: &now, blocking: 3)
    #expect(slow.map(\.missed) == [5, 5, 5])
    #expect(pacer.mode == .locked)
  }

  @Test func `every mode has a reason for people`() {
    let modes: [PacingMode] = [
      .acquiring(.started), .acquiring(.rateChanged), .acquiring(.resumed), .locked, .variable,
      .timer(.requested), .timer(.noSwapControl), .timer(.freeRunning), .timer(.virtual),
      .throttled,
      .paused(.hidden), .paused(.idle), .paused(.unfocused),
    ]
    #expect(Set(modes.map(\.description)).count == modes.count)
    #expect(modes.allSatisfy { $0.description.contains(": ") })
  }
}
