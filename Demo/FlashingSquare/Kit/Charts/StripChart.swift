// SPDX-License-Identifier: Apache-2.0

import SDLDriver

/// A chart of the last seconds of one or more motions, with marks at their changes.
struct StripChart {
  /// A motion and its colour.
  typealias Curve = (history: FlashHistory, color: RGBA8)

  /// The curves; the chart has the marks of the first one.
  let curves: [Curve]
  /// The time at the right edge, in seconds.
  let now: Double
  var ground = Palette.panel
  /// The labels of the values 1 and 0, at the left edge.
  var ends: (top: String, bottom: String)?

  /// - Parameter hasTimes: Whether to draw a time axis below, and the requested durations above.
  func draw(in room: PixelBox, hasTimes: Bool, on canvas: inout Canvas) {
    let metrics = canvas.metrics
    let small = canvas.face(.small)
    var box = room
    if let ends, canvas.shownText != .none {
      let width = max(canvas.width(of: ends.top, small), canvas.width(of: ends.bottom, small))
      _ = box.takeLeft(width, gap: metrics.px(8))
    }
    if hasTimes {
      drawTimes(in: box.takeBottom(small.lineHeight + metrics.px(2)), on: &canvas)
      if hasRequests { _ = box.takeTop(small.lineHeight) }
    }
    canvas.fill(box, radius: metrics.px(4), ground)
    drawMarks(in: box, hasLabels: hasTimes, &canvas)
    let thickness = max(1.5, 2 * metrics.scale)
    // The first curve is the thickest, so that it remains visible under an equal second one.
    for (index, curve) in curves.enumerated() {
      let share = 1 + 0.8 * Double(curves.count - 1 - index)
      draw(curve, in: box.inset(0, metrics.px(4)), share * thickness, on: &canvas)
    }
    if let ends {
      let x = box.x - metrics.px(8)
      canvas.text(ends.top, small, Palette.dim, x: x, y: box.y, align: .right)
      canvas.text(
        ends.bottom, small, Palette.dim, x: x, y: box.bottom - small.lineHeight, align: .right)
    }
  }

  private var hasRequests: Bool {
    curves.first?.history.marks.contains { if case .request = $0.kind { true } else { false } }
      ?? false
  }

  private func x(_ time: Double, in box: PixelBox) -> Double {
    Double(box.right) - (now - time) / FlashHistory.span * Double(box.width)
  }

  private func draw(
    _ chart: Curve, in box: PixelBox, _ thickness: Double, on canvas: inout Canvas
  ) {
    guard box.height > 0 else { return }
    var curve = ColumnCurve(in: box, thickness: thickness, &canvas.scratch)
    for sample in chart.history.samples {
      let y = Double(box.bottom) - sample.value * Double(box.height)
      curve.add(x: x(sample.time, in: box), y: y, &canvas.scratch)
    }
    canvas.stroke(curve, thickness: thickness, chart.color)
  }

  // MARK: - Marks

  /// Draws the newest marks first: if two labels overlap, only the newer one is drawn.
  private func drawMarks(in box: PixelBox, hasLabels: Bool, _ canvas: inout Canvas) {
    let line = canvas.metrics.px(1)
    let side = canvas.metrics.px(9) / 2 * 2
    var free = box.right
    for mark in curves.first?.history.marks.reversed() ?? [] {
      let x = Int(x(mark.time, in: box))
      guard x >= box.x, x < box.right else { continue }
      var color = Palette.notice
      if case .change(let jump) = mark.kind, jump > 0 { color = Palette.alert }
      let dash = canvas.metrics.px(3)
      for y in stride(from: box.y, to: box.bottom, by: 2 * dash) {
        canvas.fill(box.column(x, width: line).row(y, height: min(dash, box.bottom - y)), color)
      }
      canvas.draw([.pointer(x: x, y: box.y + side / 2, side: side)], color)
      guard hasLabels, case .request(let seconds) = mark.kind else { continue }
      label("every \(NumberText.seconds(seconds))", at: x, before: &free, in: box, &canvas)
    }
  }

  /// Draws a label above a mark: right of the mark, or left of it at the chart's right edge.
  private func label(
    _ text: String, at x: Int, before free: inout Int, in box: PixelBox, _ canvas: inout Canvas
  ) {
    let small = canvas.face(.small)
    let width = canvas.width(of: text, small)
    let left = x + width <= box.right ? x : x - width
    guard left >= box.x, left + width <= free else { return }
    canvas.text(text, small, Palette.notice, x: left, y: box.y - small.lineHeight)
    free = left - canvas.metrics.px(8)
  }

  func drawTimes(in axis: PixelBox, on canvas: inout Canvas) {
    let isWide = 9 * canvas.width(of: "\u{2212}6 s ", canvas.face(.small)) < axis.width
    canvas.times(in: axis, span: Int(FlashHistory.span), step: isWide ? 1 : 3)
  }
}

extension Canvas {
  /// Draws a time axis at the lower edge of a box, from `span` seconds ago at the left to now.
  mutating func times(in axis: PixelBox, span: Int, step: Int) {
    let small = face(.small)
    for seconds in stride(from: span, through: 0, by: -step) {
      text(
        seconds == 0 ? "now" : "\u{2212}\(seconds) s", small, Palette.dim,
        x: axis.right - axis.width * seconds / span, y: axis.bottom - small.lineHeight,
        align: seconds == span ? .left : seconds == 0 ? .right : .centre)
    }
  }
}
