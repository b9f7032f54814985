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
  package var intervals: [Double] = []
  package var last: Int64?
  package var sum = 0.0

  package init(reportedHertz: Double) {}

  package mutating func time(at now: Int64) -> Double {
    if let last {
      intervals = intervals.suffix(4) + [Double(now - last)]
      sum += intervals.reduce(0, +) / Double(intervals.count)
    }
    last = now
    return sum
  }
}

/// Intervals near multiples of the reported period snap to them; the mean of four goes on.
///
/// Source: the rule of T. Glaiel's article "How to make your game run at 60fps" (2019).
package struct Snapping: TimingRule {
  package let period: Double
  package var intervals: [Double] = []
  package var last: Int64?
  package var sum = 0.0

  package init(reportedHertz: Double) { period = 1e9 / reportedHertz }

  package mutating func time(at now: Int64) -> Double {
    if let last {
      var interval = Double(now - last)
      let multiple = (interval / period).rounded() * period
      if multiple > 0, abs(interval - multiple) < 0.2e6 { interval = multiple }
      if interval > 8 * period { interval = period }
      intervals = intervals.suffix(3) + [interval]
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
