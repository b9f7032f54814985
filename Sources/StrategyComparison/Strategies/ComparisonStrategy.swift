// SPDX-License-Identifier: Apache-2.0

/// A way to follow rate changes: a policy of the library, or a model of another program.
///
/// A model computes like the code that it models. A model of code that runs once per frame applies
/// a rate change at the first frame that is not before the change. Each model has a type in this
/// folder; the comment of the type names the model's source.
package enum ComparisonStrategy: String, CaseIterable, Sendable {
  /// `RatePolicy.restartPerCycle`.
  case restartPerCycle = "restart-per-cycle"
  /// `RatePolicy.phaseMatched`.
  case phaseMatched = "phase-matched"
  /// `RatePolicy.phaseMatched(ramp:)`.
  case phaseRamp = "phase-ramp"
  /// The time since the start, multiplied by the new rate: the value jumps.
  case naive
  /// Each cycle starts at the frame that notices the end of the previous one.
  case restartAtFrame = "restart-at-frame"
  /// Web Animations: `animation.updatePlaybackRate(rate)`.
  case cssPlaybackRate = "css-playback-rate"
  /// `phase += rate * dt` in `Double`.
  case doubleSum = "double-sum"
  /// A tween that drops, at each loop, the time by which the frame passed the loop's end.
  case tweenLoop = "tween-loop"

  /// The ramp of ``phaseRamp`` in seconds, for rate changes without a ramp of their own.
  ///
  /// The default is 0.5 s, as in the demo: long enough to be seen, and short enough to feel prompt.
  package static let defaultRamp = 0.5

  /// Whether the strategy is a policy of the library's controller.
  package var isOurs: Bool {
    switch self {
    case .restartPerCycle, .phaseMatched, .phaseRamp: true
    default: false
    }
  }

  /// Whether the strategy follows the requested rates exactly, but applies each change at the next
  /// frame.
  var seesChangesAtFrames: Bool { self == .doubleSum || self == .cssPlaybackRate }

  /// The effect of a rate change, in one line.
  package var summary: String {
    switch self {
    case .restartPerCycle: "ours: the cycle keeps its rate, the next has the new rate"
    case .phaseMatched: "ours: the new rate at once, from the present phase"
    case .phaseRamp: "ours: the rate slides to the new one, in 0.5 s by default"
    case .naive: "the time since the start, multiplied by the new rate"
    case .restartAtFrame: "the next cycle starts at the frame that notices the end"
    case .cssPlaybackRate: "Web Animations: updatePlaybackRate(), current time kept"
    case .doubleSum: "phase += rate * dt each frame, in Double"
    case .tweenLoop: "a tween whose loops begin at the frame, which loses time"
    }
  }

  /// The intended rule, with which the strategy is compared.
  var rule: Rule {
    switch self {
    case .restartPerCycle, .restartAtFrame: .nextCycle
    case .phaseRamp: .slide
    default: .atOnce
    }
  }

  /// The intended start of a rate change.
  enum Rule: Hashable, Sendable {
    /// At the exact time of the rate change, as in the ideal integral of the requested rates.
    case atOnce
    /// At the exact end of the current cycle.
    case nextCycle
    /// Over a ramp that starts at the time of the rate change.
    case slide
  }
}
