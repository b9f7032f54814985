// SPDX-License-Identifier: Apache-2.0

import FramePacing
import Testing

struct WakeMarginTests {
  @Test func `the margin is slightly above the lateness that 13 of 16 sleeps do not exceed`() {
    var margin = WakeMargin()
    for number in 0..<15 as Range<Int64> { margin.woke(late: 40_000 + number) }
    #expect(margin.nanoseconds == 60_000, "the default holds before sixteen sleeps")
    margin.woke(late: 40_015)
    #expect(margin.nanoseconds == 40_012 + 40_012 / 8 + 2_000)
    for _ in 0..<16 { margin.woke(late: 0) }
    #expect(margin.nanoseconds == WakeMargin.least)
    for _ in 0..<16 { margin.woke(late: 3_000_000) }
    #expect(margin.nanoseconds == WakeMargin.most)
  }

  @Test func `rare long delays do not raise the margin, and signals are ignored`() {
    var margin = WakeMargin()
    for _ in 0..<16 { margin.woke(late: 40_000) }
    let before = margin.nanoseconds
    for _ in 0..<3 { margin.woke(late: 3_000_000) }
    for _ in 0..<100 { margin.woke(late: -1_000_000) }
    #expect(margin.nanoseconds == before)
  }

  @Test func `a wait sleeps up to the margin and then polls the clock`() {
    let clock = LateClock(lateness: 40_000)
    var wait = PreciseWait()
    for frame in 1...100 as ClosedRange<Int64> {
      let error = wait.wait(until: frame * 10_000_000, clock) { false }
      #expect(error == 0)
    }
    #expect(clock.sleeps == 100)
    #expect(wait.margin.nanoseconds == 47_000)
    #expect(clock.spun < 100 * 12_000, "only the margin beyond the lateness is polled")
  }

  @Test func `a wait for a past deadline does nothing, and a wait can be cancelled`() {
    let clock = ManualClock(now: 100)
    var wait = PreciseWait()
    #expect(wait.wait(until: 100, clock) { false } == nil)
    #expect(wait.wait(until: 1_000_000_000, clock) { true } == nil)
    #expect(clock.now() == 100 && clock.sleeps == 0)
  }
}

/// A clock whose sleeps end late by a constant time.
private final class LateClock: MonotonicClock {
  let lateness: Int64
  private(set) var sleeps = 0
  private(set) var spun: Int64 = 0
  private var time: Int64 = 0

  init(lateness: Int64) { self.lateness = lateness }

  func now() -> Int64 { time }

  func sleep(until deadline: Int64) {
    time = max(time, deadline + lateness)
    sleeps += 1
  }

  func spin(until deadline: Int64) {
    spun += max(deadline - time, 0)
    time = max(time, deadline)
  }
}
