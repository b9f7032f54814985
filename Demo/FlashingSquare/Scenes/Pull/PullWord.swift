// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Glibc

/// The word "Load" as a pen's path, 100 units high; the origin is the word's upper left corner.
enum PullWord {
  static let width = 304.0
  static let height = 100.0

  /// The strokes, each a chain of points; round letters begin at the right and run
  /// counterclockwise.
  static let strokes: [[Point]] = [
    [Point(x: 0, y: 0), Point(x: 0, y: 100), Point(x: 52, y: 100)],
    arc(middle: Point(x: 110, y: 68), radius: 32, from: 0, turns: -1),
    arc(middle: Point(x: 190, y: 68), radius: 32, from: 0, turns: -1)
      + [Point(x: 222, y: 36), Point(x: 222, y: 100)],
    arc(middle: Point(x: 272, y: 68), radius: 32, from: 0, turns: -1)
      + [Point(x: 304, y: 0), Point(x: 304, y: 100)],
  ]

  /// The first part of the path; `share`, 0...1, is its fraction of the path's length.
  static func part(_ share: Double) -> [[Point]] {
    var left = share * length
    var part: [[Point]] = []
    for stroke in strokes where left > 0 {
      var drawn = [stroke[0]]
      for point in stroke.dropFirst() where left > 0 {
        let last = drawn[drawn.count - 1]
        let step = distance(last, point)
        let reached = min(1, left / max(step, 1e-9))
        drawn.append(.interpolate(from: last, to: point, progress: reached))
        left -= step
      }
      part.append(drawn)
    }
    return part
  }

  static let length = strokes.reduce(0.0) { sum, stroke in
    sum + zip(stroke, stroke.dropFirst()).reduce(0.0) { $0 + distance($1.0, $1.1) }
  }

  /// The points of an arc of `turns` full turns; `start` is in turns clockwise from the right.
  static func arc(middle: Point, radius: Double, from start: Double, turns: Double) -> [Point] {
    let count = max(2, Int(turns.magnitude * 40))
    return (0...count).map { number in
      let angle = (start + turns * Double(number) / Double(count)) * 2 * Double.pi
      return Point(x: middle.x + radius * cos(angle), y: middle.y + radius * sin(angle))
    }
  }
}
