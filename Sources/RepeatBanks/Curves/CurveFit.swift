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

    var method: KernelMethod { plan?.method ?? .timingFunction }
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

  /// - Parameter method: The only one to look at, where it is near enough; `nil`: the cheapest.
  init(_ timing: TimingFunction, method: KernelMethod? = nil) {
    self.timing = timing
    let trial = CurveTrial(timing)
    choices = KernelSet.available.map { set in
      let candidates = PlanCandidates(set: set, trial: trial)
      return method.flatMap(candidates.choose) ?? candidates.choose()
    }
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
}
