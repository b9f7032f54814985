// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import SDLDriver
import SwarmScenario

/// The squares as pixels of a picture, one each, which is drawn enlarged.
final class SwarmPicture {
  let grid: SwarmGrid
  let pixels: PixelPicture

  init(_ grid: SwarmGrid) {
    self.grid = grid
    pixels = PixelPicture(PixelSize(width: grid.columns, height: grid.rows))
  }

  /// The brightest colour of a level.
  func brightest(_ level: Int) -> RGBA8 {
    SwarmColors.all[(level + 1) * SwarmColors.steps - 1]
  }

  /// Sets the colours of all squares.
  /// - Parameters:
  ///   - values: The values of the squares, 0...1.
  ///   - levels: The alarm level of each square of the field.
  func paint(_ values: UnsafeBufferPointer<Float>, _ levels: [UInt8]) {
    precondition(
      levels.count == grid.count && values.count == grid.count,
      "paint(values: \(values.count), levels: \(levels.count)): \(grid.count) squares")
    pixels.colors.withUnsafeMutableBufferPointer { shown in
      levels.withUnsafeBufferPointer { levels in
        SwarmColors.all.withUnsafeBufferPointer { colors in
          for index in values.indices {
            shown[index] = colors[Int(SwarmColors.index(values[index], level: levels[index]))]
          }
        }
      }
    }
  }

  /// The pixels of a square, if the picture is drawn in a box.
  func square(_ index: Int, in box: PixelBox) -> PixelBox {
    let (row, column) = index.quotientAndRemainder(dividingBy: grid.columns)
    return part(column, row, 1, 1, in: box)
  }

  /// The gap after each square in pixels, if the picture is drawn in a box: a fifth of a square.
  func gap(in box: PixelBox) -> Int { grid.columns > 1 ? box.width / grid.columns / 5 : 0 }

  /// The pixels of some columns and rows, if the picture is drawn in a box.
  func part(_ column: Int, _ row: Int, _ columns: Int, _ rows: Int, in box: PixelBox) -> PixelBox {
    let x = column * box.width / grid.columns
    let y = row * box.height / grid.rows
    return PixelBox(
      x: box.x + x, y: box.y + y, width: (column + columns) * box.width / grid.columns - x,
      height: (row + rows) * box.height / grid.rows - y)
  }

  /// Draws all squares in a box, with gaps between them if they are large, and a part of them in
  /// another box.
  func draw(
    in box: PixelBox, _ cutOut: (part: PixelRegion, box: PixelBox)?, on canvas: inout Canvas
  ) {
    var sprites = [Sprite(destination: PixelRect(box))]
    if let cutOut {
      sprites.append(Sprite(source: cutOut.part, destination: PixelRect(cutOut.box)))
    }
    canvas.list.add(pixels, sprites)
    let gap = gap(in: box)
    guard gap > 0 else { return }
    for column in 1...grid.columns {
      let x = box.x + column * box.width / grid.columns
      canvas.fill(box.column(x - gap, width: gap), Palette.ground)
    }
    for row in 1...grid.rows {
      let y = box.y + row * box.height / grid.rows
      canvas.fill(box.row(y - gap, height: gap), Palette.ground)
    }
  }
}

/// The colours of a square: from dark to bright during a flash, and warmer with its alarm.
enum SwarmColors {
  /// The number of alarm levels; each has a row of colours.
  static let levels = SwarmField.levelCount
  /// The number of colours per flash.
  static let steps = 256

  /// The colours, row by row.
  static let all = (0..<levels).flatMap { level in
    let alarm = Double(level) / Double(levels - 1)
    let low = Color.interpolate(from: deep, to: calm, progress: 0.6 * alarm)
    let high = bright(alarm)
    return (0..<steps).map { step in
      let value = Double(step) / Double(steps - 1)
      return Palette.bytes(of: .interpolate(from: low, to: high, progress: value))
    }
  }

  /// A square's brightest colour: from blue through pink to the alarm colour.
  ///
  /// A direct mixture of blue and yellow would be grey in the middle.
  private static func bright(_ alarm: Double) -> Color {
    alarm < 0.45
      ? .interpolate(from: glow, to: dusk, progress: alarm / 0.45)
      : .interpolate(from: dusk, to: Palette.alarm, progress: (alarm - 0.45) / 0.55)
  }

  private static let calm = Color(sRGB8: 0x2B, green: 0x5F, blue: 0x8F)
  private static let dusk = Color(sRGB8: 0xD9, green: 0x86, blue: 0xA8)
  /// The brightest colour of a calm square, and the darkest colour of all squares: a lighter and a
  /// darker form of `calm`.
  private static let glow = Color.interpolate(
    from: calm, to: Color(sRGB8: 0x6C, green: 0xC0, blue: 0xF0), progress: 0.45)
  private static let deep = Color.interpolate(
    from: Color(sRGB8: 0x0F, green: 0x13, blue: 0x18), to: calm, progress: 0.18)

  /// The index in `all` of a value in 0...1.
  ///
  /// Adding 2^23 to a Float leaves the rounded value in the low bits of the sum. Unlike a conversion
  /// to an integer, which traps if the value does not fit, the addition can be computed for several
  /// values at once.
  @inline(__always)
  static func index(_ value: Float, level: UInt8) -> UInt16 {
    let step = (value * Float(steps - 1) + 0x1p23).bitPattern & UInt32(steps - 1)
    return UInt16(truncatingIfNeeded: UInt32(level) &* UInt32(steps) &+ step)
  }
}
