// SPDX-License-Identifier: Apache-2.0

/// An unevaluated sum of two `Double`s: about 106 bits of significand.
///
/// `high` is the sum rounded to nearest, `low` what that rounding lost. Times at which cycles end
/// are rarely representable in 53 bits; chained over a month of restarts, the lost parts would add
/// up to 1e-7 of a cycle. Kept as a pair, they do not.
///
/// Source: T. J. Dekker, "A floating-point technique for extending the available precision",
/// Numerische Mathematik 18 (1971); D. E. Knuth, TAOCP vol. 2, section 4.2.2.
@usableFromInline
package struct DoubleDouble: Hashable, Sendable {
  @usableFromInline package let high: Double
  @usableFromInline package let low: Double

  package static let zero = DoubleDouble(0)
  package static let one = DoubleDouble(1)

  package init(_ value: Double) {
    high = value
    low = 0
  }

  /// An integer of up to 64 bits, exactly.
  package init(exactly value: WideInt) {
    let rounded = Double(value)
    // Values next to `Int.max` round up to 2^63, which no `Int` holds; positions stay far below.
    self.init(high: rounded, low: Double(value &- WideInt(rounded)))
  }

  /// The sum of `high` and `low`, where `low` is at most of `high`'s magnitude.
  package init(high: Double, low: Double) {
    let sum = high + low
    self.high = sum
    self.low = low - (sum - high)
  }

  /// Two parts that are one number's already.
  private init(exactHigh high: Double, low: Double) {
    self.high = high
    self.low = low
  }

  /// The exact sum of two `Double`s.
  @inlinable
  package init(sum a: Double, _ b: Double) {
    let sum = a + b
    let partOfB = sum - a
    high = sum
    low = (a - (sum - partOfB)) + (b - partOfB)
  }

  /// The exact sum of two `Double`s, the first of which has the greater magnitude.
  @inlinable @inline(__always)
  package init(sumOfGreater a: Double, _ b: Double) {
    high = a + b
    low = b - (high - a)
  }

  /// The exact difference of two `Double`s, the first of which has the greater magnitude.
  @inlinable @inline(__always)
  package init(differenceOfGreater a: Double, _ b: Double) {
    high = a - b
    low = (a - high) - b
  }

  /// The exact difference of two `Double`s, without the step that turns a sign.
  @inlinable
  package init(difference a: Double, _ b: Double) {
    let difference = a - b
    let partOfB = a - difference
    high = difference
    low = (a - (difference + partOfB)) - (b - partOfB)
  }

  /// The exact product of two `Double`s.
  package init(product a: Double, _ b: Double) {
    let product = a * b
    high = product
    low = (-product).addingProduct(a, b)
  }

  /// One divided by `value`, to 106 bits.
  package init(reciprocalOf value: Double) {
    let quotient = 1 / value
    let remainder = (1.0).addingProduct(-quotient, value)
    self.init(high: quotient, low: remainder / value)
  }
}

// Calls in the C library, which is to be small; its short way needs none of them.
extension DoubleDouble {
  package static prefix func - (value: DoubleDouble) -> DoubleDouble {
    DoubleDouble(high: -value.high, low: -value.low)
  }

  #if hasFeature(Embedded)
    @inline(never)
  #endif
  package static func + (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
    let highs = DoubleDouble(sum: a.high, b.high)
    // Of two plain numbers that is the sum already: below, both steps would join a high part with
    // its own rounding error, which changes nothing but a zero's sign and an infinity (to "no
    // number"). The one addition here does both of these as well. The low part of a sum is never
    // -0.
    if a.low == 0 && b.low == 0 {
      return DoubleDouble(exactHigh: highs.high + highs.low, low: highs.low)
    }
    let lows = DoubleDouble(sum: a.low, b.low)
    let partial = DoubleDouble(high: highs.high, low: highs.low + lows.high)
    return DoubleDouble(high: partial.high, low: partial.low + lows.low)
  }

  package static func + (a: DoubleDouble, b: Double) -> DoubleDouble {
    let highs = DoubleDouble(sum: a.high, b)
    return DoubleDouble(high: highs.high, low: highs.low + a.low)
  }

  package static func - (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble { a + -b }

  package static func - (a: DoubleDouble, b: Double) -> DoubleDouble { a + -b }

  #if hasFeature(Embedded)
    @inline(never)
  #endif
  package static func * (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
    let highs = DoubleDouble(product: a.high, b.high)
    return DoubleDouble(high: highs.high, low: highs.low + (a.high * b.low + a.low * b.high))
  }

  package static func * (a: DoubleDouble, b: Double) -> DoubleDouble {
    let highs = DoubleDouble(product: a.high, b)
    return DoubleDouble(high: highs.high, low: highs.low + a.low * b)
  }

  #if hasFeature(Embedded)
    @inline(never)
  #endif
  package static func / (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
    // Long division in digits of 53 bits; the third digit settles the last bits of the second.
    let first = a.high / b.high
    guard first.isFinite, b.high.isFinite else { return DoubleDouble(first) }
    let afterFirst = a - b * first
    let second = afterFirst.high / b.high
    let afterSecond = afterFirst - b * second
    let third = afterSecond.high / b.high
    return DoubleDouble(high: first, low: second) + third
  }
}

extension DoubleDouble: Comparable {
  @usableFromInline
  package static func < (a: DoubleDouble, b: DoubleDouble) -> Bool {
    a.high < b.high || (a.high == b.high && a.low < b.low)
  }
}

extension DoubleDouble {
  /// The largest integer not above the value; the value's magnitude must be below 2^62.
  package var floor: WideInt {
    let whole = high.rounded(.down)
    // Where `high` is an integer, only `low` says on which side of it the value lies.
    return whole == high ? WideInt(whole) + WideInt(low.rounded(.down)) : WideInt(whole)
  }

  package var magnitude: DoubleDouble { high < 0 || (high == 0 && low < 0) ? -self : self }

  /// -1, 0 or 1.
  package var sign: WideInt { high > 0 ? 1 : (high < 0 ? -1 : 0) }

  package var isFinite: Bool { high.isFinite && low.isFinite }

  /// The value without a low part that only rounding can have left.
  ///
  /// 1 / (1 / 0.45) comes out as 0.45 and 1e-33: a boundary that is a `Double` is that `Double`.
  package var withoutNoise: DoubleDouble {
    low.magnitude <= 0x1p-98 * high.magnitude ? DoubleDouble(high) : self
  }

  /// The smallest `Double` that is not below the value.
  package var roundedUp: Double { low > 0 ? high.nextUp : high }
}

#if !hasFeature(Embedded)
  extension DoubleDouble: Codable {
    @usableFromInline
    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      high = try container.decode(Double.self, forKey: .high)
      low = try container.decode(Double.self, forKey: .low)
      // 2^61 is above every time and position that a controller can reach.
      try container.require(
        high + low == high && high.magnitude <= 0x1p61, .low,
        "\(high) and \(low) are not the two parts of one number within 2^61")
    }
  }
#endif
