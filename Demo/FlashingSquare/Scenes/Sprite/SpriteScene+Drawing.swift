// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import SDLDriver

extension SpriteScene {
  mutating func draw(on canvas: inout Canvas, _ status: FrameStatus) {
    var box = drawFrame(
      "Eight pictures, one at a time. Drag along them to step through the run.",
      brief: "Eight pictures. Drag along them to step.",
      details: [
        "spriteFrame \(frame)", "speed \u{D7} \(NumberText.fixed(speed, 2))",
        "local time \(NumberText.whole(localTime))",
      ], status, on: &canvas)
    let gap = canvas.px(12)
    let numbers = canvas.small.lineHeight + canvas.px(2)
    let space = canvas.px(6)
    let cell = (box.width - space * (RunnerFigure.frames - 1)) / RunnerFigure.frames
    let height = min(cell, box.height / 3)
    sheet = box.takeBottom(height + numbers, gap: gap)
    drawField(in: box, on: &canvas)
    drawSheet(in: sheet, height, on: &canvas)
  }

  // MARK: - The current picture

  private func drawField(in field: PixelBox, on canvas: inout Canvas) {
    canvas.fill(field, radius: canvas.px(6), Palette.panel)
    let side = min(field.width, field.height)
    let cell = PixelBox(
      x: field.midX - side / 2, y: field.midY - side / 2, width: side, height: side)
    let floor = field.row(
      cell.y + Int(RunnerFigure.ground * Double(side)), height: max(2, canvas.px(3)))
    // Dashes pass below the figure. They follow the layer `ground`, which stops together with the
    // sprite. A stride covers two steps of 0.38 cells on the ground.
    let stride = max(1, Double(side) * 0.76)
    var x = Double(field.x) + ground.presentation.position.x * stride - stride
    while Int(x) < field.right {
      let dash = floor.column(Int(x.rounded()), width: Int(stride / 4))
      canvas.fill(dash.intersection(field), Palette.dim)
      x += stride / 2
    }
    RunnerFigure(frame: frame).draw(in: cell, within: field, on: &canvas)
    guard film.isPaused, canvas.shownText != .none else { return }
    let bold = canvas.face(.medium, .bold)
    canvas.text(
      "Space continues", bold, Palette.notice, x: field.midX, y: field.y + canvas.px(12),
      align: .centre)
  }

  // MARK: - The sheet

  private func drawSheet(in room: PixelBox, _ height: Int, on canvas: inout Canvas) {
    let count = RunnerFigure.frames
    let space = canvas.px(6)
    for number in 0..<count {
      // The first and the last picture are at the edges; the cells share the remaining pixels.
      let left = (room.width + space) * number / count
      let right = (room.width + space) * (number + 1) / count - space
      let cell = PixelBox(x: room.x + left, y: room.y, width: right - left, height: height)
      if number == frame {
        canvas.fill(cell, radius: canvas.px(5), Palette.color(of: .ramp))
        canvas.fill(cell.inset(canvas.px(2)), radius: canvas.px(3), Palette.groove)
      } else {
        canvas.fill(cell, radius: canvas.px(5), Palette.panel)
      }
      let side = min(cell.width, height)
      RunnerFigure(frame: number).draw(in: cell.square(side), within: cell, on: &canvas)
      canvas.text(
        "\(number)", canvas.small, number == frame ? Palette.text : Palette.dim, x: cell.midX,
        y: room.bottom - canvas.small.lineHeight, align: .centre)
    }
  }
}
