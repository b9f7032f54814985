// SPDX-License-Identifier: Apache-2.0

/// An unevaluated sum of two `Double`s: about 106 bits of significand.
///
/// `high` is the sum rounded to nearest, and `low` is its rounding error. Times at which cycles end
/// are rarely representable in 53 bits.
///
/// Source: T. J. Dekker, "A floating-point technique for extending the available precision",
/// Numerische Mathematik 18 (1971); D. E. Knuth, TAOCP vol. 2, section 4.2.2.
struct DoubleDouble: Hashable, Sendable {
  let high: Double
  let low: Double

  static let zero = DoubleDouble(0)

  init(_ value: Double) {
    high = value
    low = 0
  }

  /// The sum of `high` and `low`; the magnitude of `low` is at most that of `high`.
  init(high: Double, low: Double) {
    let sum = high + low
    self.high = sum
    self.low = low - (sum - high)
  }

  /// The exact sum of two `Double`s.
  init(sum a: Double, _ b: Double) {
    let sum = a + b
    let partOfB = sum - a
    high = sum
    low = (a - (sum - partOfB)) + (b - partOfB)
  }

  /// The exact product of two `Double`s, or infinity.
  init(product a: Double, _ b: Double) {
    let product = a * b
    high = product
    low = product.isFinite ? (-product).addingProduct(a, b) : 0
  }
}

extension DoubleDouble {
  var isFinite: Bool { high.isFinite && low.isFinite }

  static prefix func - (value: DoubleDouble) -> DoubleDouble {
    DoubleDouble(high: -value.high, low: -value.low)
  }

  static func + (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
    let highs = DoubleDouble(sum: a.high, b.high)
    let lows = DoubleDouble(sum: a.low, b.low)
    let partial = DoubleDouble(high: highs.high, low: highs.low + lows.high)
    return DoubleDouble(high: partial.high, low: partial.low + lows.low)
  }

  static func - (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble { a + -b }

  static func * (a: DoubleDouble, b: Double) -> DoubleDouble {
    let highs = DoubleDouble(product: a.high, b)
    return DoubleDouble(high: highs.high, low: highs.low + a.low * b)
  }
}

extension DoubleDouble: Comparable {
  static func < (a: DoubleDouble, b: DoubleDouble) -> Bool {
    a.high < b.high || (a.high == b.high && a.low < b.low)
  }
}
