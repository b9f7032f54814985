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
  private var sums = [SIMD2<Float>](repeating: .zero, count: (sumColumns + 1) * (sumRows + 1))
  private static let sumColumns = LightGrid.columns / step
  private static let sumRows = LightGrid.rows / step

  /// Measures the areas of a grid.
  mutating func measure(_ points: [SIMD4<Float>]) {
    let stride = Self.sumColumns + 1
    points.withUnsafeBufferPointer { points in
      for row in 0..<Self.sumRows {
        var line = SIMD2<Float>.zero
        for column in 0..<Self.sumColumns {
          for y in row * Self.step..<(row + 1) * Self.step {
            let first = y * LightGrid.columns + column * Self.step
            for point in first..<first + Self.step { line += Self.values(of: points[point]) }
          }
          let sum = (row + 1) * stride + column + 1
          sums[sum] = sums[sum - stride] + line
        }
      }
    }
    let cells = Self.side / Self.step
    for row in 0..<Self.rows {
      for column in 0..<Self.columns {
        let first = row * stride + column
        let below = first + cells * stride
        let sum = sums[below + cells] - sums[below] - sums[first + cells] + sums[first]
        let mean = sum / Float(Self.side * Self.side)
        luminance[row * Self.columns + column] = mean.x
        red[row * Self.columns + column] = mean.y
      }
    }
    let whole = sums[sums.count - 1] / Float(points.count)
    luminance[luminance.count - 1] = whole.x
    red[red.count - 1] = whole.y
  }

  /// Luminance, and what is saturated red: R at least 0.8 of R + G + B.
  private static func values(of light: SIMD4<Float>) -> SIMD2<Float> {
    let sum = light.x + light.y + light.z
    return SIMD2(
      Palette.luminance(ofLight: light), light.x >= 0.8 * sum ? 2 * light.x - sum : 0)
  }
}
