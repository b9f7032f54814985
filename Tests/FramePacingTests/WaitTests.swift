// SPDX-License-Identifier: Apache-2.0

import FramePacing
import LoopSimulation
import Testing

/// The clock, and waits for exact times.
struct WaitTests {
  @Test func `the system's clock never goes back, and sleeps end after their deadlines`() {
    let clock = SystemClock()
    let start = clock.now()
    let deadline = start + 2_000_000
    // A signal may end a sleep early, so callers use a loop.
    while clock.now() < deadline { clock.sleep(until: deadline) }
    #expect(clock.now() >= deadline)
    clock.sleep(until: start)
    clock.sleep(until: -1)
    #expect(SystemClock.sharpenThisThread())
  }

  @Test func `the margin is slightly above the lateness that 13 of 16 sleeps do not exceed`() {
    var margin = WakeMargin()
    for number in 0..<15 as Range<Int64> { margin.woke(late: 40_000 + number) }
    #expect(margin.nanoseconds == 60_000, "the default holds before sixteen sleeps")
    margin.woke(late: 40_015)
    #expect(margin.nanoseconds == 40_012 + 40_012 / 8 + 2_000)
    // Three long delays do not raise it, and sleeps that a signal ended do not count.
    for _ in 0..<3 { margin.woke(late: 3_000_000) }
    for _ in 0..<100 { margin.woke(late: -1_000_000) }
    #expect(margin.nanoseconds == 40_015 + 40_015 / 8 + 2_000)
    for _ in 0..<16 { margin.woke(late: 0) }
    #expect(margin.nanoseconds == WakeMargin.least)
    for _ in 0..<16 { margin.woke(late: 3_000_000) }
    #expect(margin.nanoseconds == WakeMargin.most)
  }

  @Test func `a wait sleeps up to the margin and then polls the clock`() {
    let clock = SimulatedClock(now: 0)
    clock.lateness = 40_000
    var wait = PreciseWait()
    for frame in 1...100 as ClosedRange<Int64> {
      let error = wait.wait(until: frame * 10_000_000, clock) { false }
      #expect(error == 0 && clock.now() == frame * 10_000_000)
    }
    #expect(wait.margin.nanoseconds == 47_000, "only the margin beyond the lateness is polled")
  }

  @Test func `a wait for a past deadline does nothing, and a wait can be cancelled`() {
    let clock = ManualClock(now: 100)
    var wait = PreciseWait()
    #expect(wait.wait(until: 100, clock) { false } == nil)
    #expect(wait.wait(until: 1_000_000_000, clock) { true } == nil)
    #expect(clock.now() == 100 && clock.sleeps == 0)
  }
}
