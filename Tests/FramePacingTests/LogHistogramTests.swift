// SPDX-License-Identifier: Apache-2.0

import FramePacing
import Testing

struct LogHistogramTests {
  static let cases: [(Int64, Int)] = [
    (0, 0), (999, 0), (1000, 0), (1188, 0), (1189, 1), (1414, 2), (1682, 3), (2000, 4),
    (1_024_000, 40), (16_666_667, 56), (17_179_869_184, 95), (.max, 95),
  ]

  @Test(arguments: cases)
  func `a duration is counted in its class`(nanoseconds: Int64, index: Int) {
    var histogram = LogHistogram()
    histogram.record(nanoseconds: nanoseconds)
    #expect(histogram.count(inClass: index) == 1)
    #expect(histogram.total == 1)
  }

  @Test func `classes grow by 19 per cent and leave no gap`() {
    for index in 0..<LogHistogram.classCount {
      let low = LogHistogram.lowerBound(ofClass: index)
      let high = LogHistogram.lowerBound(ofClass: index + 1)
      #expect(abs(high / low - 1.1892) < 0.001)
    }
  }
}
