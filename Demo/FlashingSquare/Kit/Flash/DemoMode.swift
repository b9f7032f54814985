// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import StrategyComparison

/// The values of `--mode`, in the order of `--help`.
enum DemoMode: String, CaseIterable, Hashable, Sendable {
  /// The current cycle ends unchanged; the next one has the new duration.
  case restart
  /// The new rate applies at once, and the phase is kept.
  case phase
  /// The phase is kept as in `phase`, but the rate changes gradually.
  case ramp
  /// The elapsed time is kept and the phase jumps; for comparison.
  case naive
  /// Cycles restart at the first frame after their end, and drift; for comparison.
  case frame

  /// The corresponding strategy of the comparison, which also models other programs.
  var strategy: ComparisonStrategy {
    switch self {
    case .restart: .restartPerCycle
    case .phase: .phaseMatched
    case .ramp: .phaseRamp
    case .naive: .naive
    case .frame: .restartAtFrame
    }
  }

  /// The policy of a repeat; `nil` for modes that exist only in the comparison.
  var policy: RatePolicy? {
    switch self {
    case .restart: .restartPerCycle
    case .phase: .phaseMatched
    case .ramp: .phaseMatched(ramp: ComparisonStrategy.defaultRamp)
    case .naive, .frame: nil
    }
  }
}
