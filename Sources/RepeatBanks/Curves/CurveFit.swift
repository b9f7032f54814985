// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import RepeatTiming

/// A timing function as the bank's loops evaluate it: for each set of instructions the cheapest
/// plan within the error bound.
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

  /// A fit's error that is low enough, a `Float`'s own rounding of 6e-8 included: with what the
  /// phase is off at 1 Hz, 5e-8 of a leg at a slope below 2, a frame stays within 2e-7.
  static let target = 1.2e-7

  /// One that will do where none is better: large values round more.
  static let acceptable = 2e-7

  init(_ timing: TimingFunction) {
    self.timing = timing
    let trial = CurveTrial(timing)
    choices = KernelSet.available.map { set in Self.choose(for: set, trial) }
    exact = ExactTable(timing)
  }

  /// The same without the memory that finding it took.
  /// - Parameter timing: Equal to the other's.
  init(copying other: CurveFit, timing: TimingFunction) {
    self.timing = timing
    var copies: [Choice] = []
    copies.reserveCapacity(other.choices.count)
    for choice in other.choices {
      copies.append(
        Choice(plan: choice.plan.map { KernelPlan(copying: $0) }, bound: choice.bound))
    }
    choices = copies
    exact = other.exact.map { ExactTable(copying: $0) }
  }

  /// The first that meets the target, the cheapest ones first; else the best.
  private static func choose(for set: KernelSet, _ trial: CurveTrial) -> Choice {
    var best: Choice?
    for candidates in [smooth(set, trial.timing), cornered(set, trial.timing)] {
      for make in candidates {
        let plan = make()
        let isRight = plan.begin(at: trial.start)
        if !isRight, trial.beginsSmoothly { continue }
        let limit = best?.bound ?? (acceptable * trial.magnitude).nextUp
        let bound = trial.measure(plan, giveUpAt: limit)
        if bound < limit { best = Choice(plan: plan, bound: bound) }
        if bound <= target * trial.magnitude { return Choice(plan: plan, bound: bound) }
      }
      if let best { return best }
    }
    return Choice(plan: nil, bound: 0x1p-24 * trial.magnitude)
  }

  /// In order of cost, as measured: lines, registers by degree, memory by size.
  private static func smooth(_ set: KernelSet, _ timing: TimingFunction) -> [() -> KernelPlan] {
    var all: [() -> KernelPlan] = [{ KernelPlan(lineFor: set) }]
    let lanes = set.lanePieces
    if lanes > 0 {
      for degree in Int(RK_LEAST_DEGREE)...Int(RK_MOST_DEGREE) {
        all.append { self.lanes(set, timing, pieces: lanes, degree: degree) }
      }
    }
    for bits in 4...10 { all.append { rows(set, timing, pieces: 1 << bits) } }
    all.append {
      var fit = PieceFit(degree: 3)
      GradedPieces.visit { point in fit.add { t in timing(point(t)) } }
      return KernelPlan(graded: fit, for: set)
    }
    for bits in 11...12 { all.append { rows(set, timing, pieces: 1 << bits) } }
    return all
  }

  /// Pieces in any number: a corner or a jump is met only where two of them join.
  private static func cornered(_ set: KernelSet, _ timing: TimingFunction) -> [() -> KernelPlan] {
    var all: [() -> KernelPlan] = []
    let lanes = set.lanePieces
    for pieces in 3...256 where pieces.nonzeroBitCount > 1 {
      all.append {
        pieces < lanes
          ? self.lanes(set, timing, pieces: pieces, degree: 3) : rows(set, timing, pieces: pieces)
      }
    }
    return all
  }

  private static func lanes(
    _ set: KernelSet, _ timing: TimingFunction, pieces: Int, degree: Int
  ) -> KernelPlan {
    let fit = PieceFit({ timing($0) }, pieces: pieces, degree: degree)
    return KernelPlan(lanes: fit, pieces: pieces, for: set)
  }

  private static func rows(_ set: KernelSet, _ timing: TimingFunction, pieces: Int) -> KernelPlan {
    KernelPlan(
      rows: PieceFit({ timing($0) }, pieces: pieces, degree: 3), pieces: pieces, for: set)
  }
}
