// SPDX-License-Identifier: Apache-2.0

extension Double {
  /// What the rounded `product` of this number and `other` has lost, from the products of their
  /// halves, to 2^-104 of it.
  ///
  /// Where every processor is to run the code, a fused multiplication is a call: this is not.
  ///
  /// With both numbers in 1..<2, heads are multiples of 2^-25 and tails below it. All but the last
  /// product have 53 bits at most, and every sum is a multiple of 2^-77 below 2^-24: exact. The
  /// product of the tails may have 54 bits and lose 2^-104.
  /// Source: T. J. Dekker, Numerische Mathematik 18 (1971), section 5, which rounds the heads.
  @inlinable @inline(__always)
  package func lost(times other: Double, product: Double) -> Double {
    let (head, otherHead) = (self.head, other.head)
    let (tail, otherTail) = (self - head, other - otherHead)
    return ((head * otherHead - product) + head * otherTail + tail * otherHead) + tail * otherTail
  }

  /// The upper 26 bits of the significand.
  @inlinable @inline(__always)
  package var head: Double { Double(bitPattern: bitPattern & ~0x7ff_ffff) }
}
