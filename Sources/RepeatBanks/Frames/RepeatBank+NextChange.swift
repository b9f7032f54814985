// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import DynamicRepeat02
import RepeatTiming

extension RepeatBank {
  /// The first time at which the progress of one of the repeats differs from its own at `time` by
  /// more than `quantum`; infinite where none ever does.
  ///
  /// For each repeat this is what a controller's `nextChange(after:by:)` is, ramps and all that waits
  /// included. Where the repeats have ends, the quantum is a part of the way between them.
  /// - Parameters:
  ///   - time: Seconds; not before ``now``.
  ///   - quantum: At least 0. Default: 1/255, a step of an 8-bit channel between 0 and 1.
  /// - Throws: ``BankError/invalidTime(_:)``, ``BankError/timeHasPassed(time:now:)``,
  ///   ``BankError/invalidQuantum(_:)``.
  /// - Complexity: O(``endIndex``): some tens of nanoseconds a repeat, and microseconds for each one
  ///   that is evaluated individually. With many that move, the next frame is always due: call it
  ///   where few do.
  public func nextChange(after time: Double, by quantum: Double = 1.0 / 255) throws(BankError)
    -> Double
  {
    guard quantum >= 0 else { throw .invalidQuantum(quantum) }
    _ = try check(time)
    let shown = ShownPhase(
      curve.timing, autoreverses: mode == .autoreverse, quantum: quantum)
    var first = Double.infinity
    for individual in individuals {
      first = min(first, individual.change(of: shown, after: time))
    }
    let isQuick = shown.turnsOnlyAtEnds
    for index in 0..<endIndex {
      let (block, slot) = locate(index)
      guard block.state[slot].isLive, !block.state[slot].isStill else { continue }
      let repeating = PlainMotion(block.exactState(slot), at: time)
      guard repeating.hertz != 0,
        !(isQuick && staysTheSame(repeating, until: first, quantum: quantum))
      else { continue }
      first = min(first, repeating.change(of: shown, before: first) ?? .infinity)
    }
    return first
  }

  /// Whether the phases at both times are on one leg and show the same, on a curve that turns only at
  /// the ends of legs.
  @inline(__always)
  private func staysTheSame(_ repeating: PlainMotion, until first: Double, quantum: Double) -> Bool
  {
    let end = repeating.phase + repeating.hertz * (first - repeating.time)
    let isHigh = mode == .autoreverse && repeating.phase >= 0.5
    let leg = mode == .sawtooth ? 0.0..<1 : isHigh ? 0.5..<1 : 0..<0.5
    guard leg.contains(end) else { return false }
    let change = loop.progress(at: end, sampler) - loop.progress(at: repeating.phase, sampler)
    // The table and the curve differ by this at most.
    return change.magnitude <= quantum - 2 * curve.exactBound
  }
}

extension IndividualRepeat {
  fileprivate func change(of shown: ShownPhase, after time: Double) -> Double {
    var ahead = controller
    do {
      return try ahead.findChange(after: time, of: .phase, shown)
    } catch {
      preconditionFailure(error.description)
    }
  }
}

/// A repeat that a phase and a rate describe, from a time on.
private struct PlainMotion {
  let exact: rk_exact
  let time: Double
  let phase: Double
  let hertz: Double

  @inline(__always)
  init(_ exact: rk_exact, at time: Double) {
    self.exact = exact
    self.time = time
    phase = ExactPhase(bits: exact.phaseBits(at: time) >> 8).nearest
    hertz = exact.rate.hertz.high
  }

  /// The first `Double` at which it shows something else; `nil` where that is not before `latest`.
  func change(of shown: ShownPhase, before latest: Double) -> Double? {
    let value = shown.value(atPhase: phase)
    func differs(_ time: Double) -> Bool {
      let phase = ExactPhase(bits: exact.phaseBits(at: time) >> 8).nearest
      return shown.differs(shown.value(atPhase: phase), from: value)
    }
    let reach = min((latest - time) * hertz.magnitude, 2)
    guard
      let cycles = shown.cyclesToChange(from: phase, forward: hertz > 0, within: reach)
    else { return nil }
    // Within the roundings of the way and of both phases.
    let slack = 0x1p-51 / hertz.magnitude
    let found = time + cycles / hertz.magnitude
    let same = max(time, found - slack - found.ulp)
    let other = found + slack + found.ulp
    guard other <= RepeatBank.latestTime, differs(other), !differs(same) else { return same }
    return ShownPhase.halve(between: same, and: other, differs)
  }
}
