// SPDX-License-Identifier: Apache-2.0

import FramePacing
import Testing

struct StallDetectorTests {
  @Test func `a time above a quarter of a second and above two periods is a stall`() {
    let detector = StallDetector()
    let period: Int64 = 10_000_000
    for limit in [250_000_000, -250_000_000] as [Int64] {
      #expect(!detector.isStall(limit, period: period))
      #expect(detector.isStall(limit + limit.signum(), period: period))
    }
    #expect(detector.isStall(.max, period: period) && detector.isStall(.min, period: period))
    #expect(!detector.isStall(2_000_000_000, period: 1_000_000_000))
    #expect(detector.isStall(2_000_000_001, period: 1_000_000_000))
    #expect(!detector.isStall(.max, period: .max))
    let slowed = StallDetector(longestAdvance: 0.1, slowest: FrameRate(hertz: 4))
    #expect(slowed.longestAdvance == 0.5)
    #expect(StallDetector(longestAdvance: 0.1, slowest: .sixty).longestAdvance == 0.1)
  }
}
