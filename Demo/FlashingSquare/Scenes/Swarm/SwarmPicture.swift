// SPDX-License-Identifier: Apache-2.0

import SDLDriver
import SwarmScenario

/// Draws the squares: their boxes and colours.
final class SwarmPicture {
  let grid: SwarmGrid
  /// The squares to draw.
  let batch: SquareBatch

  private let palette: SwarmColors
  /// The indices of the colours for this frame.
  private var wanted: [UInt16]
  /// The box of the last layout.
  private var box: PixelBox?

  init(_ grid: SwarmGrid, _ palette: SwarmColors) {
    self.grid = grid
    self.palette = palette
    batch = SquareBatch(count: grid.count)
    wanted = Array(repeating: 0, count: grid.count)
  }

  /// The brightest colour of a level.
  func brightest(_ level: Int) -> RGBA8 {
    palette.colors[(level + 1) * SwarmColors.steps - 1]
  }

  // MARK: - A frame

  /// Chooses the colours of some squares.
  /// - Parameters:
  ///   - values: The values of the squares from `first` on, 0...1.
  ///   - levels: The alarm level of each square of the field.
  func choose(_ first: Int, _ values: UnsafeBufferPointer<Float>, _ levels: [UInt8]) {
    precondition(
      levels.count == grid.count && first + values.count <= grid.count,
      "choose(\(first), values: \(values.count), levels: \(levels.count)): \(grid.count) squares")
    wanted.withUnsafeMutableBufferPointer { wanted in
      levels.withUnsafeBufferPointer { levels in
        for index in values.indices {
          wanted[first + index] = SwarmColors.index(values[index], level: levels[first + index])
        }
      }
    }
  }

  /// Sets each square's chosen colour.
  func paint() {
    batch.colors.withUnsafeMutableBufferPointer { shown in
      wanted.withUnsafeBufferPointer { wanted in
        palette.colors.withUnsafeBufferPointer { colors in
          for index in wanted.indices {
            let color = colors[Int(wanted[index])]
            shown[4 * index] = color
            shown[4 * index + 1] = color
            shown[4 * index + 2] = color
            shown[4 * index + 3] = color
          }
        }
      }
    }
  }

  // MARK: - Layout

  /// Lays out the squares in a box, unless they are already in that box.
  ///
  /// All edges are whole pixels, so widths may differ by a pixel; squares smaller than a pixel
  /// share a pixel. There are gaps between squares if they fit.
  func arrange(in newBox: PixelBox) {
    guard newBox != box else { return }
    box = newBox
    let gap = newBox.width / grid.columns / 5
    for row in 0..<grid.rows {
      let top = newBox.y + row * newBox.height / grid.rows
      let bottom = newBox.y + (row + 1) * newBox.height / grid.rows - gap
      for column in 0..<grid.columns {
        let left = newBox.x + column * newBox.width / grid.columns
        let right = newBox.x + (column + 1) * newBox.width / grid.columns - gap
        batch.put(
          row * grid.columns + column,
          in: PixelBox(
            x: left, y: top, width: max(1, right - left), height: max(1, bottom - top)))
      }
    }
  }
}
