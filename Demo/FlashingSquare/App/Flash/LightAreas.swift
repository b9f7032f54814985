// SPDX-License-Identifier: Apache-2.0

/// The mean light of areas of a picture that overlap: as large as may flash, one at each 20 pixels of
/// 960 x 540.
///
/// WCAG 2.2 allows flashes that together cover at most a quarter of any ten degrees of the field of
/// view. At the usual distance ten degrees are a third of a screen's width and height; a quarter of that
/// is a 36th of the picture, and an area here a fortieth. One that changes by a tenth of full luminance
/// as a mean counts: a whole area with the least contrast that counts, or a tenth of it between black
/// and white. With strong contrasts the limit is stricter than WCAG's.
struct LightAreas {
  /// Points of a ``LightGrid`` from one area to the next, and in a side of an area.
  static let step = 4
  static let side = 24
  static let columns = (LightGrid.columns - side) / step + 1
  static let rows = (LightGrid.rows - side) / step + 1

  /// Mean relative luminance of each area, row by row, and then that of the whole picture, 0...1.
  private(set) var luminance = [Float](repeating: 0, count: columns * rows + 1)
  /// Mean R - G - B of each, in linear light, of points that are a saturated red.
  private(set) var red = [Float](repeating: 0, count: columns * rows + 1)

  /// Sums over all cells of `step` points left and above, of both.
  private var sums = [Means](repeating: Means(), count: (sumColumns + 1) * (sumRows + 1))
  private static let sumColumns = LightGrid.columns / step
  private static let sumRows = LightGrid.rows / step

  private struct Means {
    var luminance: Float = 0
    var red: Float = 0
  }

  /// Measures the areas of a grid.
  mutating func measure(_ points: [Light]) {
    let stride = Self.sumColumns + 1
    points.withUnsafeBufferPointer { points in
      for row in 0..<Self.sumRows {
        var line = Means()
        for column in 0..<Self.sumColumns {
          for y in row * Self.step..<(row + 1) * Self.step {
            let first = y * LightGrid.columns + column * Self.step
            for point in first..<first + Self.step {
              line.luminance += points[point].luminance
              line.red += points[point].saturatedRed
            }
          }
          let sum = (row + 1) * stride + column + 1
          let above = sums[sum - stride]
          sums[sum].luminance = above.luminance + line.luminance
          sums[sum].red = above.red + line.red
        }
      }
    }
    let cells = Self.side / Self.step
    let size = Float(Self.side * Self.side)
    for row in 0..<Self.rows {
      for column in 0..<Self.columns {
        let first = row * stride + column
        let below = first + cells * stride
        let (a, b, c, d) = (sums[below + cells], sums[below], sums[first + cells], sums[first])
        let area = row * Self.columns + column
        luminance[area] = (a.luminance - b.luminance - c.luminance + d.luminance) / size
        red[area] = (a.red - b.red - c.red + d.red) / size
      }
    }
    let whole = sums[sums.count - 1]
    luminance[luminance.count - 1] = whole.luminance / Float(points.count)
    red[red.count - 1] = whole.red / Float(points.count)
  }
}
