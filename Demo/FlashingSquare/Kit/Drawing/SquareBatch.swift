// SPDX-License-Identifier: Apache-2.0

import SDLDriver

/// Many squares with fixed positions and changing colours, drawn in one call.
///
/// A batch is a class, so that the draw list holds it without a copy: for a million squares, the
/// arrays of the batch are 72 MB.
final class SquareBatch {
  let count: Int
  /// The colours of each square's four corners: software rendering takes a colour per corner, not
  /// per square.
  var colors: [RGBA8]

  private var positions: [PixelPoint]
  private let indices: [Int32]

  /// A batch of squares whose boxes are not set yet.
  init(count: Int) {
    self.count = count
    colors = Array(repeating: Palette.ground, count: 4 * count)
    positions = Array(repeating: PixelPoint(x: 0, y: 0), count: 4 * count)
    // The order of corners by which software rendering detects a rectangle.
    let around: [Int32] = [0, 1, 2, 0, 2, 3]
    var indices: [Int32] = []
    indices.reserveCapacity(6 * count)
    for square in 0..<Int32(count) {
      for corner in around { indices.append(4 * square + corner) }
    }
    self.indices = indices
  }

  func put(_ index: Int, in box: PixelBox) {
    let (left, top) = (Float(box.x), Float(box.y))
    let (right, bottom) = (Float(box.right), Float(box.bottom))
    positions[4 * index] = PixelPoint(x: left, y: top)
    positions[4 * index + 1] = PixelPoint(x: right, y: top)
    positions[4 * index + 2] = PixelPoint(x: right, y: bottom)
    positions[4 * index + 3] = PixelPoint(x: left, y: bottom)
  }

  func box(of index: Int) -> PixelBox {
    let (first, last) = (positions[4 * index], positions[4 * index + 2])
    return PixelBox(
      x: Int(first.x), y: Int(first.y), width: Int(last.x - first.x),
      height: Int(last.y - first.y))
  }

  func draw(with renderer: inout Renderer) throws(DriverError) {
    try renderer.triangles(positions: positions, colors: colors, indices: indices)
  }
}

extension SquareBatch: Hashable {
  /// Whether both are the same object.
  static func == (a: SquareBatch, b: SquareBatch) -> Bool { a === b }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
