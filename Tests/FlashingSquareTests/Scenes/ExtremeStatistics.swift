// SPDX-License-Identifier: Apache-2.0

import FramePacing
import TestSupport

extension FrameStatistics {
  /// Extreme statistics for layout tests: every kind of interval, and long numbers.
  static func extreme(seed: UInt64, steps count: Int = 900) -> FrameStatistics {
    var random = SeededRandom(seed: seed)
    var statistics = FrameStatistics()
    for number in 0..<count {
      let interval = Int64.random(in: 1000...2_000_000_000, using: &random)
      statistics.intervals.record(nanoseconds: interval)
      statistics.steps.record(nanoseconds: interval)
      statistics.wakeErrors.record(nanoseconds: interval)
      statistics.builds.record(nanoseconds: interval)
      var step = FrameStep()
      step.isAfterStall = number.isMultiple(of: 50)
      step.interval = step.isAfterStall ? nil : Double(interval) / 1e9
      step.missed = Int.random(in: 0...2, using: &random)
      statistics.trail.record(step)
    }
    statistics.frames = 1_234_567
    (statistics.missed, statistics.stalls) = (1_234_567, 98_765)
    (statistics.measuredHertz, statistics.reportedHertz) = (143.987, 999.999)
    statistics.mode = .timer(.freeRunning)
    statistics.processorShare = 9.999
    return statistics
  }
}
