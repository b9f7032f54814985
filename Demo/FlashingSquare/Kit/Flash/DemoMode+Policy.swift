// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

extension DemoMode {
  /// Seconds in which a ramp reaches its rate: long enough to see, short enough to feel prompt.
  static let rampSeconds = 0.5

  /// What the controller does on a rate change.
  var policy: RatePolicy {
    switch self {
    case .restart, .frame: .restartPerCycle
    case .phase, .naive: .phaseMatched
    case .ramp: .phaseMatched(ramp: Self.rampSeconds)
    }
  }

  /// Whether it shows what other programs do: the policy, and a seek that does it wrong.
  var isCompared: Bool { self == .naive || self == .frame }

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
