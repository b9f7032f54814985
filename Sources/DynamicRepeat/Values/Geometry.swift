// SPDX-License-Identifier: Apache-2.0

/// A point in the plane, in the program's drawing unit.
public struct Point: Hashable, Sendable, Interpolatable {
  /// The horizontal coordinate.
  public var x: Double
  /// The vertical coordinate.
  public var y: Double

  /// The point (x, y).
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Interpolates along the straight line between two points.
  @inlinable
  public static func interpolate(from: Point, to: Point, progress: Double) -> Point {
    Point(
      x: .interpolate(from: from.x, to: to.x, progress: progress),
      y: .interpolate(from: from.y, to: to.y, progress: progress))
  }
}

/// A width and a height, in the program's drawing unit.
///
/// A size may be negative, because an overshooting curve may carry it through 0.
public struct Size: Hashable, Sendable, Interpolatable {
  /// The horizontal extent.
  public var width: Double
  /// The vertical extent.
  public var height: Double

  /// An extent of `width` by `height`.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Interpolates width and height separately.
  @inlinable
  public static func interpolate(from: Size, to: Size, progress: Double) -> Size {
    Size(
      width: .interpolate(from: from.width, to: to.width, progress: progress),
      height: .interpolate(from: from.height, to: to.height, progress: progress))
  }
}

/// An axis-aligned rectangle: the corner with the least coordinates, and the size from there.
public struct Rect: Hashable, Sendable, Interpolatable {
  /// The corner with the least coordinates.
  public var origin: Point
  /// The size.
  public var size: Size

  /// A rectangle of `size` at `origin`.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Interpolates origin and size separately, so every corner moves along a straight line.
  @inlinable
  public static func interpolate(from: Rect, to: Rect, progress: Double) -> Rect {
    Rect(
      origin: .interpolate(from: from.origin, to: to.origin, progress: progress),
      size: .interpolate(from: from.size, to: to.size, progress: progress))
  }
}

#if !hasFeature(Embedded)
  extension Point: Codable {}
  extension Size: Codable {}
  extension Rect: Codable {}
#endif
