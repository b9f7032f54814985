// SPDX-License-Identifier: Apache-2.0

/// A shape with smooth edges, as coverage for exactly the pixels that it will fill: never scaled.
enum MaskShape: Hashable, Sendable {
  /// A filled circle.
  case disc(diameter: Int)
  /// A circle's line, inside the diameter.
  case ring(diameter: Int, thickness: Int)
  /// The right half of a ring.
  case rightArc(diameter: Int, thickness: Int)
  /// The left half of a ring.
  case leftArc(diameter: Int, thickness: Int)
  /// A triangle with its point below, as wide as it is high.
  case pointer(side: Int)

  /// Pixels in width and height.
  var side: Int {
    switch self {
    case .disc(let diameter), .ring(let diameter, _), .rightArc(let diameter, _),
      .leftArc(let diameter, _):
      diameter
    case .pointer(let side): side
    }
  }

  /// A byte a pixel, row by row: how much of the pixel the shape covers.
  ///
  /// A pixel's coverage is its distance to the edge, exact to a few percent where the edge is no
  /// tighter than a pixel or two.
  func coverage() -> [UInt8] {
    let side = side
    var bytes: [UInt8] = []
    bytes.reserveCapacity(side * side)
    for row in 0..<side {
      for column in 0..<side {
        bytes.append(Self.byte(at: distance(atX: Double(column) + 0.5, y: Double(row) + 0.5)))
      }
    }
    return bytes
  }

  /// How much of the pixel around a point from the upper left corner is covered, 0...1.
  func coverage(atX x: Double, y: Double) -> Double { Self.coverage(at: distance(atX: x, y: y)) }

  private static func coverage(at distance: Double) -> Double { min(max(0.5 - distance, 0), 1) }

  /// The coverage of a pixel that is so many pixels from the edge, as a byte.
  static func byte(at distance: Double) -> UInt8 { UInt8(coverage(at: distance) * 255 + 0.5) }

  /// Pixels to the edge from a point from the upper left corner: negative inside.
  func distance(atX x: Double, y: Double) -> Double {
    let middle = Double(side) / 2
    return distance(x - middle, y - middle)
  }

  /// Pixels to the edge from a point relative to the middle: negative inside.
  private func distance(_ x: Double, _ y: Double) -> Double {
    let radius = Double(side) / 2
    switch self {
    case .disc:
      return (x * x + y * y).squareRoot() - radius
    case .ring(_, let thickness):
      return Self.ring(x, y, radius, Double(thickness))
    case .rightArc(_, let thickness):
      return max(Self.ring(x, y, radius, Double(thickness)), -x)
    case .leftArc(_, let thickness):
      return max(Self.ring(x, y, radius, Double(thickness)), x)
    case .pointer:
      // Two legs from the upper corners to the point below: normals (±2, 1) / √5.
      let leg = (2 * abs(x) + y - radius) / 5.0.squareRoot()
      return max(leg, -radius - y)
    }
  }

  private static func ring(_ x: Double, _ y: Double, _ radius: Double, _ thickness: Double)
    -> Double
  {
    let line = radius - thickness / 2
    return abs((x * x + y * y).squareRoot() - line) - thickness / 2
  }
}
