// SPDX-License-Identifier: Apache-2.0

extension Double {
  /// The rounding error of `product`, which is this number times `other`, rounded.
  ///
  /// The result is accurate to 2^-104 of the product.
  ///
  /// The error is computed from the products of the numbers' halves, called heads and tails. A
  /// fused multiplication would be simpler, but on some processors it is a slow function call.
  ///
  /// Let both numbers be in 1..<2. Heads are then multiples of 2^-25, and tails are smaller than
  /// that. All products except the last are exact, because they have at most 53 bits. All sums are
  /// exact, because they are multiples of 2^-77 below 2^-24. The product of the tails may have 54
  /// bits, and its error is at most 2^-104.
  ///
  /// Source: T. J. Dekker, Numerische Mathematik 18 (1971), section 5. There, heads are rounded;
  /// here, they are cut off.
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
