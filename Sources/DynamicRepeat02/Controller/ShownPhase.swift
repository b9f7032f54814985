// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// What shows at each phase of a cycle, and where that next differs by more than a quantum.
package struct ShownPhase: Sendable {
  /// The pace of the way out, or of the whole cycle where it is one way.
  let timing: TimingFunction
  let returnTiming: TimingFunction?
  let autoreverses: Bool
  /// What blinks is on, and shows 1, below this phase; `nil` where progress shows.
  let duty: Double?
  /// By how much what shows may differ and still counts as the same.
  let quantum: Double

  /// Progress along a timing function, whose way back retraces the way out.
  package init(
    _ timing: TimingFunction, returnTiming: TimingFunction? = nil, autoreverses: Bool,
    duty: Double? = nil, quantum: Double
  ) {
    self.timing = timing
    self.returnTiming = returnTiming
    self.autoreverses = autoreverses
    self.duty = duty
    self.quantum = quantum
  }

  /// Whether a timing function that goes one way or there and back turns only at the ends of legs.
  package var turnsOnlyAtEnds: Bool {
    returnTiming == nil && timing.nextTurn(from: 0, forward: true) == 1
  }

  package func value(atPhase phase: Double) -> Double {
    if let duty { return phase < duty ? 1 : 0 }
    guard autoreverses else { return timing(phase) }
    if phase < 0.5 { return timing(2 * phase) }
    if let returnTiming { return 1 - returnTiming(2 * phase - 1) }
    return timing(2 - 2 * phase)
  }

  package func differs(_ value: Double, from shown: Double) -> Bool {
    (value - shown).magnitude > quantum
  }

  /// The next phase at which what shows may turn or jump; 1 or 0 at the latest.
  private func nextTurn(from phase: Double, forward: Bool) -> Double {
    // The way from a leg to the cycle rounds.
    forward
      ? min(max(roundedTurn(from: phase, forward: true), phase.nextUp), 1)
      : max(min(roundedTurn(from: phase, forward: false), phase.nextDown), 0)
  }

  private func roundedTurn(from phase: Double, forward: Bool) -> Double {
    if let duty {
      let isAhead = forward ? duty > phase : duty < phase
      return isAhead ? duty : forward ? 1 : 0
    }
    guard autoreverses else { return timing.nextTurn(from: phase, forward: forward) }
    if forward ? phase < 0.5 : phase <= 0.5 {
      return timing.nextTurn(from: 2 * phase, forward: forward) / 2
    }
    if let returnTiming {
      return 0.5 + returnTiming.nextTurn(from: 2 * phase - 1, forward: forward) / 2
    }
    return 1 - timing.nextTurn(from: 2 - 2 * phase, forward: !forward) / 2
  }

  /// The first phase from `phase` to `end`, forwards or backwards, at which something else shows than
  /// `shown`; `nil` where nothing does.
  ///
  /// What shows at `phase` itself is not looked at, and what shows for a single instant, as the top of
  /// a staircase may, is passed over. Found by halving where it only rises or falls: the phase next to
  /// it, or 2^-60 from it, still shows the same.
  package func firstChange(
    from phase: Double, to end: Double, forward: Bool, shown: Double
  ) -> Double? {
    var phase = phase
    func isBeyond(_ phase: Double) -> Bool { forward ? phase > end : phase < end }
    func differs(_ phase: Double) -> Bool { self.differs(value(atPhase: phase), from: shown) }
    // Every piece ends at a turn; there is at least one float between two of them.
    while true {
      let start = forward ? phase.nextUp : phase.nextDown
      if isBeyond(start) { return nil }
      if differs(start) { return start }
      let turn = nextTurn(from: phase, forward: forward)
      let beforeTurn = forward ? turn.nextDown : turn.nextUp
      let last = isBeyond(beforeTurn) ? end : beforeTurn
      if forward ? last > start : last < start, differs(last) {
        return Self.halve(between: start, and: last, to: 0x1p-60, differs)
      }
      if isBeyond(turn) { return nil }
      let behindTurn = forward ? turn.nextUp : turn.nextDown
      if differs(turn), isBeyond(behindTurn) || differs(behindTurn) { return turn }
      phase = turn
    }
  }

  /// Where a difference begins, between a number that shows the same and one that differs.
  /// - Returns: One that differs; the `Double` before it, or one within `grain` of it, does not.
  package static func halve(
    between same: Double, and other: Double, to grain: Double = 0, _ differs: (Double) -> Bool
  ) -> Double {
    var (same, other) = (same, other)
    while (other - same).magnitude > grain {
      let middle = same + (other - same) / 2
      guard middle != same, middle != other else { break }
      if differs(middle) { other = middle } else { same = middle }
    }
    return other
  }

  /// Cycles until something else shows than at `phase`, at most `reach`; `nil` where nothing does.
  package func cyclesToChange(from phase: Double, forward: Bool, within reach: Double) -> Double? {
    let shown = value(atPhase: phase)
    let boundary = forward ? 1 - phase : phase
    let end = forward ? min((1.0).nextDown, phase + reach) : max(0, phase - reach)
    if let change = firstChange(from: phase, to: end, forward: forward, shown: shown) {
      return (change - phase).magnitude
    }
    guard reach > boundary else { return nil }
    // The rest of a cycle: after it everything repeats.
    if forward, differs(value(atPhase: 0), from: shown) { return boundary }
    let left = reach - boundary
    let start = forward ? 0.0 : 1
    let next = forward ? min(left, (1.0).nextDown) : max(0, 1 - left)
    return firstChange(from: start, to: next, forward: forward, shown: shown).map {
      boundary + ($0 - start).magnitude
    }
  }
}
