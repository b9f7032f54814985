// SPDX-License-Identifier: Apache-2.0

import FramePacing
import Testing

struct FrameRateTests {
  static let rates = [
    FrameRate(hertz: 1), FrameRate(hertz: 50), FrameRate(hertz: 60), FrameRate(hertz: 144),
    FrameRate(frames: 60_000, seconds: 1001), FrameRate(frames: 1, seconds: 7),
    FrameRate(hertz: 1_000_000),
  ]

  static let year: Int64 = 86_400 * 365
  static let due: [(FrameRate, Int64, Int64)] = [
    (.sixty, 1, 16_666_666),
    (.sixty, 2, 33_333_333),
    (.sixty, 3, 50_000_000),
    (.sixty, 60 * year, 1_000_000_000 * year),
    (FrameRate(frames: 60_000, seconds: 1001), 60_000, 1_001_000_000_000),
    (FrameRate(hertz: 1_000_000), 1, 1000),
  ]

  @Test(arguments: due)
  func `a frame is due at its number times the period, rounded down`(
    rate: FrameRate, number: Int64, nanoseconds: Int64
  ) {
    #expect(rate.nanoseconds(toFrame: number) == nanoseconds)
  }

  @Test(arguments: rates)
  func `a frame is due from its exact nanosecond on`(rate: FrameRate) {
    for number in [0, 1, 2, 3, 59, 60, 61, 1000, 999_999, 1_000_001] as [Int64] {
      let due = rate.nanoseconds(toFrame: number)
      #expect(rate.frame(dueAt: due) == number)
      if number > 0 { #expect(rate.frame(dueAt: due - 1) == number - 1) }
    }
  }

  @Test(
    arguments: [
      (60.0, FrameRate(hertz: 60)), (59.94, FrameRate(frames: 59_940_000, seconds: 1_000_000)),
      (0.5, FrameRate(frames: 500_000, seconds: 1_000_000)), (1e6, FrameRate(hertz: 1_000_000)),
      (0, nil), (-1, nil), (0.0009, nil), (1_000_001, nil), (.infinity, nil), (-.infinity, nil),
      (.nan, nil), (1e300, nil),
    ] as [(Double, FrameRate?)])
  func `a rate in hertz becomes a fraction of the same value, or nil if it is out of range`(
    hertz: Double, rate: FrameRate?
  ) {
    #expect(FrameRate(nearest: hertz) == rate && rate.map { $0.hertz == hertz } ?? true)
  }
}
