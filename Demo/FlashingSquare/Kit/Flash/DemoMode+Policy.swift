// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import StrategyComparison

extension DemoMode {
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
