// SPDX-License-Identifier: Apache-2.0

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
