// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Glibc
import SDLDriver

extension HuntScene {
  mutating func draw(on canvas: inout Canvas, _ status: FrameStatus) {
    var box = drawFrame(
      title: best > 0 ? "Hunt: beat \(NumberText.fixed(best, 1)) seconds" : nil,
      "Stay away from the hunter. Each hit makes you pulse faster: you feel the danger before you"
        + " read it.", brief: "Each hit makes you pulse faster. Drag your square.",
      status, on: &canvas)
    let hasText = canvas.shownText != .none
    var bars = box.takeTop(max(canvas.small.lineHeight, canvas.px(20)), gap: canvas.px(9))
    let health = bars.takeLeft(bars.width * 9 / 20, gap: canvas.px(30))
    drawHealth(in: health, on: &canvas)
    drawRace(in: bars, on: &canvas)
    if hasText {
      var below = box.takeBottom(
        max(canvas.px(92), 5 * canvas.small.lineHeight), gap: canvas.px(9))
      // Both pills of the second row fit.
      let pills = canvas.width(of: "restart phase matched", canvas.bold)
      let width = max(canvas.px(236), pills + canvas.px(70))
      drawPills(in: below.takeRight(width, gap: canvas.px(12)), on: &canvas)
      drawPulse(in: below, on: &canvas)
    }
    field = box.fitting(width: World.width, height: World.height)
    canvas.fill(field, radius: canvas.px(8), Palette.well)
    drawField(on: &canvas)
    if case .dead(let left) = world.state { drawDeath(left, on: &canvas) }
  }

  private var isLow: Bool { world.health < Self.lowHealth && !isDead }

  /// The zones of health, and their colours.
  private static let zones = [
    (0.0, lowHealth, Palette.danger), (lowHealth, 0.6, Palette.notice),
    (0.6, 1, Palette.color(of: .phase)),
  ]

  private var healthColor: RGBA8 {
    Self.zones.last { world.health >= $0.0 }?.2 ?? Palette.danger
  }

  /// Dims the field and draws the result of this life.
  /// - Parameter left: Seconds until the next life.
  private func drawDeath(_ left: Double, on canvas: inout Canvas) {
    canvas.fill(field, radius: canvas.px(8), Palette.ground.withAlpha(190))
    let result =
      "You lasted \(NumberText.fixed(lasted, 1)) s."
      + (lasted >= best ? " New best!" : " Best \(NumberText.fixed(best, 1)) s.")
    let lines: [Canvas.TextLine] = [
      lasted > 0
        ? (result, canvas.face(.medium, .bold), Palette.text)
        : ("Caught", canvas.face(.large, .bold), Palette.danger),
      ("a new life in \(NumberText.fixed(left, 1)) s", canvas.small, Palette.dim),
    ]
    canvas.lines(lines, in: field, x: field.midX, align: .centre)
  }

  // MARK: - Bars

  private func drawHealth(in room: PixelBox, on canvas: inout Canvas) {
    let bold = canvas.bold
    var box = room
    if canvas.shownText != .none {
      let label = box.takeLeft(canvas.width(of: "health", bold), gap: canvas.px(8))
      canvas.text("health", bold, Palette.text, in: label)
      let number = box.takeRight(canvas.width(of: "100 %", bold), gap: canvas.px(8))
      canvas.text(
        NumberText.percent(world.health), bold, healthColor, in: number, align: .right)
    }
    func part(_ from: Double, _ to: Double) -> PixelBox {
      let left = box.x + Int(from * Double(box.width))
      return box.column(left, width: box.x + Int(to * Double(box.width)) - left)
    }
    // The zones of the bar are always visible.
    for (from, to, color) in Self.zones { canvas.fill(part(from, to), color.withAlpha(77)) }
    canvas.fill(part(0, world.health), healthColor)
    guard freshness(1.2) > 0 else { return }
    let lost = part(world.health, min(1, world.health + World.harm))
    canvas.fill(lost, Palette.text)
    let text = "\u{2212} \(NumberText.fixed(100 * World.harm, 0))"
    // In a short bar, the number is beside the lost part.
    if canvas.width(of: text, bold) + canvas.px(4) <= lost.width {
      canvas.text(text, bold, Palette.ground, in: lost, align: .centre)
    } else if world.health > 0.5 {
      let left = lost.column(lost.x - canvas.px(4), width: 0)
      canvas.text(text, bold, Palette.ground, in: left, align: .right)
    } else {
      canvas.text(text, bold, Palette.text, in: lost.column(lost.right + canvas.px(4), width: 0))
    }
  }

