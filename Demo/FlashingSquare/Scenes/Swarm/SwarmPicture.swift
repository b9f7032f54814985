// SPDX-License-Identifier: Apache-2.0

import SDLDriver
import SwarmScenario

/// The squares as colours, held to three flashes a second wherever many would flash at once.
///
/// No square's rate is above the limit, but alarms come and go besides, and a key may put all squares
/// elsewhere at once. What WCAG 2.3.1 counts is an area: the field is watched in 40 tiles, each a
/// fraction of a picture, and as a whole. What would flash a fourth time within a second, by its mean
/// luminance, keeps its colours until it may go on.
final class SwarmPicture {
  let grid: SwarmGrid
  /// What is drawn.
  let batch: SquareBatch
  /// Tiles that keep their colours.
  private(set) var heldTiles = 0

  static let tileColumns = 8
  static let tileRows = 5

  private let limit: FlashLimit
  private let palette: SwarmColors
  private var wholeGuard: FlashGuard
  private var guards: [FlashGuard]
  /// The indices of colours wanted in this frame.
  private var wanted: [UInt16]
  /// The luminance wanted in each tile, and its squares.
  private var sums: [Float]
  private var tileCounts: [Int]
  /// The mean luminance that each tile wants to show, and that it showed last.
  private var wantedLight: [Double]
  private var shownLight: [Double]
  /// Where the squares are.
  private var box: PixelBox?

  /// - Parameter before: What showed until now: its colours and its guards go on.
  init(
    _ grid: SwarmGrid, _ limit: FlashLimit, _ palette: SwarmColors, _ stopwatch: Stopwatch,
    after before: SwarmPicture? = nil
  ) {
    self.grid = grid
    self.limit = limit
    self.palette = palette
    batch = SquareBatch(count: grid.count, stopwatch: stopwatch)
    wanted = Array(repeating: 0, count: grid.count)
    guards =
      before?.guards
      ?? Array(repeating: FlashGuard(), count: Self.tileColumns * Self.tileRows)
    wholeGuard = before?.wholeGuard ?? FlashGuard()
    sums = Array(repeating: 0, count: guards.count)
    wantedLight = Array(repeating: 0, count: guards.count)
    shownLight = before?.shownLight ?? wantedLight
    tileCounts = Array(repeating: 0, count: guards.count)
    for row in 0..<grid.rows {
      for column in 0..<Self.tileColumns {
        tileCounts[tile(row, column)] += columns(column).count
      }
    }
    guard let before else { return }
    for index in 0..<grid.count {
      let color = before.color(of: before.grid.index(nearest: index, of: grid))
      for corner in 4 * index..<4 * index + 4 { batch.colors[corner] = color }
    }
  }

  /// The colour that a square shows.
  func color(of index: Int) -> RGBA8 { batch.colors[4 * index] }

  /// Whether the guard holds the tile that a square is in.
  func isHeld(_ index: Int) -> Bool {
    let row = index / grid.columns
    return isTileHeld(tile(row, (index - row * grid.columns) * Self.tileColumns / grid.columns))
  }

  private func isTileHeld(_ tile: Int) -> Bool {
    limit.isOn && (wholeGuard.isHolding || guards[tile].isHolding)
  }

  private func tile(_ row: Int, _ column: Int) -> Int {
    row * Self.tileRows / grid.rows * Self.tileColumns + column
  }

  /// The columns of a tile.
  private func columns(_ column: Int) -> Range<Int> {
    // The least column that is in the tile: rounded up.
    func edge(_ tile: Int) -> Int {
      (tile * grid.columns + Self.tileColumns - 1) / Self.tileColumns
    }
    return edge(column)..<edge(column + 1)
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

  /// Colours all squares as they were chosen.
  /// - Parameter time: Seconds; not before that of the call before.
  func color(at time: Double) {
    measure()
    if limit.isOn { hold(at: time) }
    paint()
  }

  /// Asks the guards what may show: that of the whole field first, with what its tiles would show.
  private func hold(at time: Double) {
    var light = 0.0
    for tile in guards.indices {
      wantedLight[tile] = Double(sums[tile]) / Double(tileCounts[tile])
      let isHeld = guards[tile].holds(wantedLight[tile], at: time)
      light += (isHeld ? shownLight[tile] : wantedLight[tile]) * Double(tileCounts[tile])
    }
    _ = wholeGuard.show(light / Double(grid.count), at: time)
    heldTiles = wholeGuard.isHolding ? guards.count : 0
    // Where the whole is held, so is each tile: its guard has nothing new to see.
    guard !wholeGuard.isHolding else { return }
    for tile in guards.indices {
      shownLight[tile] = guards[tile].show(wantedLight[tile], at: time)
      if guards[tile].isHolding { heldTiles += 1 }
    }
  }

  /// The luminance wanted in each tile.
  private func measure() {
    for tile in sums.indices { sums[tile] = 0 }
    wanted.withUnsafeBufferPointer { wanted in
      palette.light.withUnsafeBufferPointer { light in
        for row in 0..<grid.rows {
          for column in 0..<Self.tileColumns {
            var sum: Float = 0
            for column in columns(column) { sum += light[Int(wanted[row * grid.columns + column])] }
            sums[tile(row, column)] += sum
          }
        }
      }
    }
  }

  /// Gives each square its colour, but for those in tiles that are held.
  private func paint() {
    batch.colors.withUnsafeMutableBufferPointer { shown in
      wanted.withUnsafeBufferPointer { wanted in
        palette.colors.withUnsafeBufferPointer { colors in
          for row in 0..<grid.rows {
            for column in 0..<Self.tileColumns where !isTileHeld(tile(row, column)) {
              for column in columns(column) {
                let index = row * grid.columns + column
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
    }
  }

  // MARK: - Layout

  /// The box that the squares fill in a room.
  func fit(in room: PixelBox) -> PixelBox {
    room.fitting(width: Double(grid.columns), height: Double(grid.rows))
  }

  /// Puts the squares into a box; nothing to do where they are there already.
  ///
  /// All edges are whole pixels, so squares are not all equally wide; those smaller than a pixel
  /// share one. Gaps where there is room for them.
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
