// SPDX-License-Identifier: Apache-2.0

import RepeatTiming
import SDLDriver

extension SquareScene {
  mutating func draw(on canvas: inout Canvas, _ status: FrameStatus) {
    let metrics = canvas.metrics
    let isCompact = metrics.isCompact
    let gap = metrics.px(16)
    drawHealth(on: &canvas)
    var box = metrics.frame
    _ = box.takeTop(metrics.px(12))
    box = box.inset(gap, metrics.px(isCompact ? 6 : 12))
    drawHeader(cutting: &box, status, on: &canvas)
    if !isCompact {
      let keys = box.takeBottom(canvas.face(.small).lineHeight, gap: metrics.px(8))
      KeyHints.draw(Self.keys, in: keys, on: &canvas)
    }
    let narrowestSide =
      isCompact ? metrics.px(345) : max(metrics.px(300), Readouts.width(on: canvas))
    let widest = box.width - narrowestSide - gap - metrics.px(8)
    let chartGap = metrics.px(isCompact ? 8 : 14)
    // Where the width bounds the field, the height that is left is the chart's.
    let left = box.height - Int(Double(widest) * World.height / World.width) - chartGap
    let chart = box.takeBottom(max(metrics.px(140), min(left, metrics.px(320))), gap: chartGap)
    StripChart(history: flasher.history, now: flasher.now, color: modeColor)
      .draw(in: chart, isCompact ? [.rate] : [.rate, .labels, .timeAxis], on: &canvas)
    let fieldWidth = min(widest, Int(Double(box.height) * World.width / World.height))
    field = box.takeLeft(fieldWidth, gap: gap + metrics.px(8))
      .fitting(width: World.width, height: World.height)
    drawField(on: &canvas)
    drawSide(in: box, on: &canvas)
  }

  static let keys: [KeyHints.Hint] = [
    ("Arrows", "move"), ("Shift+\u{2191}\u{2193}", "health"), ("M", "mode"), ("H", "help"),
    ("Space", "pause"), ("Tab", "scene"), ("R", "ramp"), ("S", "stop"), ("Esc", "quit"),
    ("F", "fullscreen"),
  ]

  var help: [KeyHints.Hint] {
    [
      ("Arrows, left stick", "move the square"),
      ("Shift+\u{2191}\u{2193}, Page up/down", "health"),
      ("M", "next mode"),
      ("R", "ramp on or off"),
      ("Space", "pause"),
      ("S", "stop at the cycle's end, start"),
      ("Mouse on the dial", "drag the phase"),
    ]
  }

  private var modeColor: RGBA8 { Palette.color(of: mode) }

  // MARK: - Above

  /// The bar at the upper edge: as long as health, and flashing like the square.
  private func drawHealth(on canvas: inout Canvas) {
    var strip = canvas.bounds
    strip.height = canvas.metrics.px(12)
    canvas.fill(strip, Palette.groove)
    strip.width = Int((Double(strip.width) * world.health).rounded())
    canvas.fill(strip, Palette.flash(flasher.shown))
  }

  private func drawHeader(
    cutting box: inout PixelBox, _ status: FrameStatus, on canvas: inout Canvas
  ) {
    let metrics = canvas.metrics
    let small = canvas.face(.small)
    let title = canvas.face(.medium, .bold)
    let strip = box.takeTop(title.lineHeight, gap: metrics.px(metrics.isCompact ? 4 : 10))
    let y = strip.y + title.ascent - small.ascent
    let name = canvas.text(mode.title, title, modeColor, x: strip.x, y: strip.y)
    if metrics.isCompact {
      canvas.text(healthText, small, Palette.dim, x: strip.right, y: y, align: .right)
    } else {
      canvas.text(status.text, small, Palette.dim, x: strip.right, y: y, align: .right)
      // Above the field: in it the square would go over the number. Room for the widest figures, so
      // that it does not move with them.
      let figures = canvas.width(of: FrameStatus.widestText, small)
      let health = canvas.text(
        healthText, small, Palette.text, x: strip.right - figures - metrics.px(16), y: y,
        align: .right)
      let x = name.right + metrics.px(12)
      guard x + canvas.width(of: mode.note, small) + metrics.px(16) <= health.x else { return }
      canvas.text(mode.note, small, Palette.dim, x: x, y: y)
    }
  }

