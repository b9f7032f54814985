// SPDX-License-Identifier: Apache-2.0

import RepeatTiming
import SDLDriver

/// The light of a picture, measured at points that are spread over it, without drawing it.
///
/// Each cell of a grid has one point, in each at another position: a thin line is then a small part of
/// the points near it, as it is of the picture.
///
/// A point has the colour that the list's shapes leave there, one over the other as the renderer mixes
/// them: in sRGB. Text counts as a part of its colour, as large as letters cover of their boxes.
struct LightGrid {
  /// Points in a row and in a column: at 960 x 540 one each 20 pixels.
  static let columns = 48
  static let rows = 30
  /// The part of a letter's box that is ink.
  static let ink = 0.35

  private var points = [RGBA8](repeating: Palette.ground, count: columns * rows)
  private var cells = LightCells(width: 1, height: 1)
  /// The square of a batch that each point is in, -1 beside them; for one arrangement of one batch.
  private var squares:
    (batch: ObjectIdentifier, arrangements: Int, cells: LightCells, indices: [Int])?

  /// The mean luminance of each tile, row by row, and then that of the whole picture, 0...1.
  /// - Parameters: Tiles in a row and in a column, of which those of the grid are multiples.
  func means(columns: Int, rows: Int) -> [Double] {
    var means = [Double](repeating: 0, count: columns * rows + 1)
    for point in points.indices {
      let row = point / Self.columns * rows / Self.rows
      let tile = row * columns + point % Self.columns * columns / Self.columns
      means[tile] += Self.luminance(points[point])
    }
    for tile in 0..<columns * rows {
      means[columns * rows] += means[tile] / Double(points.count)
      means[tile] *= Double(columns * rows) / Double(points.count)
    }
    return means
  }

  private static func luminance(_ color: RGBA8) -> Double {
    0.2126 * linear[Int(color.red)] + 0.7152 * linear[Int(color.green)]
      + 0.0722 * linear[Int(color.blue)]
  }

  /// The light of each byte, as `Palette.luminance(of:)` has it.
  private static let linear = (0...255).map {
    Color(sRGB8: UInt8($0), green: 0, blue: 0).red
  }

  /// Measures a picture of so many pixels.
  mutating func measure(_ list: borrowing DrawList, width: Int, height: Int) {
    cells = LightCells(width: width, height: height)
    for index in points.indices { points[index] = Palette.ground }
    for command in list.drawings {
      switch command {
      case .rectangles(let color, let pool):
        for rect in list.rectangles(pool) { fill(rect, color) }
      case .shapes(let shape, let pool):
        for sprite in list.sprites(pool) { fill(sprite, shape) }
      case .glyphs(_, let pool):
        for sprite in list.sprites(pool) {
          fill(sprite.destination, sprite.tint, share: Self.ink)
        }
      case .squares(let batch): fill(batch)
      }
    }
  }

  private mutating func fill(_ rect: PixelRect, _ color: RGBA8, share: Double = 1) {
    let cells = self.cells
    points.withUnsafeMutableBufferPointer { points in
      cells.forEachPoint(in: rect) { point, _, _ in Self.mix(color, share, into: &points[point]) }
    }
  }

  private mutating func fill(_ sprite: Sprite, _ shape: MaskShape) {
    let left = Double(sprite.destination.x) - Double(sprite.source?.x ?? 0)
    let top = Double(sprite.destination.y) - Double(sprite.source?.y ?? 0)
    let cells = self.cells
    points.withUnsafeMutableBufferPointer { points in
      cells.forEachPoint(in: sprite.destination) { point, x, y in
        let share = shape.coverage(atX: x - left, y: y - top)
        Self.mix(sprite.tint, share, into: &points[point])
      }
    }
  }

  private mutating func fill(_ batch: SquareBatch) {
    let isKnown =
      squares?.batch == ObjectIdentifier(batch) && squares?.arrangements == batch.arrangements
      && squares?.cells == cells
    if !isKnown {
      squares = (ObjectIdentifier(batch), batch.arrangements, cells, indices(of: batch))
    }
    guard let indices = squares?.indices else { return }
    for (point, square) in indices.enumerated() where square >= 0 {
      points[point] = batch.colors[4 * square]
    }
  }

  private func indices(of batch: SquareBatch) -> [Int] {
    var indices = [Int](repeating: -1, count: points.count)
    for square in 0..<batch.count {
      cells.forEachPoint(in: PixelRect(batch.box(of: square))) { point, _, _ in
        indices[point] = square
      }
    }
    return indices
  }

  private static func mix(_ color: RGBA8, _ share: Double, into point: inout RGBA8) {
    let alpha = Double(color.alpha) / 255 * share
    guard alpha < 1 else {
      point = color
      return
    }
    func mixed(_ below: UInt8, _ above: UInt8) -> UInt8 {
      UInt8(Double(below) + (Double(above) - Double(below)) * alpha + 0.5)
    }
    point = RGBA8(
      red: mixed(point.red, color.red), green: mixed(point.green, color.green),
      blue: mixed(point.blue, color.blue))
  }
}

/// The cells of a ``LightGrid`` on a picture.
private struct LightCells: Hashable {
  /// Cells for each pixel of the output, across and down.
  let across: Double
  let down: Double

  init(width: Int, height: Int) {
    across = Double(LightGrid.columns) / Double(width)
    down = Double(LightGrid.rows) / Double(height)
  }

  /// Where in its cell each point is, 0..<1: across by the row, down by the column.
  private static let offsets = (0..<max(LightGrid.columns, LightGrid.rows)).map { index in
    // The golden ratio spreads any few neighbours best.
    (0.5 + Double(index) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1)
  }

  /// Calls `body` with each point in a rectangle, and where it is in pixels.
  func forEachPoint(in rect: PixelRect, _ body: (Int, Double, Double) -> Void) {
    let (left, right) = (Double(rect.x), Double(rect.x + rect.width))
    let (top, bottom) = (Double(rect.y), Double(rect.y + rect.height))
    let firstColumn = max(0, Int(left * across))
    let lastColumn = min(LightGrid.columns - 1, Int(right * across))
    let firstRow = max(0, Int(top * down))
    let lastRow = min(LightGrid.rows - 1, Int(bottom * down))
    guard right > 0, bottom > 0, firstColumn <= lastColumn, firstRow <= lastRow else { return }
    for row in firstRow...lastRow {
      for column in firstColumn...lastColumn {
        let x = (Double(column) + Self.offsets[row]) / across
        let y = (Double(row) + Self.offsets[column]) / down
        if x >= left, x < right, y >= top, y < bottom {
          body(row * LightGrid.columns + column, x, y)
        }
      }
    }
  }
}
