// SPDX-License-Identifier: Apache-2.0

import FramePacing

/// Ours.
package struct LockedClock: TimingRule {
  package var clock: DisplayClock
  package var last = -Double.infinity

  package init(reportedHertz: Double) {
    clock = DisplayClock(reported: FrameRate(nearest: reportedHertz))
  }

  package mutating func time(at now: Int64) -> Double {
    _ = clock.presented(at: now)
    last = max(last + 1, Double(clock.presentation(of: now)))
    return last
  }
}

/// What most programs do: the step is the interval as it was measured.
package struct RawInterval: TimingRule {
  package init(reportedHertz: Double) {}
  package func time(at now: Int64) -> Double { Double(now) }
}

/// The mean of the last five intervals.
package struct MeanOfFive: TimingRule {
  private var means = SumOfMeans(count: 5)

  package init(reportedHertz: Double) {}

  package mutating func time(at now: Int64) -> Double { means.time(at: now) { $0 } }
}

/// Intervals near multiples of the reported period snap to them; the mean of four goes on.
///
/// Source: the rule of T. Glaiel's article "How to make your game run at 60fps" (2019).
package struct Snapping: TimingRule {
  private let period: Double
  private var means = SumOfMeans(count: 4)

  package init(reportedHertz: Double) { period = 1e9 / reportedHertz }

  package mutating func time(at now: Int64) -> Double {
    means.time(at: now) { [period] interval in
      let multiple = (interval / period).rounded() * period
      let snapped = multiple > 0 && abs(interval - multiple) < 0.2e6 ? multiple : interval
      return snapped > 8 * period ? period : snapped
    }
  }
}

/// Each interval, perhaps changed, adds the mean of the last few.
private struct SumOfMeans {
  let count: Int
  private var intervals: [Double] = []
  private var last: Int64?
  private var sum = 0.0

  init(count: Int) { self.count = count }

  mutating func time(at now: Int64, _ change: (Double) -> Double) -> Double {
    if let last {
      intervals = intervals.suffix(count - 1) + [change(Double(now - last))]
      sum += intervals.reduce(0, +) / Double(intervals.count)
    }
    last = now
    return sum
  }
}

/// Whole reported periods, drawn to the real time by the square of the distance; the picture is
/// taken to be seen a period later.
///
/// Source: the rule of GTK 4's frame clock, after its documentation of smoothed frame times.
package struct GridWithPull: TimingRule {
  package let period: Double
  package var smooth: Double?

  package init(reportedHertz: Double) { period = 1e9 / reportedHertz }

  package mutating func time(at now: Int64) -> Double {
    guard let base = smooth else {
      smooth = Double(now)
      return Double(now) + period
    }
    let passed = max(((Double(now) - base) / period).rounded(), 1)
    var next = base + passed * period
    let error = min(max(next - Double(now), -period), period)
    next -= error * abs(error) / period
    smooth = max(next, base)
    return max(next, base) + period
  }
}
