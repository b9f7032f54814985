// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import FramePacing
import SDLDriver
import SwarmScenario

extension SwarmScene {
  mutating func draw(on canvas: inout Canvas, _ status: FrameStatus) {
    let metrics = canvas.metrics
    var room = drawFrame(
      title: "\(Self.grouped(field.grid.count)) "
        + (field.grid.count == 1 ? "pulse, exact" : "pulses, each its own rate, each exact"),
      "Scroll to zoom out, up to 100,000. Lead the danger through them: they speed up, and none"
        + " jumps. Click one.", brief: "Scroll to zoom. Lead the danger. Click one square.",
      status, on: &canvas)
    let gap = metrics.px(12)
    if canvas.shownText != .none {
      var foot = room.takeBottom(
        canvas.face(.small).lineHeight + metrics.grip(28), gap: metrics.px(6))
      drawCost(
        in: foot.takeRight(min(metrics.px(316), foot.width * 2 / 5), gap: metrics.px(24)), status,
        on: &canvas)
      drawZoom(in: foot, on: &canvas)
      let isHigh = room.height > room.width
      let side =
        isHigh
        ? room.takeBottom(room.height * 2 / 5, gap: gap)
        : room.takeLeft(room.width * 7 / 20, gap: gap)
      if status.showsDetails {
        drawSide(in: side, on: &canvas)
      } else {
        drawChosen(in: side, on: &canvas)
      }
    }
    box = room.fitting(width: Double(field.grid.columns), height: Double(field.grid.rows))
    picture.arrange(in: box)
    canvas.draw(picture.batch)
    let square = picture.batch.box(of: chosen)
    let ring = square.inset(-metrics.px(2) - max(0, metrics.px(3) - square.width))
    canvas.outline(
      ring.intersection(box.inset(-metrics.px(4))), radius: metrics.px(3), metrics.px(2),
      Palette.text)
    drawDanger(on: &canvas)
  }

  // MARK: - The chosen square, the number of squares, and the cost

  private func drawChosen(in room: PixelBox, on canvas: inout Canvas) {
    let metrics = canvas.metrics
    let small = canvas.face(.small)
    var box = room
    let chart = box.takeBottom(min(box.height / 2, metrics.px(160)), gap: metrics.px(8))
    let side = min(box.height, box.width * 3 / 5, metrics.px(190))
    let square = box.takeLeft(side, gap: metrics.px(14)).row(box.bottom - side, height: side)
    let color = picture.brightest(Int(field.levels[chosen]))
    let value = Self.value(motion.state(at: now), now)
    canvas.flash(value, color, in: square)
    let lines: [Canvas.TextLine] = [
      ("this one", canvas.face(.medium, .bold), Palette.text),
      ("a pulse every", small, Palette.dim),
      (NumberText.whole(1 / field.hertz(of: chosen)), canvas.face(.small, .bold), Palette.text),
      ("in its own time", small, Palette.dim),
    ]
    let fits = lines.allSatisfy { canvas.width(of: $0.text, $0.face) <= box.width }
    if fits { canvas.lines(lines, in: box.row(square.y, height: side), x: box.x) }
    let lane = LaneChart.Lane(name: "", color: Palette.color(of: .restart)) {
      [motion] canvas, box, axis, thickness in
      canvas.stroke(
        motion, in: box, axis, thickness: thickness, Palette.color(of: .restart), Self.value)
    }
    LaneChart(lanes: [lane], now: now).draw(in: chart, on: &canvas)
  }

  /// The value of a square that moves along a line.
  private static func value(_ line: RepeatLine, _ time: Double) -> Double {
    let phase = line.position(at: time).phase
    return TimingFunction.easeInEaseOut(phase < 0.5 ? 2 * phase : 2 - 2 * phase)
  }

  private mutating func drawZoom(in room: PixelBox, on canvas: inout Canvas) {
    let small = canvas.face(.small)
    var box = room
    let labels = box.takeBottom(small.lineHeight)
    zoom.draw(
      zoomShare, knob: canvas.metrics.grip(22), Palette.notice, in: box, on: &canvas)
    let top = SwarmGrid.all.count - 1
    let shown = SwarmGrid.all.firstIndex(of: field.grid) ?? 0
    let isWide = room.width > (top + 1) * canvas.width(of: "100,000 ", canvas.face(.small, .bold))
    for (index, grid) in SwarmGrid.all.enumerated() {
      let isShown = index == shown
      guard isShown || isWide || (index - shown).isMultiple(of: 2) else { continue }
      let x = zoom.groove.x + zoom.groove.width * index / top
      canvas.text(
        Self.grouped(grid.count), canvas.face(.small, isShown ? .bold : .regular),
        isShown ? Palette.text : Palette.dim,
        x: index == 0 ? room.x : index == top ? room.right : x, y: labels.y,
        align: index == 0 ? .left : index == top ? .right : .centre)
    }
  }

