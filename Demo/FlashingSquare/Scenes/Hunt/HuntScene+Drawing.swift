// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Glibc
import SDLDriver

extension HuntScene {
  mutating func draw(on canvas: inout Canvas, _ status: FrameStatus) {
    let metrics = canvas.metrics
    let small = canvas.face(.small)
    var box = drawFrame(
      "Survive: each hit makes your square pulse faster. Drag it, or use the arrows.",
      detail: driver.isAutomatic ? nil : (score, Palette.text), status, on: &canvas)
    let below = box.takeBottom(small.lineHeight, gap: metrics.px(4))
    drawMode(in: below, on: &canvas)
    if status.showsDetails {
      let chart = box.takeBottom(
        metrics.px(80) + 2 * small.lineHeight, gap: metrics.px(6))
      StripChart(
        curves: [(history, Palette.color(of: mode))], now: pulse.now, ends: ("bright", "dark")
      ).draw(in: chart, hasTimes: true, on: &canvas)
    }
    drawHealth(in: box.takeTop(small.lineHeight, gap: metrics.px(6)), on: &canvas)
    field = box.fitting(width: World.width, height: World.height)
    canvas.fill(field, radius: metrics.px(6), Palette.panel)
    if case .dead(let left) = world.state {
      drawDeath(left, on: &canvas)
    } else {
      drawField(on: &canvas)
    }
  }

  /// Draws a banner in the middle of the field.
  /// - Parameter left: Seconds until the next life.
  private func drawDeath(_ left: Double, on canvas: inout Canvas) {
    let metrics = canvas.metrics
    let lines: [Canvas.TextLine] = [
      ("Caught", canvas.face(.large, .bold), Palette.alert),
      ("a new life in \(NumberText.fixed(left, 1)) s", canvas.face(.small), Palette.dim),
    ]
    let width = (lines.map { canvas.width(of: $0.text, $0.face) }.max() ?? 0) + 2 * metrics.px(24)
    let height = lines.reduce(0) { $0 + $1.face.lineHeight } + 2 * metrics.px(12)
    let box = PixelBox(
      x: field.midX - width / 2, y: field.midY - height / 2, width: width, height: height)
    canvas.fill(box, radius: metrics.px(8), Palette.groove)
    canvas.lines(lines, in: box, x: field.midX, align: .centre)
  }

  private var score: String {
    let most = best > survived ? ", best \(NumberText.fixed(best, 1)) s" : ""
    return "\(NumberText.fixed(survived, 1)) s\(most)"
  }

  private func drawHealth(in room: PixelBox, on canvas: inout Canvas) {
    let metrics = canvas.metrics
    let small = canvas.face(.small)
    var box = room
    let word = "health \(NumberText.fixed(world.health * 100, 0)) %"
    let label = box.takeLeft(canvas.width(of: "health 100 %", small), gap: metrics.px(10))
    canvas.text(word, small, Palette.text, x: label.x, y: label.y)
    let height = metrics.px(8)
    var bar = box.row(box.midY - height / 2, height: height)
    canvas.fill(bar, radius: height / 2, Palette.track)
    bar.width = Int((world.health * Double(bar.width)).rounded())
    canvas.fill(bar, radius: height / 2, world.health < 0.3 ? Palette.alert : Palette.notice)
  }

  private func drawMode(in line: PixelBox, on canvas: inout Canvas) {
    let small = canvas.face(.small)
    let bold = canvas.face(.small, .bold)
    if world.state == .waiting, !driver.isAutomatic {
      canvas.text(
        "The hunter wakes when you move", small, Palette.notice, x: line.right, y: line.y,
        align: .right)
    }
    let (title, note) = mode.text
    let name = canvas.text(title, bold, Palette.color(of: mode), x: line.x, y: line.y)
    let text = "\(note); M changes it"
    let x = name.right + canvas.metrics.px(8)
    let free = line.right - canvas.width(of: "The hunter wakes when you move  ", small)
    guard x + canvas.width(of: text, small) <= free else { return }
    canvas.text(text, small, Palette.dim, x: x, y: line.y)
  }

  // MARK: - The field

  private func drawField(on canvas: inout Canvas) {
    let metrics = canvas.metrics
    let scale = Double(field.width) / World.width
    let shake = shake(scale)
    func pixel(_ point: Point) -> (x: Int, y: Int) {
      (
        field.x + Int((point.x * scale + shake.x).rounded()),
        field.y + Int((point.y * scale + shake.y).rounded())
      )
    }
    let middle = pixel(world.player)
    let side = even(2 * World.playerHalf * scale)
    let square = PixelBox(
      x: middle.x - side / 2, y: middle.y - side / 2, width: side, height: side)
    canvas.flash(sample.progress, Palette.color(of: mode), in: square)
    let body = pixel(world.hunter)
    canvas.draw(
      [.disc(x: body.x, y: body.y, diameter: even(2 * World.hunterRadius * scale))],
      Palette.hunter, within: field)
    drawEyes(body.x, body.y, scale, on: &canvas)
    let fresh = freshness(0.9)
    guard fresh > 0 else { return }
    let point = pixel(world.hitPoint)
    let ring = SoftShape.ring(
      Point(x: Double(point.x), y: Double(point.y)), radius: (0.6 + 3 * (1 - fresh)) * scale,
      thickness: 0.3 * fresh * scale + Double(metrics.px(1)))
    canvas.draw([ring], Palette.alert.withAlpha(UInt8(255 * fresh)), within: field)
  }

  /// The remaining effect of the last hit: 1 at the hit, 0 after `seconds`.
  private func freshness(_ seconds: Double) -> Double {
    min(max(1 - world.secondsSinceHit / seconds, 0), 1)
  }

  /// The picture's displacement in pixels after a hit: an oscillation for a third of a second.
  private func shake(_ scale: Double) -> Point {
    let fresh = freshness(0.35)
    let swing = 0.25 * scale * fresh * fresh
    let turn = world.secondsSinceHit * 60
    return fresh > 0 ? Point(x: swing * cos(turn), y: swing * sin(turn * 1.3)) : Point(x: 0, y: 0)
  }

  /// Rounds to an even number of pixels, so that the middle is between two of them.
  private func even(_ pixels: Double) -> Int { max(2, Int(pixels) / 2 * 2) }

  /// Draws the hunter's eyes, which look at the player.
  private func drawEyes(_ x: Int, _ y: Int, _ scale: Double, on canvas: inout Canvas) {
    let away = max(distance(world.player, world.hunter), 1e-9)
    let lookX = (world.player.x - world.hunter.x) / away
    let lookY = (world.player.y - world.hunter.y) / away
    let eye = max(2, Int(World.hunterRadius * scale * 0.5) / 2 * 2)
    for side in [-1.0, 1.0] {
      let eyeX = (lookX * 0.42 - lookY * side * 0.38) * World.hunterRadius * scale
      let eyeY = (lookY * 0.42 + lookX * side * 0.38) * World.hunterRadius * scale
      canvas.draw(
        [.disc(x: x + Int(eyeX.rounded()), y: y + Int(eyeY.rounded()), diameter: eye)],
        Palette.ground)
    }
  }
}
