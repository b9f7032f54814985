// SPDX-License-Identifier: Apache-2.0

import FramePacing
import Testing

struct MonotonicClockTests {
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
}
