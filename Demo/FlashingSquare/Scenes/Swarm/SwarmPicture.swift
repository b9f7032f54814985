// SPDX-License-Identifier: Apache-2.0

import SDLDriver
import SwarmScenario

/// The squares as colours, in their boxes.
final class SwarmPicture {
  let grid: SwarmGrid
  /// The squares to draw.
  let batch: SquareBatch

  private let palette: SwarmColors
  /// The indices of colours wanted in this frame.
  private var wanted: [UInt16]
  /// The box in which the squares were arranged last.
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

  /// Takes what some squares want to show.
  /// - Parameters:
  ///   - values: From the square `first` on, 0...1.
  ///   - levels: How alarmed each square of the field is.
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

  /// Gives each square the colour that was chosen.
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

  /// The box that the squares fill in a room.
  func fit(in room: PixelBox) -> PixelBox {
    room.fitting(width: Double(grid.columns), height: Double(grid.rows))
  }

  /// Puts the squares into a box; nothing to do if they are there already.
  ///
  /// All edges are whole pixels, so squares are not all equally wide; those smaller than a pixel
  /// share one. Gaps if there is room for them.
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
