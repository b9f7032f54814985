// SPDX-License-Identifier: Apache-2.0

/// Advice on choosing a policy, shared by the table, the report and the READMEs.
///
/// Code is between backticks, as in Markdown.
package struct PolicyAdvice: Hashable, Sendable {
  /// The policy's name in the comparison.
  ///
  /// A lock has no row in the comparison.
  package let name: String
  /// The situation that calls for the policy, without a full stop.
  package let situation: String
  /// The policy in Swift, and its effect.
  package let policy: String

  /// The whole advice, as a condition and its consequence.
  package var text: String {
    "If \(situation.prefix(1).lowercased())\(situation.dropFirst()), use \(policy)"
  }

  /// The heading of the advice.
  package static let question = "Which policy should I use?"

  /// The answer for a reader who cannot decide.
  package static let undecided =
    "Cannot decide? If it is felt, phase-matched; if it is heard or counted, restart-per-cycle."

  /// One entry for each policy of the library, and one for its lock.
  package static let all = [
    PolicyAdvice(
      name: "restart-per-cycle",
      situation: "Cycles must stay whole, as for a sound, a sprite or a beat",
      policy:
        "`.restartPerCycle`, the default. A new rate applies from the exact end of the current"
        + " cycle."),
    PolicyAdvice(
      name: "phase-matched",
      situation: "A change must be felt at once, as for danger",
      policy: "`.phaseMatched`. The value does not jump; only its speed changes abruptly."),
    PolicyAdvice(
      name: "phase-ramp",
      situation: "Neither value nor slope may jump, as for a light",
      policy: "`.phaseMatched(ramp: 0.3)`. Under a change in each frame, the rate lags by about the"
        + " ramp, like the output of a low-pass filter."),
    PolicyAdvice(
      name: "lock",
      situation: "Cycles must be in step with music, or with another repeat",
      policy:
        "`lock(to:within:)`. The rate stays within bounds until the phase is right, and then equals"
        + " the leader's."),
  ]
}
