// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import DynamicRepeat
import SDLDriver

extension SheetScene {
  mutating func draw(on canvas: inout Canvas, _ status: FrameStatus) {
    var box = drawFrame(
      "Each strip is one animation over eight seconds. Drag the playhead.",
      brief: "Drag the playhead over eight seconds.", status, on: &canvas)
    let axis = canvas.small.lineHeight + canvas.px(2)
    let gap = canvas.px(6)
    let count = Self.rows.count
    let height = (box.height - axis - gap * (count - 1)) / count
    var lanes: [PixelBox] = []
    for _ in 0..<count { lanes.append(box.takeTop(height, gap: gap)) }
    let boxes = lanes.enumerated().map { draw(row: $0, in: $1, status.showsDetails, on: &canvas) }
    drawStrips(in: boxes, on: &canvas)
    guard let first = boxes.first, let last = boxes.last else { return }
    for box in boxes { drawTicks(below: box, on: &canvas) }
    strips = first.row(first.y, height: last.bottom - first.y)
    drawTimes(at: lanes[count - 1].bottom + canvas.px(2), on: &canvas)
    drawPlayhead(on: &canvas)
    for (row, box) in boxes.enumerated() { drawDot(row, in: box, on: &canvas) }
    drawLegend(status, on: &canvas)
  }

  /// Draws the colour of a strip under the playhead as a dot on the strip; none while there is no
  /// animation.
  private func drawDot(_ row: Int, in box: PixelBox, on canvas: inout Canvas) {
    guard let color = Self.rows[row].color(at: playhead) else { return }
    let radius = min(Double(box.height) / 2.5, 7 * canvas.metrics.scale)
    let middle = Point(
      x: Double(x(ofSecond: playhead, in: box)), y: Double(box.y) + Double(box.height) / 2)
    canvas.draw([.disc(middle, radius: radius + 2 * canvas.metrics.scale)], Palette.ground)
    canvas.draw([.disc(middle, radius: radius)], Palette.bytes(of: color))
  }

  /// Draws the colours from 0 to 1 at the right of the title.
  private func drawLegend(_ status: FrameStatus, on canvas: inout Canvas) {
    let title = canvas.width(of: Self.title, canvas.face(.title, .bold))
    let width = canvas.px(120)
    let right = canvas.metrics.frame.right - canvas.px(24)
    guard canvas.shownText != .none, status.text.isEmpty,
      title + width + 4 * canvas.width(of: "0", canvas.small) + canvas.px(60)
        < canvas.metrics.frame.width
    else { return }
    let y = canvas.metrics.frame.y + canvas.px(10)
    let one = canvas.text("1", canvas.small, Palette.dim, x: right, y: y, align: .right)
    let bar = PixelBox(
      x: one.x - canvas.px(6) - width, y: y + canvas.px(3), width: width, height: canvas.px(10))
    canvas.list.add(
      picture,
      [
        Sprite(
          source: PixelRegion(x: 0, y: Self.rows.count, width: picture.size.width, height: 1),
          destination: PixelRect(bar))
      ])
    canvas.text("0", canvas.small, Palette.dim, x: bar.x - canvas.px(6), y: y, align: .right)
  }

  /// Draws each strip in its box; all boxes have the same width.
  private mutating func drawStrips(in boxes: [PixelBox], on canvas: inout Canvas) {
    guard let width = boxes.first?.width, width > 0 else { return }
    if width != picture.size.width { picture = Self.picture(width: width) }
    canvas.list.add(
      picture,
      boxes.enumerated().map { row, box in
        Sprite(
          source: PixelRegion(x: 0, y: row, width: width, height: 1),
          destination: PixelRect(box))
      })
  }

  /// A picture with a row of pixels for each strip, and a last row with the colours from 0 to 1.
  private static func picture(width: Int) -> PixelPicture {
    let picture = PixelPicture(PixelSize(width: width, height: rows.count + 1))
    let ramp = TimingStrip("", "", MediaTiming(duration: seconds))
    for (row, strip) in (rows + [ramp]).enumerated() {
      for column in 0..<width {
        let color = strip.color(at: (Double(column) + 0.5) * seconds / Double(width))
        picture.colors[row * width + column] =
          color.map { Palette.bytes(of: $0) } ?? Palette.panel
      }
    }
    return picture
  }

