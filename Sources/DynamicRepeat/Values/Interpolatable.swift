// SPDX-License-Identifier: Apache-2.0

/// A value that has values between it and another.
///
/// A type of your own joins by interpolating its parts:
///
/// ```swift
/// struct Lamp: Interpolatable {
///   var brightness: Double
///   var color: Color
///
///   static func interpolate(from: Lamp, to: Lamp, progress: Double) -> Lamp {
///     Lamp(
///       brightness: .interpolate(from: from.brightness, to: to.brightness, progress: progress),
///       color: .interpolate(from: from.color, to: to.color, progress: progress))
///   }
/// }
/// ```
public protocol Interpolatable {
  /// The value at `progress` on the way between two values.
  ///
  /// Progress 0 gives `from` and progress 1 gives `to`, bit for bit; between them the value
  /// never turns back. Below 0 and above 1 it goes on beyond the ends: overshooting curves need it.
  /// - Parameter from: The value at progress 0.
  /// - Parameter to: The value at progress 1.
  /// - Parameter progress: Finite; usually what a timing function answers.
  static func interpolate(from: Self, to: Self, progress: Double) -> Self
}

extension Double: Interpolatable {
  /// The number at `progress` between two finite numbers.
  ///
  /// Neither usual form will do: `a + p (b - a)` misses b by a rounding, and overflows for ends far
  /// apart; `(1 - p) a + p b` may fall by a rounding while p rises, and wander between equal ends.
  /// So ends of opposite signs take the second, where both terms move the same way, and others the
  /// first. It cannot pass b before p passes 1: the last p below 1 shortens `p (b - a)` by at least
  /// as much as `b - a` can have been rounded up, and the first above 1 lengthens it likewise. So
  /// the whole is exact at both ends, monotone, and constant where a = b.
  /// Source: C++20's `std::lerp` (paper P0811), which chooses alike.
  @inlinable
  public static func interpolate(from: Double, to: Double, progress: Double) -> Double {
    // Also keeps the sign of a zero, and an infinite end.
    if progress == 0 { return from }
    if progress == 1 { return to }
    if (from <= 0 && to >= 0) || (from >= 0 && to <= 0) {
      return progress * to + (1 - progress) * from
    }
    return from + progress * (to - from)
  }
}

extension Float: Interpolatable {
  /// The number at `progress` between two finite numbers, computed as `Double` and rounded once.
  @inlinable
  public static func interpolate(from: Float, to: Float, progress: Double) -> Float {
    if progress == 0 { return from }
    if progress == 1 { return to }
    return Float(Double.interpolate(from: Double(from), to: Double(to), progress: progress))
  }
}
