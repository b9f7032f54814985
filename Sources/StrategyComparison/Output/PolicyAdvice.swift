// SPDX-License-Identifier: Apache-2.0

/// Which policy to use, in the words that the table, the report and the READMEs share.
///
/// Code stands between backticks, as in Markdown; ``plain(_:)`` leaves them out.
public struct PolicyAdvice: Hashable, Sendable {
  /// The policy, as a row of the comparison.
  public let strategy: ComparisonStrategy
  /// When to use it, without a full stop.
  public let situation: String
  /// The policy in Swift, and what it does there.
  public let policy: String

  /// The whole advice: the situation, a colon, the policy.
  public var text: String { "\(situation): \(policy)" }

  /// The heading of the advice.
  public static let question = "Which policy should I use?"

  /// One for each policy of the library, and one for its lock.
  public static let all = [
    PolicyAdvice(
      strategy: .restartPerCycle,
      situation: "Cycles must stay whole, as for a sound, a sprite or a beat",
      policy: "`.restartPerCycle`, the default. A new rate holds from the exact end of the current"
        + " cycle on."),
    PolicyAdvice(
      strategy: .phaseMatched,
      situation: "A change must be felt at once, as for danger",
      policy: "`.phaseMatched`. The value does not jump; its slope has a corner."),
    PolicyAdvice(
      strategy: .phaseRamp,
      situation: "Neither value nor slope may jump, and changes are rare",
      policy: "`.phaseMatched(ramp: 0.3)`. A change within the ramp starts a new one, and the rate"
        + " arrives later."),
    PolicyAdvice(
      strategy: .lockPhase,
      situation: "Cycles must be in step with music, or with another repeat",
      policy:
        "`lock(to:within:)`. The rate stays within bounds until the phase is right, and is the"
        + " leader's from there on; `style: .wholeCycles` keeps each cycle whole."),
  ]

  /// The first question of a reader who has a game loop.
  public static let sumQuestion = "Why not just `phase += rate * dt`?"

  /// The answer to ``sumQuestion``: when it is enough, and what it lacks.
  ///
  /// Its figures are those of `double-sum` in the schedules that it names, at seed 1.
  public static let sumAnswer = """
    In `Double`, with rates that change on frames, it is exact, and enough for a lamp that blinks. \
    It cannot act inside a frame. A change between frames counts from the next one on: after \
    20 s of 25 changes a second it is off by 0.11 cycle, with stalls by 0.82 (the column `cycles` \
    of `Demo/run-compare --strategies double-sum --schedule storm --trace stalls`), after 30 days \
    of a change every 10 min by 0.10 (`--schedule very-long`). No rate, stop or sound can begin at a cycle's end. Events \
    within one frame have no times, so no order. And another frame rate, as in a replay or over a \
    network, gives other phases and other events.
    """

  /// The text without backticks.
  public static func plain(_ text: String) -> String {
    String(text.filter { $0 != "`" })
  }
}
