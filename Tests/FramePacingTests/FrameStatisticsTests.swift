// SPDX-License-Identifier: Apache-2.0

import FramePacing
import TestSupport
import Testing

struct FrameStatisticsTests {
  @Test(arguments: [1, 2, 3, 99, 100, 599, 600, 601, 1199, 1200, 1201, 5000])
  func `percentiles and the trail are those of the last 600 samples`(count: Int) {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededRandom(seed: seed)
    // Only 201 different values, so that the ring often holds a value several times.
    let intervals = (0..<count).map { _ in
      Int64.random(in: 16_000_000...16_000_200, using: &random)
    }
    var statistics = FrameStatistics()
    for interval in intervals {
      statistics.intervals.record(nanoseconds: interval)
      var step = FrameStep()
      step.interval = Double(interval)
      statistics.trail.record(step)
    }

    let trail = (0..<statistics.trail.count).map { statistics.trail.newest($0).interval }
    #expect(trail == intervals.suffix(600).reversed().map { Double($0) }, "seed \(seed)")
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

  @Test func `the report has every measure once, in milliseconds`() {
    var statistics = FrameStatistics()
    for value in 1...100 as ClosedRange<Int64> {
      statistics.intervals.record(nanoseconds: value * 1_000_000)
      statistics.wakeErrors.record(nanoseconds: value * 10)
    }
    statistics.mode = .timer(.requested)
    statistics.reportedHertz = 60
    statistics.processorShare = 0.00804
    statistics.missed = 3
    (statistics.videoDriver, statistics.renderer) = ("x11", "software")
    var estimator = DeadlineEstimator()
    estimator.shown(at: 20_000_000, committed: 0, period: 16_000_000)
    statistics.deadline = estimator
    var step = FixedStep(FrameRate(hertz: 50), mostSteps: 2)
    _ = step.steps(delta: 0.07, refreshPeriod: 1.0 / 60)
    statistics.fixedStep = step
    let expected = """
      mode         timer: the program asked for a rate
      display      x11, software
      frames       0
      rate         19.802 Hz, measured none, reported 60.000 Hz
      interval     p1    1.000  p50   50.000  p90   90.000  p99   99.000  max  100.000
      step error   none
      wake error   p1    0.000  p50    0.001  p90    0.001  p99    0.001  max    0.001
      build        none
      present      none
      input age    none
      lead         12.000 ms, late 0.00 % of 0
      CPU          0.80 %
      short        24
      missed       3
      stalls       0
      relocks      0
      events       0
      fixed steps  2 at 50.000 Hz, dropped 1

      """
    #expect(statistics.report == expected)
    let empty = FrameStatistics().report
    #expect(empty.hasSuffix("\nfixed steps  none\n") && !empty.contains("\nlead"))
  }
}
