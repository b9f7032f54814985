// SPDX-License-Identifier: Apache-2.0

import FramePacing
import Testing

struct StallDetectorTests {
  static let period: Int64 = 10_000_000

  @Test(arguments: [
    (250_000_000, false), (250_000_001, true), (-250_000_000, false), (-250_000_001, true),
    (0, false), (Int64.max, true), (Int64.min, true),
  ])
  func `more than a quarter of a second is a stall, forwards or backwards`(
    passed: Int64, isStall: Bool
  ) {
    #expect(StallDetector().isStall(passed, period: Self.period) == isStall)
  }

  @Test func `two periods of a slow loop are no stall`() {
    #expect(!StallDetector().isStall(2_000_000_000, period: 1_000_000_000))
    #expect(StallDetector().isStall(2_000_000_001, period: 1_000_000_000))
    #expect(!StallDetector().isStall(.max, period: .max))
  }

  @Test func `two periods of a reduced rate are no stall`() {
    let slowed = StallDetector(longestAdvance: 0.1, slowest: FrameRate(hertz: 4))
    #expect(slowed.longestAdvance == 0.5)
    #expect(!slowed.isStall(500_000_000, period: Self.period))
    #expect(slowed.isStall(500_000_001, period: Self.period))
    let fast = StallDetector(longestAdvance: 0.1, slowest: .sixty)
    #expect(fast.longestAdvance == 0.1)
  }
}
