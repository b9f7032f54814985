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

  /// The coverage of a pixel that is so many pixels from the edge, as a byte.
  static func byte(at distance: Double) -> UInt8 { UInt8(min(max(0.5 - distance, 0), 1) * 255 + 0.5) }

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

/// The parts of shapes where there is something to draw.
///
/// A ring is mostly empty, and a software renderer takes as long for an empty pixel as for a full
/// one: drawn in tiles, the dial and the hunter's reach cost a third.
struct ShapeTiles {
  /// Pixels in a tile's side: smaller ones would cost more in calls than they save.
  static let side = 24
  /// Shapes kept: more than any picture has.
  private static let shapesKept = 64

  private var known: [MaskShape: [PixelBox]] = [:]

  /// The tiles of a shape that are not empty, in rows from its upper left corner.
  mutating func of(_ shape: MaskShape) -> [PixelBox] {
    if let tiles = known[shape] { return tiles }
    if known.count >= Self.shapesKept { known = [:] }
    let tiles = Self.find(shape)
    known[shape] = tiles
    return tiles
  }

  private static func find(_ shape: MaskShape) -> [PixelBox] {
    let all = PixelBox(x: 0, y: 0, width: shape.side, height: shape.side)
    guard shape.side >= 2 * side else { return [all] }
    var tiles: [PixelBox] = []
    for y in stride(from: 0, to: shape.side, by: side) {
      for x in stride(from: 0, to: shape.side, by: side) {
        let tile = PixelBox(
          x: x, y: y, width: min(side, shape.side - x), height: min(side, shape.side - y))
        if !isEmpty(tile, of: shape) { tiles.append(tile) }
      }
    }
    return tiles
  }

  /// Whether no pixel of a tile is covered.
  ///
  /// The edge is as near to a pixel as to its neighbour but for the way between them: most pixels of
  /// an empty tile need not be looked at.
  private static func isEmpty(_ tile: PixelBox, of shape: MaskShape) -> Bool {
    for y in tile.y..<tile.bottom {
      var x = tile.x
      while x < tile.right {
        let distance = shape.distance(atX: Double(x) + 0.5, y: Double(y) + 0.5)
        if MaskShape.byte(at: distance) > 0 { return false }
        x += max(1, Int(min(distance - 0.5, Double(tile.width))))
      }
    }
    return true
  }
}
