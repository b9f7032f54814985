// SPDX-License-Identifier: Apache-2.0

import RepeatTiming
import SDLDriver
import SwarmScenario

extension SwarmScene {
  mutating func draw(on canvas: inout Canvas, _ status: FrameStatus) {
    let metrics = canvas.metrics
    let calm = Double(field.population[0]) / Double(field.grid.count)
    let frame = SceneFrame(
      title: Self.title, note: "each square has a rate of its own; danger makes it faster",
      keys: Self.keys, color: Palette.bytes(of: Palette.alarm), progress: 1 - calm)
    var room = frame.draw(status, on: &canvas)
    let side = room.takeRight(ValueTable.width(on: canvas), gap: metrics.px(24))
    box = picture.fit(in: room)
    // At the left and above, so that the title is over its corner.
    (box.x, box.y) = (room.x, room.y)
    picture.arrange(in: box)
    canvas.draw(picture.batch)
    drawDanger(on: &canvas)
    var below = room
    _ = below.takeTop(box.height, gap: metrics.px(14))
    below.width = box.width
    // Where the field leaves room the chart is below it, else in the column beside.
    let isBelow = !metrics.isCompact && below.height >= 4 * canvas.face(.small).lineHeight
    if isBelow { drawRates(in: below, on: &canvas) }
    drawSide(in: side, hasChart: !isBelow, on: &canvas)
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
    canvas.draw(
      .ring(diameter: core + 6 * thin, thickness: thin), middleX: x, middleY: y, Palette.ground,
      within: box)
    canvas.draw(.disc(diameter: core), middleX: x, middleY: y, Palette.hunter, within: box)
  }

  // MARK: - Beside

  private func drawSide(in room: PixelBox, hasChart: Bool, on canvas: inout Canvas) {
    let metrics = canvas.metrics
    let small = canvas.face(.small)
    var box = room
    let rows = rows(isCompact: metrics.isCompact)
    let table = box.takeTop(
      ValueTable.height(rows: rows.count, on: canvas), gap: metrics.px(4))
    ValueTable.draw(rows, in: table, on: &canvas)
    guard !metrics.isCompact, box.height >= small.lineHeight else { return }
    drawBudget(in: box.takeTop(small.lineHeight / 2, gap: metrics.px(4)), on: &canvas)
    let curve = field.kernels.curve
    for texts in [
      ["of a frame of \(Self.milliseconds(refreshPeriod))"], ["curve: \(curve)", curve],
    ]
    where box.height >= small.lineHeight {
      // The longest text that there is room for.
      guard let text = texts.first(where: { canvas.width(of: $0, small) <= box.width })
      else { continue }
      let line = box.takeTop(small.lineHeight)
      canvas.text(text, small, Palette.faint, x: line.x, y: line.y)
    }
    _ = box.takeTop(metrics.px(10))
    guard hasChart, box.height >= 4 * small.lineHeight else { return }
    drawRates(in: box.takeBottom(min(box.height, metrics.px(120))), on: &canvas)
  }

  /// The table's rows: fewer, with shorter names, where it is compact.
  func rows(isCompact: Bool) -> [ValueTable.Row] {
    let counts: [ValueTable.Row] = [
      ("squares", Self.grouped(field.grid.count), Palette.text),
      ("new rates", Self.grouped(field.changes), Palette.text),
    ]
    let parts: [ValueTable.Row] = SwarmWork.Part.allCases.map { part in
      let (name, short, color) = part.legend
      return (isCompact ? short : name, Self.milliseconds(work.seconds?[part.rawValue]), color)
    }
    let total: ValueTable.Row = (
      isCompact ? "total" : "together", Self.milliseconds(work.total), Palette.text
    )
    if isCompact { return counts + [total] + parts }
    return counts + parts + [total, ("instructions", field.kernels.set, Palette.dim)]
  }

  /// The parts of the work, side by side; a mark where the frame ends, if they are longer.
  private func drawBudget(in room: PixelBox, on canvas: inout Canvas) {
    canvas.fill(room, Palette.groove)
    guard let seconds = work.seconds, let total = work.total else { return }
    let scale = Double(room.width) / max(total, refreshPeriod)
    var end = 0.0
    var left = room.x
    for part in SwarmWork.Part.allCases {
      end += seconds[part.rawValue]
      let right = room.x + Int((end * scale).rounded())
      canvas.fill(room.column(left, width: right - left), part.legend.color)
      left = right
    }
    guard total > refreshPeriod else { return }
    let mark = canvas.metrics.px(2)
    canvas.fill(
      room.column(room.x + Int(refreshPeriod * scale) - mark, width: mark), Palette.alert)
  }

  /// How many squares flash at which rate: a column a level, in the colour of the level.
  private func drawRates(in room: PixelBox, on canvas: inout Canvas) {
    let metrics = canvas.metrics
    let small = canvas.face(.small)
    var box = room
    let caption = box.takeTop(small.lineHeight, gap: metrics.px(3))
    canvas.text("squares at each rate", small, Palette.dim, x: caption.x, y: caption.y)
    let axis = box.takeBottom(small.lineHeight, gap: metrics.px(2))
    canvas.text("calm", small, Palette.faint, x: axis.x, y: axis.y)
    canvas.text(
      NumberText.hertz(topHertz), small, Palette.faint, x: axis.right, y: axis.y, align: .right)
    canvas.fill(box, Palette.panel)
    let levels = SwarmColors.levels
    // The calm are so many that the others would not show: a tenth of all squares is the full height.
    let full = Double(field.grid.count) / 10
    for level in 0..<levels {
      let count = field.population[level]
      guard count > 0 else { continue }
      let share = min((Double(count) / full).squareRoot(), 1)
      let height = max(1, Int(share * Double(box.height)))
      let x = box.x + level * box.width / levels
      let next = box.x + (level + 1) * box.width / levels
      let alarm = Double(level) / Double(levels - 1)
      let column = box.column(x, width: max(1, next - x - metrics.px(1)))
      canvas.fill(column.row(box.bottom - height, height: height), Palette.flash(alarm))
    }
  }

  private static func milliseconds(_ seconds: Double?) -> String {
    seconds.map { "\(NumberText.fixed($0 * 1000, 2)) ms" } ?? "\u{2013}"
  }

  /// A whole number with its thousands apart.
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

extension SwarmWork.Part {
  /// Its name, that where there is little room, and its colour.
  fileprivate var legend: (name: String, short: String, color: RGBA8) {
    switch self {
    case .rates: ("bank: rates", "rates", Palette.color(of: .phase))
    case .values: ("bank: values", "values", Palette.color(of: .restart))
    case .vertices: ("vertices", "vertices", Palette.color(of: .ramp))
    case .draw: ("draw", "draw", Palette.color(of: .frame))
    }
  }
}
