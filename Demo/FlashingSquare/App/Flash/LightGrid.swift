// SPDX-License-Identifier: Apache-2.0

import RepeatTiming
import SDLDriver

/// The light of a picture from the list of what is drawn, without drawing it: at points that are spread
/// evenly over it, one in each cell of a fine grid.
///
/// A point has the colour that the list's parts leave there, one over the other as the renderer mixes
/// them. A batch of squares gives each point the mean light of its whole cell, to the pixel. Each point
/// is at another position in its cell, so that thin lines count by their part of the area. Exact areas
/// of all parts would not be more exact: what several parts leave of a cell depends on where in the cell
/// they are. Text counts as a part of its colour, as large as letters cover of their boxes.
struct LightGrid {
  /// Cells in a row and in a column: 5 x 4.5 pixels each at 960 x 540.
  static let columns = 192
  static let rows = 120
  /// The part of a letter's box that is ink.
  static let ink: Float = 0.35

  /// Red, green and blue in linear light of each point, row by row, 0...1.
  private(set) var points = [Light](repeating: linear(Palette.ground), count: columns * rows)

  private var scale = CellScale(width: 1, height: 1)
  private var squares: SquareCells?

  /// Measures a picture of so many pixels.
  /// - Parameter isAccepted: Whether batches have the colours that were accepted last, rather than
  ///   those that they want.
  mutating func measure(
    _ list: borrowing DrawList, width: Int, height: Int, isAccepted: Bool = false
  ) {
    // A window that is hidden may have no pixels, and shows nothing.
    guard width > 0, height > 0 else { return }
    scale = CellScale(width: width, height: height)
    let ground = Self.linear(Palette.ground)
    for point in points.indices { points[point] = ground }
    for command in list.drawings {
      switch command {
      case .rectangles(let color, let pool):
        for rect in list.rectangles(pool) { fill(rect, color) }
      case .shapes(let shape, let pool):
        for sprite in list.sprites(pool) { fill(sprite, shape) }
      case .glyphs(_, let pool):
        for sprite in list.sprites(pool) { fill(sprite.destination, sprite.tint, share: Self.ink) }
      case .squares(let batch):
        if squares?.isCurrent(batch, scale) != true { squares = SquareCells(batch, scale) }
        squares?.fill(&points, isAccepted ? batch.drawnColors : batch.colors)
      }
    }
  }

  /// - Parameter share: The part of the rectangle that is filled, evenly spread.
  private mutating func fill(_ rect: PixelRect, _ color: RGBA8, share: Float = 1) {
    let light = Self.linear(color)
    let isOpaque = color.alpha == 255 && share == 1
    let scale = self.scale
    points.withUnsafeMutableBufferPointer { points in
      scale.forEachRun(in: rect) { run in
        if isOpaque {
          for point in run { points[point] = light }
        } else {
          for point in run {
            let below = points[point]
            points[point] = below * (1 - share) + Self.mixed(color, 1, over: below) * share
          }
        }
      }
    }
  }

  private mutating func fill(_ sprite: Sprite, _ shape: MaskShape) {
    let left = Double(sprite.destination.x) - Double(sprite.source?.x ?? 0)
    let top = Double(sprite.destination.y) - Double(sprite.source?.y ?? 0)
    let scale = self.scale
    points.withUnsafeMutableBufferPointer { points in
      scale.forEachRun(in: sprite.destination) { run in
        for point in run {
          let (x, y) = scale.pixel(ofPoint: point)
          let share = shape.coverage(atX: x - left, y: y - top)
          if share > 0 {
            points[point] = Self.mixed(sprite.tint, Float(share), over: points[point])
          }
        }
      }
    }
  }

  // MARK: - Light

  /// The light of each byte.
  static let linear = (0...255).map { Float(Color(sRGB8: UInt8($0), green: 0, blue: 0).red) }

  static func linear(_ color: RGBA8) -> Light {
    Light(
      red: linear[Int(color.red)], green: linear[Int(color.green)], blue: linear[Int(color.blue)])
  }

  /// The byte of light, in 4095 steps: at the darkest, half a byte apart.
  private static let encoded = (0...4095).map { step in
    Float(Color(red: Double(step) / 4095, green: 0, blue: 0).sRGB8.red)
  }

  /// Mixes as the renderer does: in sRGB.
  private static func mixed(_ color: RGBA8, _ share: Float, over below: Light) -> Light {
    let alpha = Float(color.alpha) / 255 * share
    func mixed(_ above: UInt8, _ below: Float) -> Float {
      let byte = encoded[min(Int(below * 4095 + 0.5), 4095)]
      return linear[Int(byte + (Float(above) - byte) * alpha + 0.5)]
    }
    return Light(
      red: mixed(color.red, below.red), green: mixed(color.green, below.green),
      blue: mixed(color.blue, below.blue))
  }
}

/// The cells of a ``LightGrid`` on a picture, and the point in each.
struct CellScale: Hashable {
  /// The picture's pixels.
  let width: Int
  let height: Int
  /// Cells for each pixel, across and down.
  private let across: Double
  private let down: Double

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    across = Double(LightGrid.columns) / Double(width)
    down = Double(LightGrid.rows) / Double(height)
  }

  /// Where in its cell each point is, 0..<1: across by the row, down by the column.
  private static let offsets = (0..<max(LightGrid.columns, LightGrid.rows)).map { index in
    // The golden ratio spreads any few neighbours best.
    (0.5 + Double(index) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1)
  }

  /// The part of a cell that a pixel is.
  var cellsPerPixel: Float { Float(across * down) }

  /// The cells of a pixel's middle.
  func column(ofPixel x: Int) -> Int { (2 * x + 1) * LightGrid.columns / (2 * width) }
  func row(ofPixel y: Int) -> Int { (2 * y + 1) * LightGrid.rows / (2 * height) }

  /// Where a point is, in pixels.
  func pixel(ofPoint point: Int) -> (x: Double, y: Double) {
    let (row, column) = (point / LightGrid.columns, point % LightGrid.columns)
    return (
      (Double(column) + Self.offsets[row]) / across, (Double(row) + Self.offsets[column]) / down
    )
  }

  /// Calls `body` with the points in a rectangle, in runs.
  func forEachRun(in rect: PixelRect, _ body: (Range<Int>) -> Void) {
    let (left, right) = (Double(rect.x) * across, Double(rect.x + rect.width) * across)
    let (top, bottom) = (Double(rect.y) * down, Double(rect.y + rect.height) * down)
    let firstRow = max(0, Int(top))
    let lastRow = min(LightGrid.rows - 1, Int(bottom))
    guard right > 0, bottom > 0, firstRow <= lastRow else { return }
    Self.offsets.withUnsafeBufferPointer { offsets in
      for row in firstRow...lastRow {
        let start = row * LightGrid.columns
        let first = max(0, Int((left - offsets[row]).rounded(.up)))
        let end = min(LightGrid.columns, Int((right - offsets[row]).rounded(.up)))
        guard first < end else { continue }
        if Double(row) >= top, Double(row + 1) <= bottom {
          body(start + first..<start + end)
        } else {
          for column in first..<end {
            let y = Double(row) + offsets[column]
            if y >= top, y < bottom { body(start + column..<start + column + 1) }
          }
        }
      }
    }
  }
}
