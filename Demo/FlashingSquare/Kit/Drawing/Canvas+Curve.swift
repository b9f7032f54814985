// SPDX-License-Identifier: Apache-2.0

import SDLDriver

/// A curve as pixel columns, each with the range of heights that the curve covers there.
struct ColumnCurve {
  let box: PixelBox
  /// The number of columns added on either side, so that steep parts are as thick as flat ones.
  private let widening: Int
  private var lastX: Double?
  private var lastY = 0.0

  init(in box: PixelBox, thickness: Double, _ scratch: inout CanvasScratch) {
    self.box = box
    widening = Int((thickness - 1) / 2)
    scratch.columnTop.removeAll(keepingCapacity: true)
    scratch.columnBottom.removeAll(keepingCapacity: true)
    for _ in 0..<max(box.width, 0) {
      scratch.columnTop.append(.infinity)
      scratch.columnBottom.append(-.infinity)
    }
  }

  /// Ends the line; the next point begins a new one.
  mutating func lift() { lastX = nil }

  /// Extends the curve to a point in output pixels; x must not decrease.
  mutating func add(x: Double, y: Double, _ scratch: inout CanvasScratch) {
    defer {
      lastX = x
      lastY = y
    }
    guard let fromX = lastX else { return }
    let left = Double(box.x)
    let first = max(0, Int((fromX - left).rounded(.down)))
    let last = min(box.width - 1, Int((x - left).rounded(.down)))
    guard x >= left, first <= last else { return }
    let slope = x > fromX ? (y - lastY) / (x - fromX) : 0
    for column in first...last {
      let start = max(left + Double(column), fromX)
      let end = min(left + Double(column) + 1, x)
      let a = x > fromX ? lastY + (start - fromX) * slope : lastY
      let b = x > fromX ? lastY + (end - fromX) * slope : y
      let top = Float(min(a, b))
      let bottom = Float(max(a, b))
      for near in max(0, column - widening)...min(box.width - 1, column + widening) {
        scratch.columnTop[near] = min(scratch.columnTop[near], top)
        scratch.columnBottom[near] = max(scratch.columnBottom[near], bottom)
      }
    }
  }
}

extension Canvas {
  /// Draws the curve that the scratch columns hold, with smooth upper and lower edges.
  mutating func stroke(_ curve: ColumnCurve, thickness: Double, _ color: RGBA8) {
    let half = Float(thickness / 2)
    for stroke in scratch.strokes.indices {
      scratch.strokes[stroke].removeAll(keepingCapacity: true)
    }
    for column in 0..<scratch.columnTop.count where scratch.columnTop[column].isFinite {
      let top = scratch.columnTop[column] - half
      let bottom = scratch.columnBottom[column] + half
      let x = curve.box.x + column
      let fullTop = top.rounded(.up)
      let fullBottom = bottom.rounded(.down)
      scratch.cover(x, Int(fullTop), Int(fullBottom), stroke: 0)
      let above = Self.level(fullTop - top)
      if above > 0 { scratch.cover(x, Int(fullTop) - 1, Int(fullTop), stroke: 2 * above - 1) }
      let below = Self.level(bottom - fullBottom)
      if below > 0, fullBottom >= fullTop {
        scratch.cover(x, Int(fullBottom), Int(fullBottom) + 1, stroke: 2 * below)
      }
    }
    // Each colour is drawn separately, because SDL draws rectangles of one colour in one call.
    list.add(scratch.strokes[0], color)
    for stroke in 1..<scratch.strokes.count {
      let level = (stroke + 1) / 2
      list.add(scratch.strokes[stroke], color.withAlpha(UInt8(level * 64)))
    }
  }

  /// Coverage in quarters, 0 to 3.
  ///
  /// A coverage below an eighth is 0.
  private static func level(_ coverage: Float) -> Int { min(3, Int(coverage * 4 + 0.5)) }
}

extension CanvasScratch {
  /// Covers a part of a column.
  ///
  /// If the previous rectangle ends at this column and has the same rows, it is extended instead.
  fileprivate mutating func cover(_ x: Int, _ top: Int, _ bottom: Int, stroke: Int) {
    guard bottom > top else { return }
    let rect = PixelRect(PixelBox(x: x, y: top, width: 1, height: bottom - top))
    if let last = strokes[stroke].last, last.y == rect.y, last.height == rect.height,
      last.x + last.width == rect.x
    {
      strokes[stroke][strokes[stroke].count - 1].width += 1
    } else {
      strokes[stroke].append(rect)
    }
  }
}
