// SPDX-License-Identifier: Apache-2.0

/// The triangles of a thick line through points; kept between lines so that its memory is reused.
struct PolylineMesh {
  /// Pixels; in Double, where the square of any Float has room.
  private typealias Vector = SIMD2<Double>

  private(set) var vertices: [Vertex] = []
  private(set) var indices: [Int32] = []
  private var path: [Vector] = []

  /// Whether corners go to the nearest whole pixel, and lines are at least one pixel thick.
  ///
  /// The software renderer cuts corners off to whole pixels: of a line two pixels thick it would
  /// show one wherever the line is not exactly level.
  var snaps = false

  /// Corners whose miter would be longer than this many half-widths are cut off: 2, a corner of
  /// 60°.
  private static let miterLimit = 2.0

  /// - Parameter points: Finite.
  /// - Parameter thickness: Above 0 and finite.
  mutating func build(_ points: [PixelPoint], thickness: Float, color: RGBA8) {
    vertices.removeAll(keepingCapacity: true)
    indices.removeAll(keepingCapacity: true)
    path.removeAll(keepingCapacity: true)
    for point in points {
      let point = Vector(Double(point.x), Double(point.y))
      // A point on top of the one before has no direction.
      if path.last != point { path.append(point) }
    }
    guard path.count >= 2 else { return }

    let half = Double(thickness) / 2
    var normal = Self.normal(path[0], path[1])
    addPair(path[0], normal, half, color)
    for index in 1..<path.count - 1 {
      let next = Self.normal(path[index], path[index + 1])
      // The miter points along the sum of both normals and is 1 / cos(half the turn) long; with
      // |sum|² = 2 + 2 cos(turn) = 4 cos²(half turn), that is sum · 2 / |sum|².
      let sum = normal + next
      let square = (sum * sum).sum()
      if square * Self.miterLimit * Self.miterLimit >= 4 {
        addPair(path[index], sum * 2 / square, half, color)
        joinLastPairs()
      } else {
        addCut(at: index, normal, next, miter: sum * 2 / square, half, color)
      }
      normal = next
    }
    addPair(path[path.count - 1], normal, half, color)
    joinLastPairs()
  }

  /// Ends one part of the line at a sharp corner and begins the next.
  ///
  /// Both share the inner end of the miter, so that nothing is drawn twice; where a part is too
  /// short to reach it, or corners snap to pixels that would leave gaps, they overlap.
  private mutating func addCut(
    at index: Int, _ normal: Vector, _ next: Vector, miter: Vector, _ half: Double, _ color: RGBA8
  ) {
    let corner = path[index]
    // |miter|² - 1 = tan²(half the turn): how far the inner end lies behind the corner.
    let reach = half * half * ((miter * miter).sum() - 1)
    let shortest = min(
      Self.squaredDistance(path[index - 1], corner), Self.squaredDistance(corner, path[index + 1]))
    guard reach < shortest, !snaps || half > 1.5 else {
      addPair(corner, normal, half, color)
      joinLastPairs()
      addPair(corner, next, half, color)
      // The wedge between the two ends, whichever side it opens to.
      joinLastPairs()
      return
    }
    let isRightInner = normal.x * next.y - normal.y * next.x > 0
    let inner = snapped(corner + (isRightInner ? miter : -miter) * half)
    for normal in [normal, next] {
      let outer = snapped(corner + (isRightInner ? -normal : normal) * half)
      addCorner(isRightInner ? inner : outer, color)
      addCorner(isRightInner ? outer : inner, color)
      joinLastPairs()
    }
  }

  /// The unit vector to the right of the way from `start` to `end`.
  private static func normal(_ start: Vector, _ end: Vector) -> Vector {
    Vector(start.y - end.y, end.x - start.x) / squaredDistance(start, end).squareRoot()
  }

  private static func squaredDistance(_ start: Vector, _ end: Vector) -> Double {
    ((end - start) * (end - start)).sum()
  }

  private mutating func addPair(
    _ point: Vector, _ normal: Vector, _ half: Double, _ color: RGBA8
  ) {
    let right = point + normal * half
    var across = normal * half * 2
    guard snaps else {
      addCorner(right, color)
      addCorner(right - across, color)
      return
    }
    // One side is rounded, the other keeps its distance, so that the line is as thick everywhere;
    // rounding both would make a line of one pixel vanish.
    let isWide = abs(across.x) > abs(across.y)
    across.round(.toNearestOrAwayFromZero)
    if across == .zero {
      if isWide { across.x = normal.x < 0 ? -1 : 1 } else { across.y = normal.y < 0 ? -1 : 1 }
    }
    let corner = snapped(right)
    addCorner(corner, color)
    addCorner(corner - across, color)
  }

  private func snapped(_ point: Vector) -> Vector {
    snaps ? (point + 0.5).rounded(.down) : point
  }

  private mutating func addCorner(_ position: Vector, _ color: RGBA8) {
    let limit = Double(Float.greatestFiniteMagnitude)
    let inside = position.clamped(
      lowerBound: Vector(repeating: -limit), upperBound: Vector(repeating: limit))
    vertices.append(
      Vertex(position: PixelPoint(x: Float(inside.x), y: Float(inside.y)), color: color))
  }

  private mutating func joinLastPairs() {
    let last = Int32(vertices.count)
    indices.append(contentsOf: [last - 4, last - 3, last - 2, last - 3, last - 1, last - 2])
  }
}
