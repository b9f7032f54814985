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
    let coverage = shape.coverage()
    var tiles: [PixelBox] = []
    for y in stride(from: 0, to: shape.side, by: side) {
      for x in stride(from: 0, to: shape.side, by: side) {
        let tile = PixelBox(
          x: x, y: y, width: min(side, shape.side - x), height: min(side, shape.side - y))
        let isEmpty = (tile.y..<tile.bottom).allSatisfy { row in
          let start = row * shape.side
          return coverage[start + tile.x..<start + tile.right].allSatisfy { $0 == 0 }
        }
        if !isEmpty { tiles.append(tile) }
      }
    }
    return tiles
  }
}