  /// Draws a row without its strip.
  /// - Returns: The box of the strip.
  private func draw(
    row: Int, in room: PixelBox, _ showsDetails: Bool, on canvas: inout Canvas
  ) -> PixelBox {
    var box = room
    let swatch = box.takeLeft(room.height, gap: canvas.px(12))
    let color = Palette.bytes(of: Self.rows[row].color(at: playhead))
    canvas.fill(swatch, radius: canvas.px(3), color)
    drawLabels(row, showsDetails, cutting: &box, on: &canvas)
    if showsDetails {
      let bold = canvas.face(.medium, .bold)
      let number = box.takeRight(canvas.width(of: "0.00", bold), gap: canvas.px(14))
      let sample = Self.rows[row].sample(at: playhead)
      let text = sample.isInEffect ? NumberText.fixed(sample.progress, 2) : "\u{2013}"
      let color = sample.isInEffect ? Palette.text : Palette.dim
      canvas.text(text, bold, color, in: number, align: .right)
    }
    // The ticks are drawn in the space below the strip.
    box.height -= max(2, canvas.px(7))
    return box
  }

  private func drawLabels(
    _ row: Int, _ showsDetails: Bool, cutting box: inout PixelBox, on canvas: inout Canvas
  ) {
    let isTwoLines = showsDetails && box.height >= 2 * canvas.small.lineHeight
    let texts = Self.rows.map { canvas.width(of: $0.name, canvas.bold) }
    let labels = Self.rows.map { canvas.width(of: $0.label, canvas.small) }
    let width = max(texts.max() ?? 0, isTwoLines ? labels.max() ?? 0 : 0)
    let room = box.takeLeft(width, gap: canvas.px(14))
    let lines = [
      (Self.rows[row].name, canvas.bold, Palette.text),
      (Self.rows[row].label, canvas.small, Palette.dim),
    ]
    canvas.lines(Array(lines.prefix(isTwoLines ? 2 : 1)), in: room, x: room.x)
  }

  private func x(ofSecond second: Double, in box: PixelBox) -> Int {
    box.x + Int((second / Self.seconds * Double(box.width)).rounded())
  }

  private func drawTicks(below box: PixelBox, on canvas: inout Canvas) {
    let line = canvas.px(1)
    for second in 0...Int(Self.seconds) {
      let x = min(x(ofSecond: Double(second), in: box), box.right - line)
      let room = box.row(box.bottom + canvas.px(2), height: canvas.px(5))
      canvas.fill(room.column(x, width: line), Palette.dim)
    }
  }

  private func drawTimes(at y: Int, on canvas: inout Canvas) {
    // The labels are at least a label apart, because the outer ones are aligned with the edges.
    let label = canvas.width(of: "0 s", canvas.small) * 3
    let step = [1, 2, 4].first { strips.width * $0 >= Int(Self.seconds) * label } ?? 8
    for second in stride(from: 0, through: Int(Self.seconds), by: step) {
      let align: TextAlignment =
        second == 0 ? .left : Double(second) == Self.seconds ? .right : .centre
      canvas.text(
        "\(second) s", canvas.small, Palette.dim, x: x(ofSecond: Double(second), in: strips), y: y,
        align: align)
    }
  }

  /// Draws a line over all strips, with an edge that is visible on every colour.
  private func drawPlayhead(on canvas: inout Canvas) {
    let line = canvas.px(2)
    let edge = canvas.px(1.5)
    let x = min(max(x(ofSecond: playhead, in: strips), strips.x), strips.right - line)
    canvas.fill(strips.column(x - edge, width: line + 2 * edge), Palette.ground)
    canvas.fill(strips.column(x, width: line), Palette.notice)
    let side = max(6, canvas.px(14) / 2 * 2)
    let y = strips.y + side / 2 - canvas.px(3)
    canvas.draw([.pointer(x: x + line / 2, y: y, side: side)], Palette.notice)
  }
}
