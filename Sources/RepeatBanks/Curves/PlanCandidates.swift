// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import RepeatTiming

/// The plans that a set of instructions has for a timing function, and the choice among them.
struct PlanCandidates {
  let set: KernelSet
  let trial: CurveTrial

  private typealias Candidate = (method: KernelMethod, make: () -> KernelPlan?)

  /// The cheapest that meets the target; else the best that will do; else the timing function.
  func choose() -> CurveFit.Choice {
    choose { _ in true }
      ?? CurveFit.Choice(plan: nil, bound: 0x1p-24 * trial.magnitude)
  }

  /// The same among those of one method; `nil` where none is near enough.
  func choose(_ method: KernelMethod) -> CurveFit.Choice? {
    guard method != .timingFunction else {
      return CurveFit.Choice(plan: nil, bound: 0x1p-24 * trial.magnitude)
    }
    return choose { $0 == method }
  }

  private func choose(_ isWanted: (KernelMethod) -> Bool) -> CurveFit.Choice? {
    let target = CurveFit.target * trial.magnitude
    for candidates in [smooth, cornered] {
      var best: CurveFit.Choice?
      for candidate in candidates where isWanted(candidate.method) {
        guard let plan = candidate.make() else { continue }
        let isRight = plan.begin(at: trial.start)
        if !isRight, trial.beginsSmoothly { continue }
        let limit = best?.bound ?? (CurveFit.acceptable * trial.magnitude).nextUp
        let bound = trial.measure(plan, giveUpAt: limit)
        if bound < limit { best = CurveFit.Choice(plan: plan, bound: bound) }
        if bound <= target { return CurveFit.Choice(plan: plan, bound: bound) }
      }
      if let best { return best }
    }
    return nil
  }

  /// In order of cost.
  private var smooth: [Candidate] {
    var all: [Candidate] = [(.line, { KernelPlan(lineFor: set) })]
    for cost in PlanCost.order(set) {
      switch cost {
      case .odd: all.append((.oddPolynomial, odd))
      case .lanes(let degree):
        all.append((.piecesInRegisters, { lanes(pieces: set.lanePieces, degree: degree) }))
      }
    }
    for bits in 4...10 { all.append((.piecesInMemory, { rows(pieces: 1 << bits) })) }
    all.append((.gradedPieces, graded))
    for bits in 11...12 { all.append((.piecesInMemory, { rows(pieces: 1 << bits) })) }
    return all
  }

  /// Pieces in any number: a corner or a jump is met only where two of them join.
  private var cornered: [Candidate] {
    (3...256).filter { $0.nonzeroBitCount > 1 }.map { pieces in
      pieces < set.lanePieces
        ? (.piecesInRegisters, { lanes(pieces: pieces, degree: 3) })
        : (.piecesInMemory, { rows(pieces: pieces) })
    }
  }

  private func odd() -> KernelPlan? {
    OddFit({ trial.timing($0) }, terms: Int(RK_ODD_TERMS)).map {
      KernelPlan(odd: $0.coefficients, for: set)
    }
  }

  private func lanes(pieces: Int, degree: Int) -> KernelPlan? {
    let fit = PieceFit({ trial.timing($0) }, pieces: pieces, degree: degree)
    return KernelPlan(lanes: fit, pieces: pieces, for: set)
  }

  private func rows(pieces: Int) -> KernelPlan? {
    let fit = PieceFit({ trial.timing($0) }, pieces: pieces, degree: 3)
    return KernelPlan(rows: fit, pieces: pieces, for: set)
  }

  private func graded() -> KernelPlan? {
    var fit = PieceFit(degree: 3)
    GradedPieces.visit { point in fit.add { t in trial.timing(point(t)) } }
    return KernelPlan(graded: fit, for: set)
  }
}

/// What stays in registers, in the order of what it costs.
///
/// Nanoseconds a repeat, and instructions a vector, of the loops of Sources/CRepeatKernels over
/// 10,000 repeats there and back:
///
/// | | SSE2, Zen 5 | AVX2, Zen 5 | AVX2, Zen 3 | AVX-512, Zen 5 |
/// |---|---|---|---|---|
/// | pieces, degree 3 | | 0.160, 19 | | 0.088, 22 |
/// | odd polynomial | 0.61, 39 | 0.205, 24 | 0.34 | 0.103, 20 |
/// | pieces, degree 4 | | 0.204, 22 | | 0.109, 26 |
/// | pieces, degree 5 | | 0.227, 24 | 0.47 | 0.122, 29 |
/// | pieces, degree 6 | | 0.256, 26 | | 0.142, 32 |
/// | cubics in memory | 0.69, 54 | | | |
///
/// Permutations take Zen 3 twice as long as Zen 5, and the odd polynomial takes Zen 5 no longer than
/// the pieces that it precedes: one order is right for both. What takes it so long are the
/// multiplications, 11 a vector on two ports. Pieces of the odd polynomial, 8 cubics by permutations,
/// have 8, but more of the rest, and take 0.213 with AVX2.
enum PlanCost {
  /// An odd polynomial.
  case odd
  /// Pieces with polynomials of a degree.
  case lanes(degree: Int)

  static func order(_ set: KernelSet) -> [PlanCost] {
    switch set {
    case .portable: []
    case .baseline: [.odd]
    case .avx2, .avx512:
      [
        .lanes(degree: 3), .odd, .lanes(degree: 4),
        .lanes(degree: 5), .lanes(degree: 6), .lanes(degree: 7),
      ]
    }
  }
}
