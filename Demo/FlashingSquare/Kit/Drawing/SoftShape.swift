// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Glibc

/// A shape with smooth edges, which may turn and grow in each frame and needs no texture.
///
/// Coordinates are fractional output pixels.
enum SoftShape: Hashable, Sendable {
  /// A line with round ends; a disc if both ends are equal.
  case capsule(from: Point, to: Point, radius: Double)
  /// A box with round corners, rotated clockwise by an angle in radians.
  case box(middle: Point, size: Size, corner: Double, angle: Double)
  /// A circle's outline, inside the radius.
  case ring(Point, radius: Double, thickness: Double)
  /// A polygon with straight edges, enlarged by a margin in pixels.
  case polygon([Point], margin: Double)

  static func disc(_ middle: Point, radius: Double) -> SoftShape {
    .capsule(from: middle, to: middle, radius: radius)
  }

  /// A filled circle around the upper left corner of a pixel.
  static func disc(x: Int, y: Int, diameter: Int) -> SoftShape {
    .disc(Point(x: Double(x), y: Double(y)), radius: Double(diameter) / 2)
  }

  /// A triangle that points down, around the upper left corner of a pixel, as wide as it is high.
  static func pointer(x: Int, y: Int, side: Int) -> SoftShape {
    let (x, y, half) = (Double(x), Double(y), Double(side) / 2)
    return .polygon(
      [
        Point(x: x - half, y: y - half), Point(x: x + half, y: y - half), Point(x: x, y: y + half),
      ], margin: 0)
  }

  /// A line through points, as capsules between neighbours.
  static func line(_ points: [Point], thickness: Double) -> [SoftShape] {
    zip(points, points.dropFirst()).map { .capsule(from: $0, to: $1, radius: thickness / 2) }
  }

  /// The whole pixels that contain the shape and its smooth edges.
  var bounds: PixelBox {
    switch self {
    case .capsule(let a, let b, let radius):
      return Self.bounds(
        min(a.x, b.x) - radius, min(a.y, b.y) - radius, max(a.x, b.x) + radius,
        max(a.y, b.y) + radius)
    case .box(let middle, let size, _, let angle):
      let x = (size.width * abs(cos(angle)) + size.height * abs(sin(angle))) / 2
      let y = (size.width * abs(sin(angle)) + size.height * abs(cos(angle))) / 2
      return Self.bounds(middle.x - x, middle.y - y, middle.x + x, middle.y + y)
    case .polygon(let corners, let margin):
      let (x, y) = (corners.map(\.x), corners.map(\.y))
      return Self.bounds(
        (x.min() ?? 0) - margin, (y.min() ?? 0) - margin, (x.max() ?? 0) + margin,
        (y.max() ?? 0) + margin)
    case .ring(let middle, let radius, _): return SoftShape.disc(middle, radius: radius).bounds
    }
  }

  private static func bounds(
    _ left: Double, _ top: Double, _ right: Double, _ bottom: Double
  ) -> PixelBox {
    let x = Int(left.rounded(.down)) - 1
    let y = Int(top.rounded(.down)) - 1
    return PixelBox(
      x: x, y: y, width: Int(right.rounded(.up)) + 1 - x,
      height: Int(bottom.rounded(.up)) + 1 - y)
  }

  /// Computes distances to the edge of a shape; everything that is equal for all pixels is stored.
  struct Field {
    private var origin = Point(x: 0, y: 0)
    /// The unit vector along the capsule or the box's upper edge.
    private var along = Point(x: 1, y: 0)
    private var halfLength = 0.0
    private var halfHeight = 0.0
    private let radius: Double
    /// The thickness of a ring's outline; 0 for a filled shape.
    private var thickness = 0.0
    private var corners: [Point] = []

    init(_ shape: SoftShape) {
      switch shape {
      case .capsule(let a, let b, let radius):
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        let length = (dx * dx + dy * dy).squareRoot()
        origin = Point(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)
        if length > 0 { along = Point(x: dx / length, y: dy / length) }
        halfLength = length / 2
        self.radius = radius
      case .box(let middle, let size, let corner, let angle):
        let corner = min(corner, size.width / 2, size.height / 2)
        origin = middle
        along = Point(x: cos(angle), y: sin(angle))
        halfLength = size.width / 2 - corner
        halfHeight = size.height / 2 - corner
        radius = corner
      case .ring(let middle, let outer, let line):
        origin = middle
        radius = outer - line / 2
        thickness = line
      case .polygon(let corners, let margin):
        radius = margin
        self.corners = corners
      }
    }

    /// The distance to the edge in pixels, negative inside.
    func distance(_ x: Double, _ y: Double) -> Double {
      let (dx, dy) = (x - origin.x, y - origin.y)
      if !corners.isEmpty { return distanceToPolygon(x, y) - radius }
      if thickness > 0 { return abs((dx * dx + dy * dy).squareRoot() - radius) - thickness / 2 }
      // u and v are the distances beyond the sides of the inner box, along the shape's own axes;
      // `radius` enlarges and rounds that box.
      let u = abs(dx * along.x + dy * along.y) - halfLength
      let v = abs(dy * along.x - dx * along.y) - halfHeight
      if u <= 0 || v <= 0 { return max(u, v) - radius }
      return (u * u + v * v).squareRoot() - radius
    }

    /// The distance to the nearest edge, negative inside.
    ///
    /// A point is inside if an odd number of edges are right of it.
    private func distanceToPolygon(_ x: Double, _ y: Double) -> Double {
      var nearest = Double.infinity
      var isInside = false
      var a = corners[corners.count - 1]
      for b in corners {
        let (ex, ey) = (b.x - a.x, b.y - a.y)
        let (px, py) = (x - a.x, y - a.y)
        let along = min(max((px * ex + py * ey) / max(ex * ex + ey * ey, 1e-12), 0), 1)
        let (dx, dy) = (px - ex * along, py - ey * along)
        nearest = min(nearest, dx * dx + dy * dy)
        if (a.y > y) != (b.y > y), px < ex * py / ey { isInside.toggle() }
        a = b
      }
      return isInside ? -nearest.squareRoot() : nearest.squareRoot()
    }
  }
}
