// SPDX-License-Identifier: Apache-2.0

internal import CSDL2

/// Clips shapes to the output plus a margin before SDL gets them.
///
/// SDL's software renderer computes in 32-bit fixed-point numbers, which overflow at far
/// coordinates. It also scales a texture to the whole destination before clipping. The margin
/// leaves SDL's own clipping and truncation at the output's edge unchanged.
struct OutputBounds {
  /// Pixels beyond each edge.
  private static let margin: Float = 8192

  let width: Float
  let height: Float
  private let low = -Self.margin
  private let right: Float
  private let bottom: Float

  init(_ size: PixelSize) {
    width = Float(size.width)
    height = Float(size.height)
    right = width + Self.margin
    bottom = height + Self.margin
  }

  // MARK: - Rectangles

  /// Whether SDL draws a rectangle correctly as it is, neither left out nor clipped by this type; false
  /// if a number is NaN.
  func takes(_ rect: PixelRect) -> Bool {
    rect.width > 0 && rect.height > 0 && rect.x > low && rect.y > low
      && rect.x + rect.width > 0 && rect.y + rect.height > 0
      && rect.x + rect.width < right && rect.y + rect.height < bottom
  }

  /// The rectangle, clipped to the bounds; nil if it is completely outside the output.
  /// - Throws: `DriverError.invalidValue` for a number that is not finite.
  func cut(_ rect: PixelRect) throws(DriverError) -> PixelRect? {
    try checkFinite(rect.x, "x of a rectangle")
    try checkFinite(rect.y, "y of a rectangle")
    try checkFinite(rect.width, "width of a rectangle")
    try checkFinite(rect.height, "height of a rectangle")
    guard let across = cut(rect.x, rect.width, to: width),
      let down = cut(rect.y, rect.height, to: height)
    else { return nil }
    return PixelRect(x: across.start, y: down.start, width: across.length, height: down.length)
  }

  private func cut(
    _ start: Float, _ length: Float, to limit: Float
  ) -> (start: Float, length: Float)? {
    // The edges are computed in Double, because far from 0 a Float cannot represent the second
    // edge.
    let end = Double(start) + Double(length)
    guard length > 0, end > 0, start < limit else { return nil }
    let cut = max(start, low)
    return (cut, Float(min(end, Double(limit + Self.margin)) - Double(cut)))
  }

  // MARK: - Triangles

  /// Whether SDL draws a point correctly; false if a number is NaN.
  func takes(_ point: PixelPoint) -> Bool {
    point.x > low && point.y > low && point.x < right && point.y < bottom
  }

  /// Clips triangles, given as three corners each, to the bounds.
  ///
  /// The triangles' edges are exact to a pixel if the corners are at most 1e15 pixels from the
  /// output.
  /// - Throws: `DriverError.invalidValue` for a position that is not finite.
  func cut(_ corners: [Corner]) throws(DriverError) -> [Corner] {
    var result: [Corner] = []
    for start in stride(from: 0, to: corners.count, by: 3) {
      var shape = Array(corners[start..<start + 3])
      for corner in shape {
        try checkFinite(corner.position.x, "x of a corner")
        try checkFinite(corner.position.y, "y of a corner")
      }
      if !shape.allSatisfy({ takes($0.position) }) {
        shape = Self.cut(shape) { Double($0.x) - Double(low) }
        shape = Self.cut(shape) { Double(right) - Double($0.x) }
        shape = Self.cut(shape) { Double($0.y) - Double(low) }
        shape = Self.cut(shape) { Double(bottom) - Double($0.y) }.map(clamped)
      }
      for index in shape.indices.dropFirst().dropLast() {
        result += [shape[0], shape[index], shape[index + 1]]
      }
    }
    return result
  }

  /// Moves a corner back to the bounds if rounding has left it outside.
  private func clamped(_ corner: Corner) -> Corner {
    var corner = corner
    corner.position.x = min(max(corner.position.x, low), right)
    corner.position.y = min(max(corner.position.y, low), bottom)
    return corner
  }

  /// The part of a convex shape in which `distance` is at least 0.
  ///
  /// Source: Sutherland and Hodgman, "Reentrant Polygon Clipping", 1974.
  private static func cut(_ shape: [Corner], _ distance: (PixelPoint) -> Double) -> [Corner] {
    var result: [Corner] = []
    for (index, corner) in shape.enumerated() {
      let next = shape[(index + 1) % shape.count]
      let (here, there) = (distance(corner.position), distance(next.position))
      if here >= 0 { result.append(corner) }
      if here < 0 && there > 0 || here > 0 && there < 0 {
        result.append(corner.mixed(with: next, here / (here - there)))
      }
    }
    return result
  }
}

/// A corner of a triangle.
struct Corner {
  var position: PixelPoint
  var color: RGBA8

  /// A point between this corner and another one, at a fraction of the way.
  fileprivate func mixed(with other: Corner, _ fraction: Double) -> Corner {
    func mix(_ start: Float, _ end: Float) -> Float {
      Float(Double(start) * (1 - fraction) + Double(end) * fraction)
    }
    func mix(_ start: UInt8, _ end: UInt8) -> UInt8 {
      UInt8(mix(Float(start), Float(end)).rounded())
    }
    return Corner(
      position: PixelPoint(
        x: mix(position.x, other.position.x), y: mix(position.y, other.position.y)),
      color: RGBA8(
        red: mix(color.red, other.color.red), green: mix(color.green, other.color.green),
        blue: mix(color.blue, other.color.blue), alpha: mix(color.alpha, other.color.alpha)))
  }
}

/// - Throws: `DriverError.invalidValue` unless the number is finite.
func checkFinite(_ value: Float, _ name: String) throws(DriverError) {
  guard value.isFinite else {
    throw .invalidValue(name: name, value: "\(value)", allowed: "finite")
  }
}

extension SDL_Rect {
  /// The intersection of a region and a size; nil if it is empty.
  init?(_ region: PixelRegion, in size: PixelSize) {
    guard let across = Self.overlap(region.x, region.width, size.width),
      let down = Self.overlap(region.y, region.height, size.height)
    else { return nil }
    self.init(
      x: CInt(across.lowerBound), y: CInt(down.lowerBound), w: CInt(across.count),
      h: CInt(down.count))
  }

  private static func overlap(_ start: Int, _ length: Int, _ limit: Int) -> Range<Int>? {
    let (sum, isOver) = start.addingReportingOverflow(length)
    let end = isOver ? (length > 0 ? Int.max : Int.min) : sum
    let (low, high) = (max(start, 0), min(end, limit))
    return length > 0 && low < high ? low..<high : nil
  }
}
