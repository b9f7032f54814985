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

  /// A fit's error that is low enough: no more than a `Float`'s own roundings double it.
  static let target = 2e-7

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
      GradedPieces.forEach { place in fit.add { t in function(place(t)) } }
      return KernelPlan(graded: fit, for: set)
    }
    for pieces in [2048, 4096] { all.append(rows(pieces)) }
    for pieces in max(3, lanes)...256 where pieces.nonzeroBitCount > 1 { all.append(rows(pieces)) }
    return all
  }
}

/// The places at which a fit is compared with its function: all over the leg, and close to where a
/// curve may be steep.
struct CurveTrial {
  let timing: TimingFunction
  private let places: [Int32]
  private let exact: [Double]
  /// The function's largest magnitude, or 1: what a `Float`'s roundings are in proportion to.
  let magnitude: Double

  /// 2^-25 of a leg, in units of 2^-31: the rounding of a `Float` near 1.
  private static let roundedAway = 64

  init(_ timing: TimingFunction) {
    self.timing = timing
    var places: [Int32] = []
    // Multiples of the golden ratio fall evenly and never twice on the same part of a piece.
    var place: UInt32 = 0
    for _ in 0..<16_384 {
      places.append(Int32(place >> 1))
      place &+= 0x9E37_79B9
    }
    let middle = Int32(1) << 30
    for bits in 0..<30 {
      let distance = (Int32(1) << Int32(bits)) &+ Int32(bits)
      let near = [distance, middle - distance, middle + distance, Int32.max - distance]
      places += near.filter { $0 >= 0 }
    }
    places.append(Int32.max)
    self.places = places
    exact = places.map { timing(Double($0) * 0x1p-31) }
    magnitude = exact.reduce(1) { max($0, $1.magnitude) }
  }

  /// How far the loop's values are from those that the function takes within ±2^-25 of the place.
  ///
  /// That is how far a `Float` rounds the place itself: beyond it, steepness says nothing of the fit.
  func measure(_ plan: KernelPlan, giveUpAt limit: Double) -> Double {
    let values = evaluate(plan)
    var worst = 0.0
    for index in places.indices {
      var miss = (Double(values[index]) - exact[index]).magnitude
      if miss > limit / 2 { miss = min(miss, missNearby(Double(values[index]), places[index])) }
      worst = max(worst, miss)
      if worst > limit { return worst }
    }
    return worst
  }

  private func missNearby(_ value: Double, _ place: Int32) -> Double {
    var low = Double.infinity
    var high = -Double.infinity
    for step in -2...2 {
      let nearby = timing((Double(place) + Double(step * Self.roundedAway / 2)) * 0x1p-31)
      low = min(low, nearby)
      high = max(high, nearby)
    }
    return max(0, low - value, value - high)
  }

  private func evaluate(_ plan: KernelPlan) -> [Float] {
    let count = places.count
    // The loops read whole vectors of aligned input.
    let input = UnsafeMutableRawPointer.allocate(byteCount: 8 * (count + 16), alignment: 64)
    defer { input.deallocate() }
    let phases = input.initializeMemory(as: Int32.self, repeating: 0, count: 2 * (count + 16))
    let room = (count + 15) / 16 * 16
    for index in 0..<count { phases[index] = places[index] }
    let rates = UnsafeMutableRawPointer(phases + room).assumingMemoryBound(to: Float.self)
    return [Float](unsafeUninitializedCapacity: count) { values, initialized in
      values.initialize(repeating: 0)
      initialized = count
      guard let output = values.baseAddress else { return }
      let span = rk_span(
        phase: phases, rate: rates, out: output, count: Int64(count), scale: 0)
      withUnsafePointer(to: span) { span in
        plan.kernel(.autoreverse, streams: false)(plan.curve, span)
      }
    }
  }
}
