// SPDX-License-Identifier: Apache-2.0

extension RepeatSettings {
  /// The highest rate in effect, in cycles per second.
  @inline(__always)
  var cycleRateLimit: Double { maxFlashRate == .infinity ? .infinity : limitedCycleRate }

  /// The limit as the rate of a motion.
  var limitingRate: Rate { Rate(hertz: min(cycleRateLimit, RepeatLimits.highestRate)) }

  @inline(never)
  private var limitedCycleRate: Double { maxFlashRate / Double(flashesPerCycle) }

  /// The number of flashes in a cycle, at least 1: how often the value rises by a tenth or more,
  /// with a fall of a tenth or more between two rises.
  ///
  /// Source: WCAG 2.3.1, "general flash": a pair of opposing changes of 10 % or more.
  private var flashesPerCycle: Int {
    let (there, back) = (pace.turns, returnPace?.turns)
    // The values at which the value may change its direction, in the order of the cycle.
    var values = InlineArray<8, Double>(repeating: 0)
    for index in 0..<4 {
      values[index] = there[index]
      values[4 + index] = !autoreverses ? 0 : back.map { 1 - $0[index] } ?? there[3 - index]
    }
    var (isHigh, low, high, count) = (false, 0.0, 0.0, 0)
    // The first round finds the direction in which the cycle begins.
    for index in 0..<16 {
      let value = values[index % 8]
      if isHigh {
        high = max(high, value)
        if high - value >= 0.1 { (isHigh, low) = (false, value) }
      } else {
        low = min(low, value)
        if value - low >= 0.1 {
          (isHigh, high) = (true, value)
          if index >= 8 { count += 1 }
        }
      }
    }
    return max(count, 1)
  }
}

extension Pace {
  /// The progress at the start, at up to two turns, and at the end of a leg.
  fileprivate var turns: InlineArray<4, Double> {
    guard case .cubicBezier(_, let y1, _, let y2) = self else { return [0, 0, 1, 1] }
    func progress(_ s: Double) -> Double {
      s * (3 * (1 - s) * ((1 - s) * y1 + s * y2) + s * s)
    }
    // The derivative, divided by 3, is `a s² + 2 b s + c`.
    let (a, b, c) = (3 * (y1 - y2) + 1, y2 - 2 * y1, y1)
    let root = max(0, b * b - a * c).squareRoot()
    // This form of the two roots avoids the difference of nearly equal numbers.
    let sum = -(b + (b < 0 ? -root : root))
    let (first, second) = (sum == 0 ? 0 : c / sum, a == 0 ? 0 : sum / a)
    func inside(_ s: Double) -> Double { s > 0 ? min(s, 1) : 0 }
    return [
      0, progress(inside(min(first, second))), progress(inside(max(first, second))), 1,
    ]
  }
}
