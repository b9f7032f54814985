// SPDX-License-Identifier: Apache-2.0

extension Double {
  /// What the rounded `product` of this number and `other` has lost, from the products of their
  /// halves; magnitudes below 2^990.
  ///
  /// Where every processor is to run the code, a fused multiplication is a call: this is not.
  /// Source: T. J. Dekker, Numerische Mathematik 18 (1971), section 5.
  @inlinable @inline(__always)
  package func lost(times other: Double, product: Double) -> Double {
    let (head, otherHead) = (self.head, other.head)
    let (tail, otherTail) = (self - head, other - otherHead)
    return ((head * otherHead - product) + head * otherTail + tail * otherHead) + tail * otherTail
  }

  /// The upper 26 bits, rounded; magnitudes below 2^990.
  @inlinable @inline(__always)
  var head: Double {
    let scaled = 0x8000001p0 * self
    return scaled - (scaled - self)
  }
}