  /// Draws the time of this life against the best one.
  private func drawRace(in room: PixelBox, on canvas: inout Canvas) {
    guard canvas.shownText != .none else { return }
    let bold = canvas.bold
    guard !driver.isAutomatic, world.state != .waiting else {
      let text = driver.isAutomatic ? "drag yourself to play" : "the hunter wakes when you move"
      canvas.text(text, bold, Palette.notice, in: room, align: .right)
      return
    }
    var box = room
    let label = box.takeLeft(canvas.width(of: "you", bold), gap: canvas.px(8))
    canvas.text("you", bold, Palette.text, in: label)
    let (isAhead, green) = (survived >= best, Palette.color(of: .phase))
    let rest = isAhead ? "new best!" : "\(NumberText.fixed(best - survived, 1)) s to go"
    let end = box.takeRight(canvas.width(of: "000.0 s to go", bold), gap: canvas.px(16))
    canvas.text(rest, bold, isAhead ? green : Palette.text, in: end)
    canvas.fill(box, radius: canvas.px(4), Palette.groove)
    let done = box.column(
      box.x, width: Int(Double(box.width) * min(1, survived / max(best, 1e-9))))
    canvas.fill(done, radius: canvas.px(4), green)
    let time = "\(NumberText.fixed(survived, 1)) s"
    if done.width > canvas.width(of: time, bold) + canvas.px(12) {
      canvas.text(time, bold, Palette.ground, in: done.inset(canvas.px(6), 0), align: .right)
    } else {
      canvas.text(time, bold, Palette.text, in: done.column(done.right + canvas.px(6), width: 0))
    }
    // The flag stands at the best time.
    let pole = PixelBox(
      x: box.right, y: box.y - canvas.px(3), width: canvas.px(2),
      height: box.height + canvas.px(3))
    canvas.fill(pole, Palette.text)
    let (x, top) = (Double(pole.right), Double(pole.y))
    let flag = [(0.0, 0.0), (12, 5), (0, 10)].map {
      Point(x: x + $0.0 * canvas.metrics.scale, y: top + $0.1 * canvas.metrics.scale)
    }
    canvas.draw([.polygon(flag, margin: 0)], isAhead ? green : Palette.text)
  }

  // MARK: - The pulse

  private func drawPulse(in room: PixelBox, on canvas: inout Canvas) {
    let lane = LaneChart.Lane("your pulse", Palette.color(of: mode), history) {
      $0.sample(at: $1).progress
    }
    LaneChart(lanes: [lane], now: pulse.now, requests: requests, hasTimes: false)
      .draw(in: room, on: &canvas)
  }

  /// Draws the pulse's code as three buttons.
  private func drawPills(in room: PixelBox, on canvas: inout Canvas) {
    canvas.fill(room, radius: canvas.px(8), Palette.panel)
    var box = room.inset(canvas.px(8), canvas.px(4))
    let label = box.takeTop(canvas.small.lineHeight, gap: canvas.px(2))
    let texts = ["your pulse is coded as (M)", "your pulse (M)"]
    let text = texts.first { canvas.width(of: $0, canvas.small) <= label.width } ?? ""
    canvas.text(text, canvas.small, Palette.dim, x: label.x, y: label.y)
    let gap = canvas.px(5)
    let first = box.takeTop((box.height - gap) / 2, gap: gap)
    var second = box
    let restart = second.takeLeft(
      canvas.width(of: "restart", canvas.bold) + 2 * canvas.px(12), gap: gap)
    for (mode, text, pill) in [
      (DemoMode.naive, "most code: flickers", first), (.restart, "restart", restart),
      (.phase, "phase matched", second),
    ] {
      let isChosen = mode == self.mode
      let color = Palette.color(of: mode)
      canvas.fill(pill, radius: pill.height / 2, color)
      if !isChosen {
        canvas.fill(
          pill.inset(canvas.px(1.5)), radius: pill.height / 2,
          canvas.isHovered(pill) ? Palette.groove : Palette.panel)
      }
      canvas.text(
        text, canvas.bold, isChosen ? Palette.ground : color, in: pill, align: .centre)
      canvas.target(pill, .choose(Self.modes.firstIndex(of: mode) ?? 0))
    }
  }

  // MARK: - The field

