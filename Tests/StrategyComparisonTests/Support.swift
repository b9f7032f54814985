// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

@testable import StrategyComparison

/// The tolerance for figures that test and module each compute with about ten roundings.
let rounding = 1e-12
/// The tolerance for counts of cycles or seconds that are computed differently.
let agreement = 1e-9

extension RateSchedule {
  /// A schedule with an initial duration and changes to other durations.
  static func of(_ first: Double, _ changes: [(time: Double, duration: Double)], length: Double)
    throws -> RateSchedule
  {
    try RateSchedule(
      name: "test", initialRate: .cycleDuration(first),
      changes: changes.map { RateChange(time: $0.time, cycleDuration: $0.duration) }, length: length
    )
  }

  /// Runs a strategy frame by frame.
  func frames(of strategy: ComparisonStrategy, _ trace: FrameTrace) -> [StrategyFrame] {
    var run = StrategyRun(strategy, at: initialRate)
    var changes = changes[...]
    return trace.times(through: length).map { time in
      while let change = changes.first, change.time <= time { run.apply(changes.removeFirst()) }
      return run.frame(at: time)
    }
  }

  func figures(_ strategy: ComparisonStrategy, _ trace: FrameTrace = .steady(hertz: 60)) -> Figures
  {
    Comparison(schedule: self, trace: trace, strategies: [strategy]).result(of: strategy).figures
  }
}

extension Figures {
  /// A required figure; NaN if the figure is missing, because NaN fails every comparison.
  func value(_ measure: Measure) -> Double { self[measure] ?? .nan }
}
