// SPDX-License-Identifier: Apache-2.0

/// A rectangle of whole pixels, with the operations by which a layout divides it.
struct PixelBox: Hashable, Sendable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  static let zero = PixelBox(x: 0, y: 0, width: 0, height: 0)

  var right: Int { x + width }
  var bottom: Int { y + height }
  var midX: Int { x + width / 2 }
  var midY: Int { y + height / 2 }

  /// The part of the box from `x` to `x + width`, with the full height.
  func column(_ x: Int, width: Int) -> PixelBox {
    PixelBox(x: x, y: y, width: width, height: height)
  }

  /// The part of the box from `y` to `y + height`, with the full width.
  func row(_ y: Int, height: Int) -> PixelBox {
    PixelBox(x: x, y: y, width: width, height: height)
  }

  func square(_ side: Int) -> PixelBox {
    PixelBox(x: midX - side / 2, y: midY - side / 2, width: side, height: side)
  }

  /// The box without a margin on every side; a negative margin enlarges the box.
  ///
  /// The width and height are at least 0.
  func inset(_ margin: Int) -> PixelBox { inset(margin, margin) }
  func inset(_ horizontal: Int, _ vertical: Int) -> PixelBox {
    PixelBox(
      x: x + min(horizontal, width / 2), y: y + min(vertical, height / 2),
      width: max(0, width - 2 * horizontal), height: max(0, height - 2 * vertical))
  }

  /// Removes a strip at the upper edge, and `gap` below it; returns the strip.
  mutating func takeTop(_ wanted: Int, gap: Int = 0) -> PixelBox {
    let strip = row(y, height: max(0, min(wanted, height)))
    let used = min(strip.height + gap, height)
    (y, height) = (y + used, height - used)
    return strip
  }

  /// Removes a strip at the lower edge, and `gap` above it; returns the strip.
  mutating func takeBottom(_ wanted: Int, gap: Int = 0) -> PixelBox {
    let taken = max(0, min(wanted, height))
    let strip = row(bottom - taken, height: taken)
    height -= min(taken + gap, height)
    return strip
  }

  /// Removes a strip at the left edge, and `gap` right of it; returns the strip.
  mutating func takeLeft(_ wanted: Int, gap: Int = 0) -> PixelBox {
    let strip = column(x, width: max(0, min(wanted, width)))
    let used = min(strip.width + gap, width)
    (x, width) = (x + used, width - used)
    return strip
  }

  /// Removes a strip at the right edge, and `gap` left of it; returns the strip.
  mutating func takeRight(_ wanted: Int, gap: Int = 0) -> PixelBox {
    let taken = max(0, min(wanted, width))
    let strip = column(right - taken, width: taken)
    width -= min(taken + gap, width)
    return strip
  }

  /// Equal parts below each other if `isStacked`, otherwise side by side.
  func parts(_ count: Int, gap: Int, isStacked: Bool = true) -> [PixelBox] {
    var rest = self
    return (1...count).reversed().map { left in
      isStacked
        ? rest.takeTop((rest.height - gap * (left - 1)) / left, gap: gap)
        : rest.takeLeft((rest.width - gap * (left - 1)) / left, gap: gap)
    }
  }

  /// The largest centred box of the given proportions that fits.
  func fitting(width shapeWidth: Double, height shapeHeight: Double) -> PixelBox {
    let scale = max(0, min(Double(width) / shapeWidth, Double(height) / shapeHeight))
    let w = Int(shapeWidth * scale)
    let h = Int(shapeHeight * scale)
    return PixelBox(x: x + (width - w) / 2, y: y + (height - h) / 2, width: w, height: h)
  }

  func overlaps(_ other: PixelBox) -> Bool {
    x < other.right && other.x < right && y < other.bottom && other.y < bottom
  }

  func contains(x px: Double, y py: Double) -> Bool {
    px >= Double(x) && px < Double(right) && py >= Double(y) && py < Double(bottom)
  }
}
