// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import SDLDriver
import SwarmScenario

extension SwarmScene {
  mutating func draw(on canvas: inout Canvas, _ status: FrameStatus) {
    let metrics = canvas.metrics
    let count = Self.grouped(field.grid.count)
    var room = drawFrame(
      "\(count) squares, each with a rate of its own. Lead the danger through them.",
      status, on: &canvas)
    let side =
      status.showsDetails ? room.takeRight(ValueTable.width(on: canvas), gap: metrics.px(24)) : nil
    box = room.fitting(width: Double(field.grid.columns), height: Double(field.grid.rows))
    picture.arrange(in: box)
    canvas.draw(picture.batch)
    drawDanger(on: &canvas)
    if let side { drawSide(in: side, on: &canvas) }
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
