// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// A value that a layer can animate: it has values between it and another, and can be added to one.
public protocol AnimatableValue: Interpolatable {
  /// Both together.
  static func + (a: Self, b: Self) -> Self
  /// What to add to `b` for `a`.
  static func - (a: Self, b: Self) -> Self
}

extension Double: AnimatableValue {}
extension SIMD2: AnimatableValue where Scalar == Double {}

extension Point: AnimatableValue {
  /// Coordinate by coordinate.
  public static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }
  /// Coordinate by coordinate.
  public static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }
}

extension Size: AnimatableValue {
  /// Width and height on their own.
  public static func + (a: Size, b: Size) -> Size {
    Size(width: a.width + b.width, height: a.height + b.height)
  }
  /// Width and height on their own.
  public static func - (a: Size, b: Size) -> Size {
    Size(width: a.width - b.width, height: a.height - b.height)
  }
}

extension Rect: AnimatableValue {
  /// Origin and size on their own.
  public static func + (a: Rect, b: Rect) -> Rect {
    Rect(origin: a.origin + b.origin, size: a.size + b.size)
  }
  /// Origin and size on their own.
  public static func - (a: Rect, b: Rect) -> Rect {
    Rect(origin: a.origin - b.origin, size: a.size - b.size)
  }
}

extension Color: AnimatableValue {
  /// Light on light, component by component, alpha too; not clamped.
  public static func + (a: Color, b: Color) -> Color {
    Color(
      red: a.red + b.red, green: a.green + b.green, blue: a.blue + b.blue,
      alpha: a.alpha + b.alpha)
  }
  /// Component by component, alpha too; not clamped.
  public static func - (a: Color, b: Color) -> Color {
    Color(
      red: a.red - b.red, green: a.green - b.green, blue: a.blue - b.blue,
      alpha: a.alpha - b.alpha)
  }
}
