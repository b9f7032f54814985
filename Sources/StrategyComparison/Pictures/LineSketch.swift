// SPDX-License-Identifier: Apache-2.0

/// A line through any number of points, reduced to what a picture of limited width can show.
///
/// The window is cut into columns. Of each column the first and the last point are kept, and the
/// lowest and the highest between: what is drawn covers the same pixels, and no peak and no step is
/// lost. Columns with up to four points lose nothing.
struct LineSketch {
  private let start: Double
  private let columnsPerSecond: Double
  private(set) var points: [LinePoint] = []

  private var column = Int.min
  /// The present column's points, of which ends and extremes are kept.
  private var first = LinePoint(time: 0, value: 0)
  private var low = LinePoint(time: 0, value: 0)
  private var high = LinePoint(time: 0, value: 0)
  private var last = LinePoint(time: 0, value: 0)
  /// Whether the highest came after the lowest; both may have one time.
  private var isHighLater = true

  /// More than a picture has pixels: 4 to 5 ms of a window of ten seconds.
  static let columns = 2400

  init(_ window: MotionWindow) {
    start = window.start
    columnsPerSecond = Double(Self.columns) / (window.end - window.start)
  }

  /// The column of a time; times outside the window have columns of their own.
  func column(of time: Double) -> Int { Int(((time - start) * columnsPerSecond).rounded(.down)) }

  /// Adds a point, which is not before the last one.
  mutating func add(_ time: Double, _ value: Double) {
    let point = LinePoint(time: time, value: value)
    let next = column(of: time)
    if next != column {
      flush()
      column = next
      (first, low, high, last) = (point, point, point, point)
      return
    }
    if value < low.value {
      low = point
      isHighLater = false
    } else if value > high.value {
      high = point
      isHighLater = true
    }
    last = point
  }

  /// All points, in order.
  mutating func finished() -> [LinePoint] {
    flush()
    column = Int.min
    return points
  }

  private mutating func flush() {
    guard column != Int.min else { return }
    let middle = isHighLater ? [low, high] : [high, low]
    for point in [first] + middle + [last] where point != points.last { append(point) }
  }

  /// Keeps only both ends of a level stretch.
  private mutating func append(_ point: LinePoint) {
    let count = points.count
    if count > 1, points[count - 1].value == point.value, points[count - 2].value == point.value {
      points[count - 1] = point
    } else {
      points.append(point)
    }
  }
}

/// A point of a line that is drawn.
public struct LinePoint: Hashable, Sendable {
  /// Seconds.
  public var time: Double
  /// In the line's own unit.
  public var value: Double
}
