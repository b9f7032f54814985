// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import StrategyComparison

extension DemoMode {
  /// Seconds in which a ramp reaches its rate: long enough to see, short enough to feel prompt.
  static let rampSeconds = 0.5

  /// What the controller does on a rate change; `nil` where the comparison's run moves the flash.
  var policy: RatePolicy? {
    switch self {
    case .restart: .restartPerCycle
    case .phase: .phaseMatched
    case .ramp: .phaseMatched(ramp: Self.rampSeconds, shape: .smooth)
    case .naive, .frame: nil
    }
  }

  /// The same in the comparison.
  var strategy: ComparisonStrategy {
    switch self {
    case .restart: .restartPerCycle
    case .phase: .phaseMatched
    case .ramp: .phaseRamp
    case .naive: .naive
    case .frame: .restartAtFrame
    }
  }

  /// The name on the screen, and what the mode does in a few words.
  var text: (title: String, note: String) {
    switch self {
    case .restart: ("Restart per cycle", "waits for the cycle's end, then changes")
    case .phase: ("Phase-matched", "changes at once, the value does not jump")
    case .ramp: ("Phase-matched, ramp", "slides to the new rate within 0.5 s")
    case .naive: ("Naive", "changes at once, and the value jumps")
    case .frame: ("Restart at frame", "restarts at the frame that notices, and drifts")
    }
  }

  /// The same where there is little room.
  var shortText: (title: String, note: String) {
    switch self {
    case .restart: ("Restart", "waits, then changes")
    case .phase: ("Phase", "at once, no jump")
    case .ramp: ("Ramp", "slides, no jump")
    case .naive: ("Naive", "at once, and jumps")
    case .frame: ("At frame", "waits, and drifts")
    }
  }

  /// The mode after this one, as M steps through them.
  var next: DemoMode {
    let all = Self.allCases
    let index = all.firstIndex(of: self) ?? 0
    return all[(index + 1) % all.count]
  }
}
