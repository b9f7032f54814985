// SPDX-License-Identifier: Apache-2.0

/// The triangles of a thick line through points; kept between lines so that its memory is reused.
struct PolylineMesh {
  private(set) var vertices: [Vertex] = []
  private(set) var indices: [Int32] = []
  private var path: [PixelPoint] = []

  /// Whether corners go to the nearest whole pixel, and lines are at least one pixel thick.
  ///
  /// The software renderer cuts corners off to whole pixels: of a line two pixels thick it would
  /// show one wherever the line is not exactly level.
  var snaps = false

  /// Corners whose miter would be longer than this many half-widths are cut off: 2, a corner of
  /// 60°.
  private static let miterLimit: Float = 2

  mutating func build(_ points: [PixelPoint], thickness: Float, color: RGBA8) {
    precondition(
      thickness > 0 && thickness.isFinite, "a line \(thickness) pixels thick: must be positive")
    vertices.removeAll(keepingCapacity: true)
    indices.removeAll(keepingCapacity: true)
    path.removeAll(keepingCapacity: true)
    // A point on top of the one before has no direction, nor has one that is nowhere.
    for point in points where abs(point.x) < 1e18 && abs(point.y) < 1e18 {
      let square = path.last.map { Self.squaredDistance($0, point) } ?? 1
      if square > 0 { path.append(point) }
    }
    guard path.count >= 2 else { return }

    let half = thickness / 2
    var normal = Self.normal(path[0], path[1])
    addPair(path[0], normal, half, color)
    for index in 1..<path.count - 1 {
      let next = Self.normal(path[index], path[index + 1])
      // The miter points along the sum of both normals and is 1 / cos(half the turn) long; with
      // |sum|² = 2 + 2 cos(turn) = 4 cos²(half turn), that is sum · 2 / |sum|².
      let sum = PixelPoint(x: normal.x + next.x, y: normal.y + next.y)
      let square = sum.x * sum.x + sum.y * sum.y
      if square * Self.miterLimit * Self.miterLimit >= 4 {
        addPair(path[index], PixelPoint(x: sum.x * 2 / square, y: sum.y * 2 / square), half, color)
        joinLastPairs()
      } else {
        addPair(path[index], normal, half, color)
        joinLastPairs()
        addPair(path[index], next, half, color)
        // The wedge between the two ends, whichever side it opens to.
        joinLastPairs()
      }
      normal = next
    }
    addPair(path[path.count - 1], normal, half, color)
    joinLastPairs()
  }

  /// The unit vector to the right of the way from `start` to `end`.
  private static func normal(_ start: PixelPoint, _ end: PixelPoint) -> PixelPoint {
    let length = squaredDistance(start, end).squareRoot()
    return PixelPoint(x: (start.y - end.y) / length, y: (end.x - start.x) / length)
  }

  private static func squaredDistance(_ start: PixelPoint, _ end: PixelPoint) -> Float {
    let dx = end.x - start.x
    let dy = end.y - start.y
    return dx * dx + dy * dy
  }

  private mutating func addPair(
    _ point: PixelPoint, _ normal: PixelPoint, _ half: Float, _ color: RGBA8
  ) {
    let right = PixelPoint(x: point.x + normal.x * half, y: point.y + normal.y * half)
    var across = PixelPoint(x: normal.x * half * 2, y: normal.y * half * 2)
    guard snaps else {
      addCorner(right, color)
      addCorner(PixelPoint(x: right.x - across.x, y: right.y - across.y), color)
      return
    }
    // One side is rounded, the other keeps its distance, so that the line is as thick everywhere;
    // rounding both would make a line of one pixel vanish.
    let isWide = abs(across.x) > abs(across.y)
    across = PixelPoint(x: across.x.rounded(), y: across.y.rounded())
    if across == PixelPoint(x: 0, y: 0) {
      if isWide { across.x = normal.x < 0 ? -1 : 1 } else { across.y = normal.y < 0 ? -1 : 1 }
    }
    let corner = PixelPoint(x: (right.x + 0.5).rounded(.down), y: (right.y + 0.5).rounded(.down))
    addCorner(corner, color)
    addCorner(PixelPoint(x: corner.x - across.x, y: corner.y - across.y), color)
  }

  private mutating func addCorner(_ position: PixelPoint, _ color: RGBA8) {
    vertices.append(Vertex(position: position, color: color))
  }

  private mutating func joinLastPairs() {
    let last = Int32(vertices.count)
    indices.append(contentsOf: [last - 4, last - 3, last - 2, last - 3, last - 1, last - 2])
  }
}
