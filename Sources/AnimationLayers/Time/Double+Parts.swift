// SPDX-License-Identifier: Apache-2.0

extension Double {
  /// The rounding error of `product`, the rounded product of this number and `other`, to 2^-104 of
  /// it.
  ///
  /// It is computed from the products of their halves, because a fused multiplication is a call on
  /// some processors.
  ///
  /// With both numbers in 1..<2, heads are multiples of 2^-25 and tails are below it. All products
  /// but the last have at most 53 bits, and every sum is a multiple of 2^-77 below 2^-24, so these
  /// are exact. The product of the tails may have 54 bits and lose 2^-104.
  ///
  /// Source: T. J. Dekker, Numerische Mathematik 18 (1971), section 5, which rounds the heads.
  @inline(__always)
  func lost(times other: Double, product: Double) -> Double {
    let (head, otherHead) = (self.head, other.head)
    let (tail, otherTail) = (self - head, other - otherHead)
    return ((head * otherHead - product) + head * otherTail + tail * otherHead) + tail * otherTail
  }

  /// The upper 26 bits of the significand.
  @inline(__always)
  var head: Double { Double(bitPattern: bitPattern & ~0x7ff_ffff) }

  /// The nearest whole number, ties to even; for magnitudes below 2^50.
  @inline(__always)
  var nearestWhole: Double { (self + Self.wholeShift) - Self.wholeShift }

  /// The middle between 2^52 and 2^53, where the last bit of a `Double` is worth 1.
  private static var wholeShift: Double { 0x1.8p52 }
}

extension Int {
  /// The quotient rounded towards negative infinity.
  func flooredQuotient(by divisor: Int) -> Int {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
