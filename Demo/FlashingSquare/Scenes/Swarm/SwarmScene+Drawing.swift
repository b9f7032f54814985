// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import FramePacing
import SDLDriver
import SwarmScenario

extension SwarmScene {
  mutating func draw(on canvas: inout Canvas, _ status: FrameStatus) {
    var room = drawFrame(
      title: "\(Self.grouped(field.grid.count)) "
        + (field.grid.count == 1 ? "pulse, exact" : "pulses, each its own rate, each exact"),
      "Scroll to zoom out, up to 100,000. Lead the danger through them: they speed up, and none"
        + " jumps. Click one.", brief: "Scroll to zoom. Lead the danger. Click one square.",
      details: [
        "\(Self.grouped(field.changes)) new rates in this frame",
        "instruction set \(field.kernels.set)",
      ], status, on: &canvas)
    var cutOut: PixelBox?
    let gap = canvas.px(12)
    if canvas.shownText != .none {
      var foot = room.takeBottom(
        canvas.small.lineHeight + canvas.metrics.grip(28), gap: canvas.px(6))
      drawCost(
        in: foot.takeRight(min(canvas.px(316), foot.width * 2 / 5), gap: canvas.px(24)), status,
        on: &canvas)
      drawZoom(in: foot, on: &canvas)
      let isHigh = room.height > room.width
      let side =
        isHigh
        ? room.takeBottom(room.height * 2 / 5, gap: gap)
        : room.takeLeft(room.width * 7 / 20, gap: gap)
      cutOut = drawChosen(in: side, on: &canvas)
    }
    box = room.fitting(width: Double(field.grid.columns), height: Double(field.grid.rows))
    let part = neighbourhood
    picture.draw(in: box, cutOut.map { (part, $0) }, on: &canvas)
    var square = picture.square(chosen, in: box)
    square.width -= picture.gap(in: box)
    square.height -= picture.gap(in: box)
    frame(square, on: &canvas)
    if let cutOut {
      frame(
        picture.part(part.x, part.y, part.width, part.height, in: box), on: &canvas)
      canvas.outline(
        cutOut.inset(-canvas.px(2)), radius: canvas.px(2), canvas.px(2), Palette.text)
    }
    drawDanger(on: &canvas)
  }

  /// The squares around the chosen one: 1,000 of them, or 100 of a small field.
  private var neighbourhood: PixelRegion {
    let (columns, rows) = field.grid.count > 10_000 ? (40, 25) : (12, 8)
    let (row, column) = chosen.quotientAndRemainder(dividingBy: field.grid.columns)
    return PixelRegion(
      x: min(max(column - columns / 2, 0), max(0, field.grid.columns - columns)),
      y: min(max(row - rows / 2, 0), max(0, field.grid.rows - rows)),
      width: min(columns, field.grid.columns), height: min(rows, field.grid.rows))
  }

  /// Draws a white frame around a part of the field.
  private func frame(_ part: PixelBox, on canvas: inout Canvas) {
    let ring = part.inset(-canvas.px(2) - max(0, canvas.px(3) - part.width))
    canvas.outline(
      ring.intersection(box.inset(-canvas.px(4))), radius: canvas.px(3), canvas.px(2),
      Palette.text)
  }

  // MARK: - The chosen square, the number of squares, and the cost

  /// Draws the chosen square and its curve.
  /// - Returns: The box for the squares around it; `nil` if all squares are large anyway.
  private func drawChosen(in room: PixelBox, on canvas: inout Canvas) -> PixelBox? {
    var box = room
    let hasCutOut = field.grid.count > 100 && room.height > canvas.px(300)
    let cutOut = hasCutOut ? box.takeTop(box.height * 2 / 5, gap: canvas.px(12)) : .zero
    let chart = box.takeBottom(
      min(box.height / 2, canvas.px(hasCutOut ? 120 : 160)), gap: canvas.px(8))
    let side = min(box.height, box.width * 3 / 5, canvas.px(190))
    let square = box.takeLeft(side, gap: canvas.px(14)).row(box.bottom - side, height: side)
    let color = picture.brightest(Int(field.levels[chosen]))
    let value = Self.value(motion.state(at: now), now)
    canvas.flash(value, color, in: square)
    let lines: [Canvas.TextLine] = [
      ("this one", canvas.face(.medium, .bold), Palette.text),
      ("a pulse every", canvas.small, Palette.dim),
      (NumberText.whole(1 / field.hertz(of: chosen)), canvas.bold, Palette.text),
      ("in its own time", canvas.small, Palette.dim),
    ]
    let fits = lines.allSatisfy { canvas.width(of: $0.text, $0.face) <= box.width }
    if fits { canvas.lines(lines, in: box.row(square.y, height: side), x: box.x) }
    let lane = LaneChart.Lane("", Palette.color(of: .restart), motion, value: Self.value)
    LaneChart(lanes: [lane], now: now).draw(in: chart, on: &canvas)
    guard hasCutOut else { return nil }
    let (part, edge) = (neighbourhood, canvas.px(2))
    let fitting = cutOut.inset(edge).fitting(
      width: Double(part.width), height: Double(part.height))
    return fitting.column(cutOut.x + edge, width: fitting.width)
  }

