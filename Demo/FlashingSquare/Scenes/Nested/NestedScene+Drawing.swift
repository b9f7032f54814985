// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import SDLDriver

extension NestedScene {
  mutating func draw(on canvas: inout Canvas, _ status: FrameStatus) {
    let metrics = canvas.metrics
    var box = drawFrame(
      "Each layer runs in the time of the layer around it. Drag the middle layer's speed.",
      status, on: &canvas)
    let small = canvas.face(.small)
    if status.showsDetails {
      let line = box.takeBottom(canvas.face(.medium).lineHeight)
      drawChange(in: line, on: &canvas)
    }
    drawSpeed(in: box.takeBottom(metrics.px(30), gap: metrics.px(8)), on: &canvas)
    let axis = small.lineHeight + metrics.px(2)
    let margin = metrics.px(10)
    // Each box contains the next; all rows have the same height and the same right edge.
    let rows = lanes.count
    let height = (box.height - axis - margin * (3 * rows - 1)) / rows
    var panel = box
    panel.height -= axis
    for index in lanes.indices {
      canvas.fill(panel, radius: metrics.px(6), Self.shades[index])
      panel = panel.inset(margin, 0)
      panel.height -= margin
      _ = panel.takeTop(margin)
      var row = panel.takeTop(height, gap: margin)
      row.width = box.right - margin * rows - row.x
      draw(index, axis: index == rows - 1 ? axis : 0, in: row, box.x, on: &canvas)
    }
  }

  private static let shades = [Palette.panel, Palette.shade, Palette.groove]

  private static func color(of lane: Int) -> RGBA8 {
    [Palette.color(of: .restart), Palette.color(of: .phase), Palette.color(of: .ramp)][lane]
  }

  // MARK: - A layer

  private func draw(
    _ index: Int, axis: Int, in room: PixelBox, _ left: Int, on canvas: inout Canvas
  ) {
    let metrics = canvas.metrics
    var box = room
    let names = metrics.px(176)
    // The column ends at the same x in every row, however far the row is indented.
    let column = box.takeLeft(left + names - box.x, gap: metrics.px(10))
    drawName(index, in: column, on: &canvas)
    let numbers = box.takeRight(
      canvas.width(of: "\u{2212}000.00 s", canvas.face(.medium, .bold)), gap: metrics.px(14))
    drawTime(index, in: numbers, on: &canvas)
    // The layer's position oscillates; the chart next to it shows the last positions.
    drawPosition(
      index, in: box.takeLeft(box.width * 2 / 5, gap: metrics.px(14)), on: &canvas)
    let color = Self.color(of: index)
    let history = lanes[index].history
    let lane = LaneChart.Lane(name: "", color: color) { canvas, box, axis, thickness in
      canvas.stroke(history, in: box, axis, thickness: thickness, color, Self.position)
    }
    LaneChart(lanes: [lane], now: now, requests: index > 0 ? changes : [], hasTimes: false)
      .draw(in: box, on: &canvas)
    guard axis > 0 else { return }
    // The time axis is below the bottom edges of all boxes around this row.
    let edges = lanes.count * metrics.px(10)
    canvas.times(in: box.row(box.bottom + edges, height: axis), step: 3)
  }

  private func drawPosition(_ index: Int, in room: PixelBox, on canvas: inout Canvas) {
    let diameter = min(room.height, canvas.metrics.px(40)) / 2 * 2
    let line = max(2, canvas.metrics.px(3))
    let way = PixelBox(
      x: room.x + diameter / 2, y: room.midY - line / 2, width: max(0, room.width - diameter),
      height: line)
    canvas.fill(way, Palette.track)
    let share = lanes[index].layer.presentation.position.x
    let x = Double(way.x) + share * Double(way.width)
    canvas.draw(
      [.disc(Point(x: x, y: Double(room.midY)), radius: Double(diameter) / 2)],
      Self.color(of: index), within: room)
  }

  private mutating func drawSpeed(in room: PixelBox, on canvas: inout Canvas) {
    let metrics = canvas.metrics
    let bold = canvas.face(.small, .bold)
    let color = Self.color(of: 1)
    var box = room
    let y = box.midY - bold.lineHeight / 2
    let name = canvas.text("middle layer's speed", bold, color, x: box.x, y: y)
    _ = box.takeLeft(name.width, gap: metrics.px(14))
    let value = box.takeRight(canvas.width(of: "\u{D7} \u{2212}0.5 ", bold), gap: metrics.px(14))
    canvas.text(Self.text(wantedSpeed), bold, color, x: value.right, y: y, align: .right)
    speed.draw(
      (wantedSpeed / Self.steps[0].magnitude + 1) / 2, knob: metrics.px(26), color, in: box,
      on: &canvas)
  }

  private func drawName(_ index: Int, in room: PixelBox, on canvas: inout Canvas) {
    let lane = lanes[index]
    let small = canvas.face(.small)
    let bold = canvas.face(.medium, .bold)
    let own = index == 1 && isPaused ? "paused" : "speed \(Self.text(lane.layer.speed))"
    let lines: [Canvas.TextLine] = [
      (lane.name, bold, Self.color(of: index)),
      (own, small, Palette.dim),
      ("overall \(Self.text(lane.overallSpeed))", small, Palette.dim),
    ]
    canvas.lines(lines, in: room, x: room.x)
  }

  private static func text(_ speed: Double) -> String {
    "\u{D7} \(NumberText.fixed(speed, 1))"
  }

  private func drawTime(_ index: Int, in room: PixelBox, on canvas: inout Canvas) {
    let small = canvas.face(.small)
    let bold = canvas.face(.medium, .bold)
    let time = "\(NumberText.fixed(lanes[index].localTime, 2)) s"
    canvas.lines(
      [("local time", small, Palette.dim), (time, bold, Palette.text)], x: room.right,
      y: room.midY - (bold.lineHeight + small.lineHeight) / 2, align: .right)
  }

  // MARK: - The last change

  private func drawChange(in room: PixelBox, on canvas: inout Canvas) {
    let metrics = canvas.metrics
    let small = canvas.face(.small)
    let bold = canvas.face(.medium, .bold)
    let y = room.y + bold.ascent - small.ascent
    let way = isNaive ? "naive" : "seamless"
    let color = isNaive ? Palette.alert : Palette.text
    let word = canvas.text(way, bold, color, x: room.x, y: room.y)
    let note =
      isNaive
      ? "layer.speed = \u{2026}: local time jumps" : "layer.setSpeed(_:at:): local time goes on"
    canvas.text(note, small, Palette.dim, x: word.right + metrics.px(10), y: y)
    guard let jump = lastJump else { return }
    let text = "\(NumberText.fixed(jump, 2)) s"
    // Differences that are displayed as 0 are rounding errors.
    let isJump = abs(jump) >= 0.005
    let number = canvas.text(
      text, bold, isJump ? Palette.alert : Palette.text, x: room.right, y: room.y, align: .right)
    canvas.text(
      "the last change jumped by", small, Palette.dim, x: number.x - metrics.px(10), y: y,
      align: .right)
  }
}
