// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Glibc
import SDLDriver

/// The coverage of the pixels under a group of soft shapes, and the resulting runs of equal
/// coverage.
struct SoftScratch {
  var levels: [UInt8] = []
  var runs = [[PixelBox]](repeating: [], count: SoftScratch.steps + 1)
  /// The runs of a box's upper left corner, by its radius and the thickness of its edge, because
  /// most frames draw the same corners.
  var corners: [[Int]: [[PixelBox]]] = [:]

  /// The number of coverage levels: sixteen look smooth, and need few drawing calls.
  static let steps = 16
}

extension Canvas {
  /// Draws shapes of one colour.
  ///
  /// Overlaps show no seams.
  /// - Parameter clip: The box outside which nothing is drawn; by default, the whole output.
  mutating func draw(_ shapes: [SoftShape], _ color: RGBA8, within clip: PixelBox? = nil) {
    var box = PixelBox.zero
    for shape in shapes { box = box.union(shape.bounds) }
    box = box.intersection(clip ?? bounds).intersection(bounds)
    guard box.width > 0, box.height > 0 else { return }
    cover(box, with: shapes)
    collectRuns(in: box)
    for level in 1...SoftScratch.steps {
      let alpha = Int(color.alpha) * level / SoftScratch.steps
      for run in scratch.soft.runs[level] { fill(run, color.withAlpha(UInt8(alpha))) }
    }
  }

  /// Draws the four corners of a box with round corners.
  /// - Parameter thickness: The thickness of the edge in pixels; `nil` for a filled box.
  mutating func corners(
    of box: PixelBox, radius: Int, thickness: Int? = nil, _ color: RGBA8
  ) {
    let key = [radius, thickness ?? 0]
    if scratch.soft.corners[key] == nil {
      let middle = Point(x: Double(radius), y: Double(radius))
      let shape =
        thickness.map {
          SoftShape.ring(middle, radius: Double(radius), thickness: Double($0))
        } ?? .disc(middle, radius: Double(radius))
      let corner = PixelBox(x: 0, y: 0, width: radius, height: radius)
      cover(corner, with: [shape])
      collectRuns(in: corner)
      scratch.soft.corners[key] = scratch.soft.runs
    }
    guard let runs = scratch.soft.corners[key] else { return }
    for level in 1...SoftScratch.steps {
      let shade = color.withAlpha(UInt8(Int(color.alpha) * level / SoftScratch.steps))
      for run in runs[level] {
        for x in [box.x + run.x, box.right - run.right] {
          fill(PixelBox(x: x, y: box.y + run.y, width: run.width, height: 1), shade)
          fill(PixelBox(x: x, y: box.bottom - run.bottom, width: run.width, height: 1), shade)
        }
      }
    }
  }

  /// Computes coverage from the distance to the edge.
  ///
  /// Coverage is exact to a few percent if the edge's radius of curvature is more than a pixel or
  /// two. If shapes overlap, the larger coverage applies.
  private mutating func cover(_ box: PixelBox, with shapes: [SoftShape]) {
    let count = box.width * box.height
    if scratch.soft.levels.count < count {
      scratch.soft.levels = [UInt8](repeating: 0, count: count)
    }
    scratch.soft.levels.withUnsafeMutableBufferPointer { levels in
      if let start = levels.baseAddress { memset(start, 0, count) }
      for shape in shapes {
        let part = shape.bounds.intersection(box)
        guard part.width > 0, part.height > 0 else { continue }
        let field = SoftShape.Field(shape)
        for y in part.y..<part.bottom {
          let row = (y - box.y) * box.width - box.x
          var x = part.x
          while x < part.right {
            let distance = field.distance(Double(x) + 0.5, Double(y) + 0.5)
            // The distance changes by at most one per pixel, so all pixels up to `end` have the
            // same coverage.
            let same = max(0, Int(min(distance.magnitude - 0.5, Double(part.right - x))))
            let end = min(x + same + 1, part.right)
            if distance < 0.5 {
              let inside = min(0.5 - distance, 1)
              let level = UInt8(inside * Double(SoftScratch.steps) + 0.5)
              if level == SoftScratch.steps, let start = levels.baseAddress {
                memset(start + row + x, Int32(level), end - x)
              } else {
                for covered in x..<end where level > levels[row + covered] {
                  levels[row + covered] = level
                }
              }
            }
            x = end
          }
        }
      }
    }
  }

  private mutating func collectRuns(in box: PixelBox) {
    for level in 0...SoftScratch.steps {
      scratch.soft.runs[level].removeAll(keepingCapacity: true)
    }
    scratch.soft.levels.withUnsafeBufferPointer { levels in
      for row in 0..<box.height {
        let first = row * box.width
        var start = 0
        while start < box.width {
          let level = levels[first + start]
          var end = start + 1
          while end < box.width, levels[first + end] == level { end += 1 }
          if level > 0 {
            scratch.soft.runs[Int(level)].append(
              PixelBox(x: box.x + start, y: box.y + row, width: end - start, height: 1))
          }
          start = end
        }
      }
    }
  }
}

extension PixelBox {
  /// The smallest box that contains both; an empty box is ignored.
  func union(_ other: PixelBox) -> PixelBox {
    if width <= 0 || height <= 0 { return other }
    if other.width <= 0 || other.height <= 0 { return self }
    let (x, y) = (min(x, other.x), min(y, other.y))
    return PixelBox(
      x: x, y: y, width: max(right, other.right) - x, height: max(bottom, other.bottom) - y)
  }

  /// The intersection of both boxes; empty if there is none.
  func intersection(_ other: PixelBox) -> PixelBox {
    let (x, y) = (max(x, other.x), max(y, other.y))
    return PixelBox(
      x: x, y: y, width: max(0, min(right, other.right) - x),
      height: max(0, min(bottom, other.bottom) - y))
  }
}
