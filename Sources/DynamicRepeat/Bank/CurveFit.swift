// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import RepeatTiming

/// What a timing function is for the bank's loops: for each set of instructions the cheapest way that
/// is near enough.
final class CurveFit: Sendable {
  /// One set's choice.
  struct Choice: Sendable {
    /// `nil`: the timing function itself, one value at a time.
    let plan: KernelPlan?
    let bound: Double
  }

  /// In the order of ``KernelSet/available``.
  let choices: [Choice]
  let timing: TimingFunction
  /// `nil`: the timing function itself.
  let exact: ExactTable?

  /// A fit's error that is low enough, a `Float`'s own rounding of 6e-8 included: with what the phase
  /// is off at 1 Hz, 5e-8 of a leg at a slope below 2, a frame stays within 2e-7.
  static let target = 1.2e-7

  init(_ timing: TimingFunction) {
    self.timing = timing
    let trial = CurveTrial(timing)
    choices = KernelSet.available.map { set in Self.choose(for: set, trial) }
    exact = ExactTable(timing)
  }

  /// The first that meets the target, the cheapest ones first.
  private static func choose(for set: KernelSet, _ trial: CurveTrial) -> Choice {
    for make in candidates(for: set, trial.timing) {
      let plan = make()
      plan.begin(at: trial.timing(0))
      let limit = target * trial.magnitude
      let bound = trial.measure(plan, giveUpAt: limit)
      if bound <= limit { return Choice(plan: plan, bound: bound) }
    }
    return Choice(plan: nil, bound: 0x1p-24 * trial.magnitude)
  }

  /// In order of cost, as measured: lines, registers by degree, memory by size.
  private static func candidates(for set: KernelSet, _ timing: TimingFunction)
    -> [() -> KernelPlan]
  {
    let function = { (x: Double) in timing(x) }
    var all: [() -> KernelPlan] = [{ KernelPlan(lineFor: set) }]
    let lanes = set.lanePieces
    if lanes > 0 {
      for degree in Int(RK_LEAST_DEGREE)...Int(RK_MOST_DEGREE) {
        all.append {
          KernelPlan(
            lanes: PieceFit(function, pieces: lanes, degree: degree), pieces: lanes, for: set)
        }
      }
      // A corner or a jump is met only where pieces join.
      for pieces in 3..<lanes where pieces.nonzeroBitCount > 1 {
        all.append {
          KernelPlan(lanes: PieceFit(function, pieces: pieces, degree: 3), pieces: pieces, for: set)
        }
      }
    }
    let rows = { (pieces: Int) in
      { KernelPlan(rows: PieceFit(function, pieces: pieces, degree: 3), pieces: pieces, for: set) }
    }
    for bits in 4...10 { all.append(rows(1 << bits)) }
    all.append {
      var fit = PieceFit(degree: 3)
      GradedPieces.visit { place in fit.add { t in function(place(t)) } }
      return KernelPlan(graded: fit, for: set)
    }
    for pieces in [2048, 4096] { all.append(rows(pieces)) }
    for pieces in max(3, lanes)...256 where pieces.nonzeroBitCount > 1 { all.append(rows(pieces)) }
    return all
  }
}