  private func drawField(on canvas: inout Canvas) {
    let scale = Double(field.width) / World.width
    let shake = shake(scale)
    func pixel(_ point: Point) -> (x: Int, y: Int) {
      (
        field.x + Int((point.x * scale + shake.x).rounded()),
        field.y + Int((point.y * scale + shake.y).rounded())
      )
    }
    func square(_ middle: Point, _ half: Double) -> PixelBox {
      let (x, y) = pixel(middle)
      let side = even(2 * half * scale)
      return PixelBox(x: x - side / 2, y: y - side / 2, width: side, height: side)
    }
    if isLow { drawEdge(on: &canvas) }
    for heart in world.shownHearts { drawHeart(square(heart, 0.5), on: &canvas) }
    let color = Palette.color(of: mode)
    let thin = canvas.px(1.5)
    // The trail: outlines at equal distances in time.
    for number in (1...7).reversed() {
      let index = world.trail.count - 1 - 5 * number
      guard index >= 0 else { continue }
      let box = square(world.trail[index], World.playerHalf)
      canvas.outline(box, radius: box.width / 10, thin, color.withAlpha(UInt8(150 - 18 * number)))
    }
    // Two rings fly off with each pulse; they are wider and fainter with the phase.
    for number in 0..<2 where !isDead {
      let phase = (sample.position.phase + Double(number)) / 2
      let box = square(world.player, World.playerHalf * (1.1 + phase))
      let ring = (isLow ? Palette.danger : color).withAlpha(UInt8(200 * (1 - phase)))
      if box.intersection(field) == box {
        canvas.outline(box, radius: box.width / 6, thin, ring)
      }
    }
    canvas.flash(light, color, in: square(world.player, World.playerHalf))
    let body = pixel(world.hunter)
    canvas.draw(
      [.disc(x: body.x, y: body.y, diameter: even(2 * World.hunterRadius * scale))],
      Palette.hunter, within: field)
    drawEyes(body, scale, on: &canvas)
    let fresh = freshness(0.9)
    guard fresh > 0 else { return }
    let point = pixel(world.hitPoint)
    let ring = SoftShape.ring(
      Point(x: Double(point.x), y: Double(point.y)), radius: (0.6 + 3 * (1 - fresh)) * scale,
      thickness: 0.3 * fresh * scale + Double(thin))
    canvas.draw([ring], Palette.danger.withAlpha(UInt8(255 * fresh)), within: field)
  }

  /// Draws the red edge of low health, which beats with the pulse: at most 2.9 times a second,
  /// because the pulse does.
  ///
  /// A pulse that jumps would flash more often, so its edge is a line that does not beat.
  private func drawEdge(on canvas: inout Canvas) {
    canvas.outline(field, radius: canvas.px(8), canvas.px(2), Palette.danger)
    guard mode != .naive else { return }
    let step = max(1, canvas.px(3))
    let count = canvas.px(60) / step
    for number in 0..<count {
      let share = 1 - Double(number) / Double(count)
      let alpha = UInt8(255 * (0.18 + 0.4 * light) * share * share)
      let box = field.inset(number * step)
      let edge = Palette.danger.withAlpha(alpha)
      canvas.fill(box.row(box.y, height: step), edge)
      canvas.fill(box.row(box.bottom - step, height: step), edge)
      let sides = box.inset(0, step)
      canvas.fill(sides.column(sides.x, width: step), edge)
      canvas.fill(sides.column(sides.right - step, width: step), edge)
    }
  }

  /// Draws a heart: a plus sign on a tile.
  private func drawHeart(_ box: PixelBox, on canvas: inout Canvas) {
    let color = Palette.color(of: .phase)
    canvas.fill(box, radius: box.width / 5, color)
    canvas.fill(
      box.inset(canvas.px(1.5)), radius: box.width / 5, Palette.flash(0.1, color))
    let arm = max(2, box.width / 6)
    let cross = box.inset(box.width / 5)
    canvas.fill(cross.row(box.midY - arm / 2, height: arm), color)
    canvas.fill(cross.column(box.midX - arm / 2, width: arm), color)
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
  private func drawEyes(_ body: (x: Int, y: Int), _ scale: Double, on canvas: inout Canvas) {
    let look = direction(from: world.hunter, to: world.player)
    let radius = World.hunterRadius * scale
    for side in [-0.38, 0.38] {
      let x = body.x + Int(((look.x * 0.42 - look.y * side) * radius).rounded())
      let y = body.y + Int(((look.y * 0.42 + look.x * side) * radius).rounded())
      canvas.draw([.disc(x: x, y: y, diameter: even(radius * 0.5))], Palette.ground)
    }
  }
}