  private var healthText: String { "health \(NumberText.fixed(world.health * 100, 0)) %" }

  // MARK: - The field

  private func drawField(on canvas: inout Canvas) {
    let metrics = canvas.metrics
    canvas.fill(field, radius: metrics.px(6), Palette.panel)
    let scale = Double(field.width) / World.width
    let places = places
    let (hunterX, hunterY) = place(places.hunter, field, scale)
    if !world.isPeaceful {
      canvas.draw(
        .ring(
          diameter: even(2 * World.danger * scale), thickness: max(1, metrics.px(1.5))),
        middleX: hunterX, middleY: hunterY, world.threat > 0 ? Palette.faint : Palette.line,
        within: field)
    }
    canvas.draw(
      .disc(diameter: even(2 * World.hunterRadius * scale)), middleX: hunterX, middleY: hunterY,
      world.isPeaceful ? Palette.faint : Palette.hunter)
    drawEyes(hunterX, hunterY, scale, on: &canvas)
    let (x, y) = place(places.player, field, scale)
    let side = even(2 * World.playerHalf * scale)
    let square = PixelBox(x: x - side / 2, y: y - side / 2, width: side, height: side)
    canvas.fill(square, radius: metrics.px(3), Palette.flash(flasher.shown))
    drawMessage(in: field, on: &canvas)
  }

  /// An even number of pixels, so that the middle lies between two of them.
  private func even(_ pixels: Double) -> Int { max(2, Int(pixels) / 2 * 2) }

  private func place(_ point: Point, _ field: PixelBox, _ scale: Double) -> (Int, Int) {
    (
      field.x + Int((point.x * scale).rounded()), field.y + Int((point.y * scale).rounded())
    )
  }

  /// The hunter looks at its prey.
  private func drawEyes(_ x: Int, _ y: Int, _ scale: Double, on canvas: inout Canvas) {
    let away = max(distance(world.player, world.hunter), 1e-9)
    let lookX = (world.player.x - world.hunter.x) / away
    let lookY = (world.player.y - world.hunter.y) / away
    let eye = max(2, Int(World.hunterRadius * scale * 0.5) / 2 * 2)
    for side in [-1.0, 1.0] {
      let eyeX = (lookX * 0.42 - lookY * side * 0.38) * World.hunterRadius * scale
      let eyeY = (lookY * 0.42 + lookX * side * 0.38) * World.hunterRadius * scale
      canvas.draw(
        .disc(diameter: eye), middleX: x + Int(eyeX.rounded()), middleY: y + Int(eyeY.rounded()),
        Palette.ground)
    }
  }

  private func drawMessage(in field: PixelBox, on canvas: inout Canvas) {
    let metrics = canvas.metrics
    let small = canvas.face(.small)
    let large = canvas.face(metrics.isCompact ? .medium : .large, .bold)
    if case .dead(let left) = world.state {
      Banner.draw(
        "You died", "a new life in \(NumberText.fixed(left, 1)) s", Palette.alert, in: field,
        large, on: &canvas)
    } else if isPaused {
      Banner.draw("Paused", "Space goes on", Palette.text, in: field, large, on: &canvas)
    } else if let hint {
      let y = field.bottom - small.lineHeight - metrics.px(8)
      guard canvas.width(of: hint, small) < field.width else { return }
      canvas.text(hint, small, Palette.dim, x: field.midX, y: y, align: .centre)
    }
  }

  private var hint: String? {
    if isPlayedFromFile { return "The hunter sleeps: orders come from the file" }
    return world.state == .waiting ? "The hunter wakes when you move: use the arrow keys" : nil
  }

  // MARK: - Beside

  private mutating func drawSide(in room: PixelBox, on canvas: inout Canvas) {
    let metrics = canvas.metrics
    var box = room
    if metrics.isCompact {
      dial.draw(flasher, in: box.takeLeft(metrics.px(150), gap: metrics.px(15)), on: &canvas)
      Readouts.drawCompact(flasher, in: box, on: &canvas)
      return
    }
    let table = box.takeBottom(Readouts.height(on: canvas), gap: metrics.px(8))
    dial.draw(flasher, in: box, on: &canvas)
    let notes = isDead ? [] : Readouts.notes(flasher)
    Readouts.draw(flasher, notes, in: table, on: &canvas)
  }
}
