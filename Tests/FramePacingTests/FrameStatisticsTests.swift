// SPDX-License-Identifier: Apache-2.0

import FramePacing
import TestSupport
import Testing

struct FrameStatisticsTests {
  @Test(arguments: [1, 2, 3, 99, 100, 599, 600, 601, 1199, 1200, 1201, 5000])
  func `percentiles equal those of the sorted last 600 samples`(count: Int) {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededRandom(seed: seed)
    // Only 201 different values, so that the ring often holds a value several times.
    let intervals = (0..<count).map { _ in
      Int64.random(in: 16_000_000...16_000_200, using: &random)
    }
    var statistics = FrameStatistics()
    for interval in intervals { statistics.record(nanoseconds: interval) }

    let last = intervals.suffix(600).sorted()
    #expect(statistics.count == last.count)
    #expect(statistics.longest == Double(last[last.count - 1]) / 1e9, "seed \(seed)")
    for limit in [0, 16_000_000, 16_000_001, 16_000_100, 16_000_201] as [Int64] {
      let below = last.count { $0 < limit }
      #expect(statistics.intervals.count(below: Double(limit) / 1e9) == below, "seed \(seed)")
    }
    let total = last.reduce(0, +)
    #expect(statistics.framesPerSecond == Double(last.count) * 1e9 / Double(total), "seed \(seed)")
    for fraction in [0, 0.001, 0.01, 0.25, 0.5, 0.9, 0.99, 1] {
      let rank = max(Int((fraction * Double(last.count)).rounded(.up)), 1)
      #expect(statistics.percentile(fraction) == Double(last[rank - 1]) / 1e9, "seed \(seed)")
    }
  }

  @Test(arguments: [(-1, 0), (.nan, 0), (-.infinity, 0), (.infinity, 2), (1e300, 2), (0.006, 1)])
  func `intervals below any limit are counted`(limit: Double, expected: Int) {
    var ring = SampleRing()
    ring.record(nanoseconds: 5_000_000)
    ring.record(nanoseconds: 6_000_000)
    #expect(ring.count(below: limit) == expected)
  }
}
