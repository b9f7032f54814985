// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Glibc
import SDLDriver

extension PullScene {
  /// The height of the list's window in points.
  static let viewHeight = 250.0
  static let rowHeight = 46.0

  mutating func draw(on canvas: inout Canvas, _ status: FrameStatus) {
    panel = drawFrame(
      "Drag the list down: your hand writes the word. Let go, and the list loads.",
      brief: "Drag the list down: your hand writes the word.",
      details: [
        "dragged \(NumberText.fixed(distance, 0)) of \(NumberText.fixed(Self.threshold, 0))",
        "timeOffset \(NumberText.whole(word.timeOffset))",
        "strokeEnd \(NumberText.fixed(word.presentation.strokeEnd, 2))",
        "position.y \(NumberText.fixed(word.presentation.position.y, 1))", "loaded \(loaded)",
      ], status, on: &canvas)
    scale = Double(panel.height) / Self.viewHeight
    drawList(on: &canvas)
  }

  private static let ink = Palette.color(of: .restart)

  // MARK: - The list

  private func drawList(on canvas: inout Canvas) {
    canvas.fill(panel, radius: canvas.px(6), Palette.panel)
    drawIndicator(on: &canvas)
    let top = panel.y + Int((distance * scale).rounded())
    let gap = canvas.px(2)
    let height = Int(Self.rowHeight * scale) - gap
    var y = top
    var row = 0
    // In a very small window a row has no height; without the check the loop would not end.
    while y < panel.bottom, height > 0 {
      let box = panel.row(y, height: height).intersection(panel)
      canvas.fill(box, Palette.groove)
      drawItem(number: row - loaded, in: box, height, on: &canvas)
      y += height + gap
      row += 1
    }
    drawThreshold(on: &canvas)
    if state == .idle { drawArrow(on: &canvas) }
  }

  /// Draws an arrow that shows the way of the drag; it pulses slowly.
  private func drawArrow(on canvas: inout Canvas) {
    let unit = canvas.metrics.scale
    let pulse = (1 - cos(age * Double.pi)) / 2
    let (x, y) = (Double(panel.midX), Double(panel.y) + (30 + 26 * pulse) * unit)
    let tip = Point(x: x, y: y + 26 * unit)
    let shapes =
      SoftShape.line([Point(x: x, y: y), tip], thickness: 6 * unit)
      + SoftShape.line(
        [
          Point(x: x - 13 * unit, y: tip.y - 13 * unit), tip,
          Point(x: x + 13 * unit, y: tip.y - 13 * unit),
        ], thickness: 6 * unit)
    canvas.draw(shapes, Palette.notice.withAlpha(UInt8(120 + 135 * pulse)), within: panel)
  }

  /// Draws the line to which the list must be dragged.
  private func drawThreshold(on canvas: inout Canvas) {
    let y = panel.y + Int(Self.threshold * scale)
    let length = canvas.px(10)
    let color = isFarEnough || isLoading ? Palette.notice : Palette.dim
    for x in [panel.x, panel.right - length] {
      canvas.fill(PixelBox(x: x, y: y, width: length, height: canvas.px(2)), color)
    }
  }

  /// Draws an item: a picture, and two lines whose lengths depend only on the item's number.
  private func drawItem(number: Int, in box: PixelBox, _ height: Int, on canvas: inout Canvas) {
    let margin = height / 4
    let color = number < 0 ? Palette.notice : Palette.line
    var rest = box.inset(margin, 0)
    let picture = rest.takeLeft(height / 2, gap: margin)
    canvas.fill(picture.row(box.y + margin, height: height / 2).intersection(box), color)
    let bar = max(2, height / 8)
    for line in 0..<2 {
      let seed = UInt(bitPattern: number &* 37 &+ line &* 91) % 97
      var row = rest.row(box.y + height / 2 + (line * 2 - 1) * bar * 5 / 4 - bar / 2, height: bar)
      row.width = min(row.width, box.width / 4 * (line + 1) + box.width / 4 * Int(seed) / 97)
      canvas.fill(row.intersection(box), line == 0 ? Palette.track : Palette.line)
    }
  }

  // MARK: - Behind the list

  private func drawIndicator(on canvas: inout Canvas) {
    let open = panel.row(panel.y, height: Int((distance * scale).rounded()))
    guard open.height > 0 else { return }
    let word = self.word.presentation
    let size = min(Self.threshold * 0.4 * scale, Double(panel.width) / 5.5)
    let unit = size / PullWord.height
    let pen = size * 0.13
    let left = Double(panel.midX) - PullWord.width * unit / 2
    // The word hangs above the list and moves with it, minus the way that the word rises.
    let above = distance - Self.threshold + Self.threshold * 0.3 + word.position.y
    let top = Double(panel.y) + above * scale
    let color = Self.ink.withAlpha(UInt8(255 * indicator.presentation.opacity))
    let shapes = PullWord.part(word.strokeEnd).flatMap { stroke in
      SoftShape.line(
        stroke.map { Point(x: left + $0.x * unit, y: top + $0.y * unit) }, thickness: pen)
    }
    canvas.draw(shapes, color, within: open)
    guard isLoading else { return }
    let turns = spinner.presentation.rotation / (2 * Double.pi)
    let middle = Point(x: left - size * 1.1, y: top + size / 2)
    let ring = PullWord.arc(middle: middle, radius: size * 0.42, from: turns, turns: 0.7)
    let tint = Palette.notice.withAlpha(color.alpha)
    canvas.draw(SoftShape.line(ring, thickness: pen), tint, within: open)
  }
}

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
