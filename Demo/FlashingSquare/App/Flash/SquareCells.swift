// SPDX-License-Identifier: Apache-2.0

import SDLDriver

/// Which square of a batch covers how much of which cell: made once for each arrangement.
///
/// Counted in pixels: where squares share a pixel, the last one has it, as the renderer draws them.
struct SquareCells {
  /// A square's part of a cell.
  private struct Part {
    /// The index of its first colour.
    let color: Int32
    let cell: Int32
    /// The part of the cell's area.
    let share: Float
  }

  /// The pixels in a box around all squares.
  private struct Pixels {
    let bounds: PixelBox
    /// The square of each pixel, row by row; -1 beside them.
    let owners: [Int32]
    /// The cells' columns and rows, from the first pixel on.
    let columns: [Int]
    let rows: [Int]
  }

  private let batch: ObjectIdentifier
  private let arrangements: Int
  private let scale: CellScale
  private var parts: [Part] = []
  /// Light from the squares of each cell, and the part that they cover.
  private var sums = [Light](repeating: Light(), count: LightGrid.columns * LightGrid.rows)

  init(_ batch: SquareBatch, _ scale: CellScale) {
    self.batch = ObjectIdentifier(batch)
    arrangements = batch.arrangements
    self.scale = scale
    let bounds = (0..<batch.count).reduce(PixelBox.zero) { $0.union(batch.box(of: $1)) }
      .intersection(PixelBox(x: 0, y: 0, width: scale.width, height: scale.height))
    let pixels = Pixels(
      bounds: bounds, owners: Self.owners(batch, bounds),
      columns: (bounds.x..<bounds.right).map(scale.column(ofPixel:)),
      rows: (bounds.y..<bounds.bottom).map(scale.row(ofPixel:)))
    parts.reserveCapacity(batch.count)
    for square in 0..<batch.count {
      add(square, batch.box(of: square).intersection(bounds), pixels)
    }
  }

  /// Whether it is that of a batch as it is now.
  func isCurrent(_ batch: SquareBatch, _ scale: CellScale) -> Bool {
    self.batch == ObjectIdentifier(batch) && arrangements == batch.arrangements
      && self.scale == scale
  }

  /// The square of each pixel, -1 beside them.
  private static func owners(_ batch: SquareBatch, _ bounds: PixelBox) -> [Int32] {
    var owners = [Int32](repeating: -1, count: max(0, bounds.width * bounds.height))
    for square in 0..<batch.count {
      let box = batch.box(of: square).intersection(bounds)
      guard box.width > 0 else { continue }
      for y in box.y..<box.bottom {
        let row = (y - bounds.y) * bounds.width - bounds.x
        for x in box.x..<box.right { owners[row + x] = Int32(square) }
      }
    }
    return owners
  }

  /// Adds the parts of a square: in each cell, the pixels that are its own.
  private mutating func add(_ square: Int, _ box: PixelBox, _ pixels: Pixels) {
    guard box.width > 0, box.height > 0 else { return }
    let bounds = pixels.bounds
    let (rightEnd, bottomEnd) = (box.right - bounds.x, box.bottom - bounds.y)
    var top = box.y - bounds.y
    while top < bottomEnd {
      var bottom = top + 1
      while bottom < bottomEnd, pixels.rows[bottom] == pixels.rows[top] { bottom += 1 }
      var left = box.x - bounds.x
      while left < rightEnd {
        var right = left + 1
        while right < rightEnd, pixels.columns[right] == pixels.columns[left] { right += 1 }
        var count = 0
        for y in top..<bottom {
          let row = y * bounds.width
          for x in left..<right where pixels.owners[row + x] == square { count += 1 }
        }
        if count > 0 {
          let cell = pixels.rows[top] * LightGrid.columns + pixels.columns[left]
          parts.append(
            Part(
              color: Int32(4 * square), cell: Int32(cell),
              share: Float(count) * scale.cellsPerPixel))
        }
        left = right
      }
      top = bottom
    }
  }

  /// Gives points the mean light of the squares in their cells.
  /// - Parameter colors: Four for each square, of which the first counts.
  mutating func fill(_ points: inout [Light], _ colors: [RGBA8]) {
    for cell in sums.indices { sums[cell] = Light() }
    parts.withUnsafeBufferPointer { parts in
      sums.withUnsafeMutableBufferPointer { sums in
        colors.withUnsafeBufferPointer { colors in
          LightGrid.linear.withUnsafeBufferPointer { linear in
            for part in parts {
              let color = colors[Int(truncatingIfNeeded: part.color)]
              let light = Light(
                red: linear[Int(color.red)], green: linear[Int(color.green)],
                blue: linear[Int(color.blue)], cover: 1)
              sums[Int(truncatingIfNeeded: part.cell)] += light * part.share
            }
          }
        }
      }
    }
    for point in points.indices where sums[point].cover > 0 {
      points[point] = points[point] * (1 - min(sums[point].cover, 1)) + sums[point]
      points[point].cover = 0
    }
  }
}
