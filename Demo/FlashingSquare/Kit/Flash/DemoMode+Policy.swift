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

  /// The mode's name on the screen, and its response to a request.
  var text: (title: String, note: String) {
    switch self {
    case .restart: ("Restart per cycle", "finishes its cycle first, then changes")
    case .phase: ("Phase matched", "changes at once, and does not jump")
    case .ramp: ("Phase matched, ramped", "slides to the new speed in 0.5 s")
    case .naive: ("What most code does", "sin(time \u{D7} speed), which jumps")
    case .frame: ("Restart at a frame", "waits for a frame, and falls behind")
    }
  }
}
