// SPDX-License-Identifier: Apache-2.0

// Without a conversion to an integer, which is checked, and with the way back takes twice as long.

extension Double {
  /// The nearest whole number, the even one of two; magnitudes below 2^50.
  @inlinable @inline(__always)
  package var nearestWhole: Double { (self + Self.wholeShift) - Self.wholeShift }

  /// This whole number as an integer; magnitudes below 2^50.
  @inlinable @inline(__always)
  package var wholeInteger: WideInt {
    WideInt(truncatingIfNeeded: (self + Self.wholeShift).bitPattern &- Self.wholeShift.bitPattern)
  }

  /// In the middle between 2^52 and 2^53, where the last bit of a `Double` is worth 1.
  @inlinable
  static var wholeShift: Double { 0x1.8p52 }
}
