// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import FramePacing

struct RecentSamplesTests {
  @Test(arguments: [1, 2, 12, 16])
  func `only the newest samples are stored, as many as the capacity`(capacity: Int) {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededRandom(seed: seed)
    var samples = RecentSamples(capacity: capacity)
    var all: [Int64] = []
    #expect(samples.median == nil && samples.least == nil)
    for _ in 0..<100 {
      all.append(Int64.random(in: -5...5, using: &random))
      samples.add(all[all.count - 1])
      let last = Array(all.suffix(capacity))
      #expect(samples.count == last.count)
      for rank in last.indices {
        #expect(samples.ranked(rank) == last.sorted()[rank], "seed \(seed)")
        #expect(samples.newest(rank) == last[last.count - 1 - rank], "seed \(seed)")
      }
      #expect(samples.median == last.sorted()[last.count / 2])
      #expect(samples.least == last.min())
      #expect(samples.count { $0 > 0 } == last.count { $0 > 0 })
    }
  }

  @Test func `all but the newest samples can be dropped, and all can be shifted`() {
    var samples = RecentSamples(capacity: 4)
    for value in 1...6 as ClosedRange<Int64> { samples.add(value) }
    samples.shift(by: 10)
    samples.keepNewest(2)
    #expect((0..<samples.count).map { samples.newest($0) } == [16, 15])
    samples.add(20)
    #expect(samples.newest(0) == 20 && samples.newest(2) == 15 && samples.least == 15)
  }
}