  /// The value of a square that moves along a line.
  private static func value(_ line: RepeatLine, _ time: Double) -> Double {
    let phase = line.position(at: time).phase
    return TimingFunction.easeInEaseOut(phase < 0.5 ? 2 * phase : 2 - 2 * phase)
  }

  private mutating func drawZoom(in room: PixelBox, on canvas: inout Canvas) {
    var box = room
    let labels = box.takeBottom(canvas.small.lineHeight)
    zoom.draw(
      zoomShare, knob: canvas.metrics.grip(22), Palette.notice, in: box, on: &canvas)
    let top = SwarmGrid.all.count - 1
    let isWide = room.width > (top + 1) * canvas.width(of: "100,000 ", canvas.bold)
    let texts = SwarmGrid.all.enumerated().map { index, grid in
      isWide || (index - size).isMultiple(of: 2) ? Self.grouped(grid.count) : nil
    }
    zoom.label(texts, marked: size, in: labels, on: &canvas)
  }

  /// Draws the measured time to make a frame, of the time between two pictures.
  private func drawCost(in room: PixelBox, _ status: FrameStatus, on canvas: inout Canvas) {
    let bold = canvas.face(.medium, .bold)
    canvas.fill(room, radius: canvas.px(8), Palette.panel)
    var box = room.inset(canvas.px(10), 0)
    // A clock that counts frames measures nothing.
    let statistics = status.statistics
    let isMeasured = statistics.mode != .timer(.virtual) && statistics.count > 30
    let cost = statistics.builds.percentile(0.5)
    let text = isMeasured ? "\(NumberText.fixed(1000 * cost, 2)) ms" : "\u{2013} ms"
    let number = box.takeLeft(canvas.width(of: text, bold), gap: canvas.px(10))
    canvas.text(text, bold, Palette.color(of: .phase), in: number)
    let period = max(statistics.intervals.percentile(0.5), 1 / 240)
    let words = isMeasured ? "a frame, of \(NumberText.fixed(1000 * period, 1)) ms" : "a frame"
    if canvas.width(of: words, canvas.small) <= box.width {
      canvas.text(
        words, canvas.small, Palette.text, x: box.x, y: room.midY - canvas.small.lineHeight)
    }
    var bar = box.row(room.midY + canvas.px(4), height: canvas.px(6))
    canvas.fill(bar, radius: bar.height / 2, Palette.groove)
    guard isMeasured else { return }
    bar.width = max(canvas.px(2), Int(min(1, cost / period) * Double(bar.width)))
    canvas.fill(bar, radius: bar.height / 2, Palette.color(of: .phase))
  }

  // MARK: - The field

  private func drawDanger(on canvas: inout Canvas) {
    let height = Double(box.height)
    guard height > 0 else { return }
    let x = box.x + Int((danger.center.x * height).rounded())
    let y = box.y + Int((danger.center.y * height).rounded())
    let thin = canvas.px(1.5)
    let core = max(2, canvas.px(14) / 2 * 2)
    let ring = SoftShape.ring(
      Point(x: Double(x), y: Double(y)), radius: Double(core / 2 + 3 * thin),
      thickness: Double(thin))
    canvas.draw([ring], Palette.ground, within: box)
    canvas.draw([.disc(x: x, y: y, diameter: core)], Palette.hunter, within: box)
  }

  /// A whole number with separated thousands.
  private static func grouped(_ number: Int) -> String {
    number < 1000
      ? "\(number)" : "\(grouped(number / 1000)),\("\(1000 + number % 1000)".dropFirst())"
  }
}
