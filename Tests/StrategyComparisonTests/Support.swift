// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

@testable import StrategyComparison

/// Figures that both sides work out in some ten roundings.
let rounding = 1e-12
/// Figures that are numbers of cycles or seconds worked out another way: as near as they must be.
let agreement = 1e-9

/// Ease in, ease out, by halving: shares nothing with the library's solver.
func ease(_ x: Double) -> Double {
  var (low, high) = (0.0, 1.0)
  for _ in 0..<200 {
    let s = (low + high) / 2
    let reached = 3 * s * (1 - s) * (1 - s) * 0.42 + 3 * s * s * (1 - s) * 0.58 + s * s * s
    if reached < x { low = s } else { high = s }
  }
  return low * low * (3 - 2 * low)
}

/// The value that shows at a position in cycles.
func shownValue(_ cycles: Double) -> Double {
  let phase = cycles - cycles.rounded(.down)
  return ease(phase < 0.5 ? 2 * phase : 2 - 2 * phase)
}

/// The value's slope at a position in cycles, per cycle: differences over 2e-5 of a smooth curve
/// are right to 1e-8.
func slope(_ cycles: Double) -> Double {
  (shownValue(cycles + 1e-5) - shownValue(cycles - 1e-5)) / 2e-5
}

/// What a rule of thumb about a slope may be off by.
let slopeTolerance = 1e-6

extension RateSchedule {
  /// A duration, and rate changes of others.
  static func of(_ first: Double, _ changes: [(time: Double, duration: Double)], length: Double)
    throws -> RateSchedule
  {
    try RateSchedule(
      name: "test", initialRate: .cycleDuration(first),
      changes: changes.map { RateChange(time: $0.time, cycleDuration: $0.duration) }, length: length
    )
  }

  func figures(_ strategy: ComparisonStrategy, _ trace: FrameTrace = .steady(hertz: 60)) -> Figures
  {
    Comparison(schedule: self, trace: trace, strategies: [strategy]).result(of: strategy).figures
  }
}

extension Figures {
  /// A figure that must be there; not a number where it is not, which no comparison accepts.
  func value(_ measure: Measure) -> Double { self[measure] ?? .nan }
}
