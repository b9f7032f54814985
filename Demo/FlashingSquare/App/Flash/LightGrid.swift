// SPDX-License-Identifier: Apache-2.0

import RepeatTiming
import SDLDriver

/// The light of a picture, measured at points that are spread evenly over it, without drawing it.
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
  /// Points for each pixel of the output.
  private var scale = (x: 1.0, y: 1.0)
  /// The square of a batch that each point is in, -1 beside them; for one placement of one batch.
  private var squares: (batch: ObjectIdentifier, placements: Int, width: Int, indices: [Int])?

  /// The luminance at a point, 0...1.
  func luminance(column: Int, row: Int) -> Double {
    let color = points[row * Self.columns + column]
    return Self.weights[0] * Self.linear[Int(color.red)]
      + Self.weights[1] * Self.linear[Int(color.green)]
      + Self.weights[2] * Self.linear[Int(color.blue)]
  }

  private static let weights = [0.2126, 0.7152, 0.0722]
  private static let linear = (0...255).map {
    Color(sRGB8: UInt8($0), green: 0, blue: 0).red
  }

  /// Measures a picture of so many pixels.
  mutating func measure(_ list: borrowing DrawList, width: Int, height: Int) {
    scale = (Double(Self.columns) / Double(width), Double(Self.rows) / Double(height))
    for index in points.indices { points[index] = Palette.ground }
    for command in list.commands {
      switch command {
      case .rectangles(let color, let pool):
        for rect in list.rectangles(pool) { fill(rect, color) }
      case .shapes(let shape, let pool):
        for sprite in list.sprites(pool) { fill(sprite, shape) }
      case .glyphs(_, let pool):
        for sprite in list.sprites(pool) {
          fill(sprite.destination, sprite.tint, share: Self.ink)
        }
      case .squares(let batch): fill(batch, width)
      }
    }
  }

  /// The points in a rectangle.
  private func range(_ rect: PixelRect) -> (columns: Range<Int>, rows: Range<Int>) {
    func first(_ pixels: Float, _ scale: Double, _ count: Int) -> Int {
      min(max(Int((Double(pixels) * scale - 0.5).rounded(.up)), 0), count)
    }
    let left = first(rect.x, scale.x, Self.columns)
    let right = first(rect.x + rect.width, scale.x, Self.columns)
    let top = first(rect.y, scale.y, Self.rows)
    let bottom = first(rect.y + rect.height, scale.y, Self.rows)
    return (left..<max(left, right), top..<max(top, bottom))
  }

  private mutating func fill(_ rect: PixelRect, _ color: RGBA8, share: Double = 1) {
    let (columns, rows) = range(rect)
    guard !columns.isEmpty, !rows.isEmpty else { return }
    for row in rows {
      for column in columns { mix(color, share, into: row * Self.columns + column) }
    }
  }

  private mutating func fill(_ sprite: Sprite, _ shape: MaskShape) {
    let (columns, rows) = range(sprite.destination)
    for row in rows {
      let y = (Double(row) + 0.5) / scale.y - Double(sprite.destination.y)
      for column in columns {
        let x = (Double(column) + 0.5) / scale.x - Double(sprite.destination.x)
        let share = shape.coverage(
          atX: x + Double(sprite.source?.x ?? 0), y: y + Double(sprite.source?.y ?? 0))
        mix(sprite.tint, share, into: row * Self.columns + column)
      }
    }
  }

  private mutating func fill(_ batch: SquareBatch, _ width: Int) {
    let key = (batch: ObjectIdentifier(batch), placements: batch.placements, width: width)
    if squares.map({ ($0.batch, $0.placements, $0.width) != key }) ?? true {
      squares = (key.batch, key.placements, key.width, indices(of: batch))
    }
    guard let indices = squares?.indices else { return }
    for (point, square) in indices.enumerated() where square >= 0 {
      points[point] = batch.colors[4 * square]
    }
  }

  private func indices(of batch: SquareBatch) -> [Int] {
    var indices = [Int](repeating: -1, count: points.count)
    for square in 0..<batch.count {
      let (columns, rows) = range(PixelRect(batch.box(of: square)))
      for row in rows {
        for column in columns { indices[row * Self.columns + column] = square }
      }
    }
    return indices
  }

  private mutating func mix(_ color: RGBA8, _ share: Double, into point: Int) {
    let alpha = Double(color.alpha) / 255 * share
    guard alpha < 1 else { return points[point] = color }
    func mixed(_ below: UInt8, _ above: UInt8) -> UInt8 {
      UInt8(Double(below) + (Double(above) - Double(below)) * alpha + 0.5)
    }
    let below = points[point]
    points[point] = RGBA8(
      red: mixed(below.red, color.red), green: mixed(below.green, color.green),
      blue: mixed(below.blue, color.blue))
  }
}