  /// Draws the measured time to make a frame, of the time between two pictures.
  private func drawCost(in room: PixelBox, _ status: FrameStatus, on canvas: inout Canvas) {
    let metrics = canvas.metrics
    let small = canvas.face(.small)
    let bold = canvas.face(.medium, .bold)
    canvas.fill(room, radius: metrics.px(8), Palette.panel)
    var box = room.inset(metrics.px(10), 0)
    // A clock that counts frames measures nothing.
    let statistics = status.statistics
    let isMeasured = statistics.mode != .timer(.virtual) && statistics.count > 30
    let cost = statistics.builds.percentile(0.5)
    let text = isMeasured ? "\(NumberText.fixed(1000 * cost, 2)) ms" : "\u{2013} ms"
    let number = box.takeLeft(canvas.width(of: text, bold), gap: metrics.px(10))
    canvas.text(
      text, bold, Palette.color(of: .phase), x: number.x, y: room.midY - bold.lineHeight / 2)
    let period = max(statistics.intervals.percentile(0.5), 1 / 240)
    let words = isMeasured ? "a frame, of \(NumberText.fixed(1000 * period, 1)) ms" : "a frame"
    if canvas.width(of: words, small) <= box.width {
      canvas.text(words, small, Palette.text, x: box.x, y: room.midY - small.lineHeight)
    }
    var bar = box.row(room.midY + metrics.px(4), height: metrics.px(6))
    canvas.fill(bar, radius: bar.height / 2, Palette.groove)
    guard isMeasured else { return }
    bar.width = max(metrics.px(2), Int(min(1, cost / period) * Double(bar.width)))
    canvas.fill(bar, radius: bar.height / 2, Palette.color(of: .phase))
  }

  // MARK: - The field

  private func drawDanger(on canvas: inout Canvas) {
    let metrics = canvas.metrics
    let height = Double(box.height)
    guard height > 0 else { return }
    let x = box.x + Int((danger.center.x * height).rounded())
    let y = box.y + Int((danger.center.y * height).rounded())
    let thin = metrics.px(1.5)
    let core = max(2, metrics.px(14) / 2 * 2)
    let ring = SoftShape.ring(
      Point(x: Double(x), y: Double(y)), radius: Double(core / 2 + 3 * thin),
      thickness: Double(thin))
    canvas.draw([ring], Palette.ground, within: box)
    canvas.draw([.disc(x: x, y: y, diameter: core)], Palette.hunter, within: box)
  }

  // MARK: - The details

  private func drawSide(in room: PixelBox, on canvas: inout Canvas) {
    ValueTable.draw(rows, in: room, on: &canvas)
    var box = room
    drawRates(in: box.takeBottom(min(box.height / 2, canvas.metrics.px(120))), on: &canvas)
  }

  private var rows: [ValueTable.Row] {
    [
      ("squares", Self.grouped(field.grid.count), Palette.text),
      ("new rates", Self.grouped(field.changes), Palette.text),
      ("SIMD", field.kernels.set, Palette.dim),
    ]
  }

  /// Draws a histogram of the rates: a column per level, in the level's colour.
  private func drawRates(in room: PixelBox, on canvas: inout Canvas) {
    let metrics = canvas.metrics
    let small = canvas.face(.small)
    var box = room
    let caption = box.takeTop(small.lineHeight, gap: metrics.px(3))
    canvas.text("squares at each rate", small, Palette.dim, x: caption.x, y: caption.y)
    let axis = box.takeBottom(small.lineHeight, gap: metrics.px(2))
    canvas.text("calm", small, Palette.dim, x: axis.x, y: axis.y)
    canvas.text(
      NumberText.hertz(topHertz), small, Palette.dim, x: axis.right, y: axis.y, align: .right)
    canvas.fill(box, Palette.panel)
    let levels = SwarmColors.levels
    // The full height stands for a tenth of all squares, because otherwise the many calm squares
    // would dwarf the others.
    let full = Double(field.grid.count) / 10
    for level in 0..<levels {
      let count = field.population[level]
      guard count > 0 else { continue }
      let share = min((Double(count) / full).squareRoot(), 1)
      let height = max(1, Int(share * Double(box.height)))
      let x = box.x + level * box.width / levels
      let next = box.x + (level + 1) * box.width / levels
      let column = box.column(x, width: max(1, next - x - metrics.px(1)))
      canvas.fill(column.row(box.bottom - height, height: height), picture.brightest(level))
    }
  }

  /// A whole number with separated thousands.
  private static func grouped(_ number: Int) -> String {
    let digits = "\(number)"
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.utf8.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return text
  }
}
