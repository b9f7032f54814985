// SPDX-License-Identifier: Apache-2.0

extension Comparison {
  /// Measures the processor time of a frame's position; rate changes count, taking measures does
  /// not.
  ///
  /// Takes the median of several runs over the first ``costFrames`` frames.
  /// - Parameters:
  ///   - strategy: What is run.
  ///   - clock: Nanoseconds that only rise, best this thread's processor time.
  /// - Returns: Nanoseconds a frame; differs from run to run.
  public func cost(of strategy: ComparisonStrategy, clock: @escaping () -> UInt64) -> Double {
    var times: [Double] = []
    for time in trace.times(through: schedule.length).prefix(Self.costFrames) {
      times.append(time)
    }
    let runs = (0..<Self.costRuns).map { _ in
      strategy.accept(Costing(schedule: schedule, times: times, clock: clock))
    }
    return runs.sorted()[Self.costRuns / 2] / Double(times.count)
  }

  /// Frames that a measurement of the cost takes: 18 minutes at 60 Hz, half a megabyte of times.
  public static let costFrames = 65_536

  /// Odd, so that there is a median.
  private static let costRuns = 5
}

/// Measures the time in which a model runs over prepared frame times.
private struct Costing: StrategyModelVisitor {
  let schedule: RateSchedule
  let times: [Double]
  let clock: () -> UInt64

  func visit<M: StrategyModel>(_ model: M.Type) -> Double {
    let rate = SignedRate(schedule.initialRate, direction: 1)
    var model = M(at: rate)
    var meter = Meter(at: rate)
    var changes = schedule.changes[...]
    var rates = RequestedRates(at: rate)
    // The compiler cannot leave out work whose result is used.
    var sum = 0.0
    let start = clock()
    for time in times {
      while let change = changes.first, change.time <= time {
        model.apply(rates.take(change), ramp: change.ramp, at: change.time, &meter)
        changes.removeFirst()
      }
      sum += model.show(at: time, &meter).position.phase
    }
    let elapsed = clock() - start
    return sum.isNaN ? .nan : Double(elapsed)
  }
}
