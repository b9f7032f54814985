// SPDX-License-Identifier: Apache-2.0

/// A value that can be interpolated.
///
/// A custom type interpolates its parts:
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
  /// The value at `progress` between two values.
  ///
  /// Progress 0 gives `from` and progress 1 gives `to`, bit for bit; between them the value is
  /// monotone. Progress below 0 or above 1 extrapolates, as overshooting curves need.
  /// - Parameter from: The value at progress 0.
  /// - Parameter to: The value at progress 1.
  /// - Parameter progress: Finite; usually the result of a timing function.
  static func interpolate(from: Self, to: Self, progress: Double) -> Self
}

extension Double: Interpolatable {
  /// The number at `progress` between two finite numbers.
  ///
  /// Let a be `from`, b be `to` and p the progress. Neither common form is sufficient.
  /// `a + p (b - a)` misses b by a rounding, and overflows for ends far apart. `(1 - p) a + p b`
  /// may fall by a rounding while p rises, and vary between equal ends. Therefore ends of opposite
  /// signs use the second form, in which both terms move the same way, and all other ends use the
  /// first form. The first form cannot pass b before p passes 1: the rounding error of `b - a` is
  /// at most e, and for the largest p below 1, `p (b - a)` is smaller than `b - a` by at least e.
  /// For the smallest p above 1, it is larger by at least e. The result is exact at both ends,
  /// monotone, and constant if a = b.
  ///
  /// Source: C++20's `std::lerp` (paper P0811), which makes the same choice.
  @inlinable
  public static func interpolate(from: Double, to: Double, progress: Double) -> Double {
    // This also keeps the sign of a zero, and an infinite end.
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
