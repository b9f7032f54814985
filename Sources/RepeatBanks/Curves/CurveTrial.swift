// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import RepeatTiming

/// The points at which a fit is compared with its function: all over the leg, and close to where a
/// curve may be steep.
final class CurveTrial {
  let timing: TimingFunction
  /// The function's largest magnitude, or 1: what a `Float`'s roundings are in proportion to.
  let magnitude: Double

  /// Where the leg begins.
  let start: Double

  /// Whether it does not begin with a step.
  let beginsSmoothly: Bool

  private let exact: [Double]
  /// Points on the leg, rates of 0, and the values of one chunk.
  private let points: UnsafeMutablePointer<Int32>
  private let rates: UnsafeMutablePointer<Float>
  private let values: UnsafeMutablePointer<Float>

  /// 2^-25 of a leg, in units of 2^-31: the rounding of a `Float` near 1.
  private static let roundedAway = 64
  /// Points tried at a time: most fits that are no good show it at once.
  private static let chunk = 256

  init(_ timing: TimingFunction) {
    self.timing = timing
    let all = Self.allPoints()
    exact = all.map { timing(Double($0) * 0x1p-31) }
    start = timing(0)
    beginsSmoothly = (timing(0x1p-31) - start).magnitude < 1e-7
    magnitude = exact.reduce(1) { max($0, $1.magnitude) }
    // The loops read whole vectors of aligned input, in which nothing may be undefined.
    let room = all.count + Self.chunk
    points = .allocateAligned(room, 0)
    rates = .allocateAligned(Self.chunk, 0)
    values = .allocateAligned(Self.chunk, 0)
    for index in all.indices { points[index] = all[index] }
  }

  deinit {
    points.deallocate()
    rates.deallocate()
    values.deallocate()
  }

  private static func allPoints() -> [Int32] {
    var points: [Int32] = []
    points.reserveCapacity(16_384 + 128)
    let middle = Int32(1) << 30
    for bits in 0..<30 {
      let distance = (Int32(1) << Int32(bits)) &+ Int32(bits)
      let near = [distance, middle - distance, middle + distance, Int32.max - distance]
      points += near.filter { $0 >= 0 }
    }
    points.append(Int32.max)
    // Multiples of the golden ratio fall evenly and never twice on the same part of a piece.
    var point: UInt32 = 0
    for _ in 0..<16_384 {
      points.append(Int32(point >> 1))
      point &+= 0x9E37_79B9
    }
    return points
  }

  /// How far the loop's values are from those that the function takes within ±2^-25 of the point.
  ///
  /// That is how far a `Float` rounds the point itself: beyond it, steepness is no fault of the
  /// fit.
  /// - Returns: The worst; some value above `limit` as soon as there is one.
  func measure(_ plan: KernelPlan, giveUpAt limit: Double) -> Double {
    let kernel = plan.kernel(.autoreverse, streams: false)
    var worst = 0.0
    var first = 0
    while first < exact.count {
      let count = min(Self.chunk, exact.count - first)
      var span = rk_span(
        phase: points + first, rate: rates, out: values, count: Int64(count), scale: 0)
      kernel(plan.curve, &span)
      for index in 0..<count {
        let value = Double(values[index])
        // Coefficients beyond what a `Float` holds.
        guard value.isFinite else { return .infinity }
        var miss = (value - exact[first + index]).magnitude
        if miss > limit / 2 { miss = min(miss, missNearby(value, points[first + index])) }
        worst = max(worst, miss)
      }
      if worst > limit { return worst }
      first += count
    }
    return worst
  }

  private func missNearby(_ value: Double, _ point: Int32) -> Double {
    var low = Double.infinity
    var high = -Double.infinity
    for step in -2...2 {
      let nearby = timing((Double(point) + Double(step * Self.roundedAway / 2)) * 0x1p-31)
      low = min(low, nearby)
      high = max(high, nearby)
    }
    return max(0, low - value, value - high)
  }
}
