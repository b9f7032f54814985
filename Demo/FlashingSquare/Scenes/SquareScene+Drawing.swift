// SPDX-License-Identifier: Apache-2.0

import RepeatTiming
import SDLDriver

extension SquareScene {
  mutating func draw(on canvas: inout Canvas, _ status: FrameStatus) {
    let metrics = canvas.metrics
    let gap = metrics.px(16)
    var box = canvas.bounds
    drawHealth(in: box.takeTop(metrics.px(12)), on: &canvas)
    box = box.inset(gap, metrics.px(metrics.isCompact ? 6 : 12))
    drawHeader(cutting: &box, status, on: &canvas)
    if !metrics.isCompact {
      KeysLine.draw(
        Self.keys, in: box.takeBottom(canvas.face(.small).lineHeight, gap: gap / 2),
        on: &canvas)
    }
    let chart = box.takeBottom(
      metrics.px(metrics.isCompact ? 150 : 140), gap: metrics.px(metrics.isCompact ? 8 : 14))
    StripChart(history: flasher.history, now: flasher.controller.now, color: modeColor)
      .draw(in: chart, metrics.isCompact ? [.rate] : [.rate, .labels, .timeAxis], on: &canvas)
    let side = box.takeRight(metrics.px(metrics.isCompact ? 380 : 268), gap: gap)
    drawField(in: box, on: &canvas)
    drawSide(in: side, on: &canvas)
  }

  static let keys =
    "Arrows move   Shift+\u{2191}\u{2193} health   M mode   R ramp   Space pause   S stop   "
    + "Tab scene   H help   Esc quit"

  private var modeColor: RGBA8 { Palette.color(of: mode) }

  // MARK: - Above

  /// The bar at the upper edge: as long as health, and flashing like the square.
  private func drawHealth(in strip: PixelBox, on canvas: inout Canvas) {
    canvas.fill(strip, Palette.groove)
    var left = strip
    canvas.fill(
      left.takeLeft(Int((Double(strip.width) * world.health).rounded())),
      Palette.flash(flasher.shown))
  }

  private func drawHeader(
    cutting box: inout PixelBox, _ status: FrameStatus, on canvas: inout Canvas
  ) {
    let metrics = canvas.metrics
    let small = canvas.face(.small)
    let title = canvas.face(.medium, .bold)
    let strip = box.takeTop(title.lineHeight, gap: metrics.px(metrics.isCompact ? 4 : 10))
    let baseline = strip.y + title.ascent
    let name = canvas.text(mode.title, title, modeColor, x: strip.x, y: strip.y)
    let health = "health \(NumberText.fixed(world.health * 100, 0)) %"
    if metrics.isCompact {
      canvas.text(
        health, small, Palette.dim, x: strip.right, y: baseline - small.ascent, align: .right)
      return
    }
    canvas.text(
      mode.note, small, Palette.dim, x: name.right + metrics.px(12), y: baseline - small.ascent)
    FrameRateText.draw(status, right: strip.right, baseline: baseline, on: &canvas)
  }

  // MARK: - The field

  private func drawField(in room: PixelBox, on canvas: inout Canvas) {
    let metrics = canvas.metrics
    let field = room.fitting(width: World.width, height: World.height)
    let wide = PixelBox(x: room.x, y: room.y, width: field.width, height: field.height)
    canvas.fill(wide, radius: metrics.px(6), Palette.panel)
    let scale = Double(wide.width) / World.width
    let (hunterX, hunterY) = place(world.hunter, wide, scale)
    let threat = world.threat > 0
    let reach = Int(2 * World.danger * scale) / 2 * 2
    if !world.isPeaceful {
      drawReach(reach, hunterX, hunterY, wide, threat ? Palette.faint : Palette.line, on: &canvas)
    }
    canvas.draw(
      .disc(diameter: Int(2 * World.hunterRadius * scale) / 2 * 2), middleX: hunterX,
      middleY: hunterY, world.isPeaceful ? Palette.faint : Palette.hunter)
    drawEyes(hunterX, hunterY, scale, on: &canvas)
    let (x, y) = place(world.player, wide, scale)
    let side = Int(2 * World.playerHalf * scale) / 2 * 2
    let square = PixelBox(x: x - side / 2, y: y - side / 2, width: side, height: side)
    canvas.fill(square, radius: metrics.px(3), Palette.flash(flasher.shown))
    drawMessage(in: wide, on: &canvas)
  }

  private func place(_ point: Point, _ field: PixelBox, _ scale: Double) -> (Int, Int) {
    (
      field.x + Int((point.x * scale).rounded()), field.y + Int((point.y * scale).rounded())
    )
  }

  /// The circle within which the hunter hurts, as far as it lies on the field.
  private func drawReach(
    _ diameter: Int, _ x: Int, _ y: Int, _ field: PixelBox, _ color: RGBA8,
    on canvas: inout Canvas
  ) {
    canvas.draw(
      .ring(diameter: diameter, thickness: max(1, canvas.metrics.px(1.5))), middleX: x, middleY: y,
      color, within: field)
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
      dial.draw(flasher, in: box.takeLeft(box.height, gap: metrics.px(16)), on: &canvas)
      Readouts.drawCompact(flasher, in: box, on: &canvas)
      return
    }
    let small = canvas.face(.small)
    let medium = canvas.face(.medium, .bold)
    let notes = small.lineHeight * 2 + metrics.px(4)
    let rows = small.lineHeight + 2 * medium.lineHeight + metrics.px(6)
    let text = box.takeBottom(rows + notes, gap: metrics.px(10))
    dial.draw(flasher, in: box, on: &canvas)
    Readouts.draw(flasher, isStopped: !flasher.controller.isActive, in: text, on: &canvas)
  }
}
