// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Glibc
import SDLDriver

extension HuntScene {
  mutating func draw(on canvas: inout Canvas, _ status: FrameStatus) {
    let metrics = canvas.metrics
    let small = canvas.face(.small)
    var box = drawFrame(
      title: best > 0 ? "Hunt: beat \(NumberText.fixed(best, 1)) seconds" : nil,
      "Stay away from the hunter. Each hit makes you pulse faster: you feel the danger before you"
        + " read it.", brief: "Each hit makes you pulse faster. Drag your square.",
      status, on: &canvas)
    let hasText = canvas.shownText != .none
    var bars = box.takeTop(max(small.lineHeight, metrics.px(20)), gap: metrics.px(9))
    let health = bars.takeLeft(bars.width * 9 / 20, gap: metrics.px(30))
    drawHealth(in: health, on: &canvas)
    drawRace(in: bars, on: &canvas)
    if hasText {
      var below = box.takeBottom(
        max(metrics.px(92), 5 * small.lineHeight), gap: metrics.px(9))
      // Both pills of the second row fit.
      let pills = canvas.width(of: "restart phase matched", canvas.face(.small, .bold))
      let width = max(metrics.px(236), pills + metrics.px(70))
      drawPills(in: below.takeRight(width, gap: metrics.px(12)), on: &canvas)
      drawPulse(in: below, on: &canvas)
    }
    field = box.fitting(width: World.width, height: World.height)
    canvas.fill(field, radius: metrics.px(8), Palette.well)
    drawField(on: &canvas)
    if case .dead(let left) = world.state { drawDeath(left, on: &canvas) }
  }

  private var isLow: Bool { world.health < Self.lowHealth && !isDead }

  private var healthColor: RGBA8 {
    isLow || isDead
      ? Palette.danger : world.health < 0.6 ? Palette.notice : Palette.color(of: .phase)
  }

  /// Dims the field and draws the result of this life.
  /// - Parameter left: Seconds until the next life.
  private func drawDeath(_ left: Double, on canvas: inout Canvas) {
    canvas.fill(field, radius: canvas.metrics.px(8), Palette.ground.withAlpha(190))
    let result =
      "You lasted \(NumberText.fixed(lasted, 1)) s."
      + (lasted >= best ? " New best!" : " Best \(NumberText.fixed(best, 1)) s.")
    let lines: [Canvas.TextLine] = [
      lasted > 0
        ? (result, canvas.face(.medium, .bold), Palette.text)
        : ("Caught", canvas.face(.large, .bold), Palette.danger),
      ("a new life in \(NumberText.fixed(left, 1)) s", canvas.face(.small), Palette.dim),
    ]
    canvas.lines(lines, in: field, x: field.midX, align: .centre)
  }

  // MARK: - Bars

  private func drawHealth(in room: PixelBox, on canvas: inout Canvas) {
    let bold = canvas.face(.small, .bold)
    var box = room
    let y = room.midY - bold.lineHeight / 2
    if canvas.shownText != .none {
      let label = box.takeLeft(canvas.width(of: "health", bold), gap: canvas.metrics.px(8))
      canvas.text("health", bold, Palette.text, x: label.x, y: y)
      let number = box.takeRight(canvas.width(of: "100 %", bold), gap: canvas.metrics.px(8))
      canvas.text(
        NumberText.percent(world.health), bold, healthColor, x: number.right, y: y, align: .right)
    }
    // The zones of the bar are always visible.
    let zones = [
      (0.0, Self.lowHealth, Palette.danger), (Self.lowHealth, 0.6, Palette.notice),
      (0.6, 1, Palette.color(of: .phase)),
    ]
    func part(_ from: Double, _ to: Double) -> PixelBox {
      let left = box.x + Int(from * Double(box.width))
      return box.column(left, width: box.x + Int(to * Double(box.width)) - left)
    }
    for (from, to, color) in zones { canvas.fill(part(from, to), color.withAlpha(77)) }
    canvas.fill(part(0, world.health), healthColor)
    guard freshness(1.2) > 0 else { return }
    let lost = part(world.health, min(1, world.health + World.harm))
    canvas.fill(lost, Palette.text)
    let text = "\u{2212} \(NumberText.fixed(100 * World.harm, 0))"
    // In a short bar, the number is beside the lost part.
    if canvas.width(of: text, bold) + canvas.metrics.px(4) <= lost.width {
      canvas.text(text, bold, Palette.ground, x: lost.midX, y: y, align: .centre)
    } else if world.health > 0.5 {
      canvas.text(
        text, bold, Palette.ground, x: lost.x - canvas.metrics.px(4), y: y, align: .right)
    } else {
      canvas.text(text, bold, Palette.text, x: lost.right + canvas.metrics.px(4), y: y)
    }
  }

  /// Draws the time of this life against the best one.
  private func drawRace(in room: PixelBox, on canvas: inout Canvas) {
    guard canvas.shownText != .none else { return }
    let metrics = canvas.metrics
    let bold = canvas.face(.small, .bold)
    let y = room.midY - bold.lineHeight / 2
    guard !driver.isAutomatic, world.state != .waiting else {
      let text = driver.isAutomatic ? "drag yourself to play" : "the hunter wakes when you move"
      canvas.text(text, bold, Palette.notice, x: room.right, y: y, align: .right)
      return
    }
    var box = room
    let label = box.takeLeft(canvas.width(of: "you", bold), gap: metrics.px(8))
    canvas.text("you", bold, Palette.text, x: label.x, y: y)
    let isAhead = survived >= best
    let rest =
      isAhead ? "new best!" : "\(NumberText.fixed(best - survived, 1)) s to go"
    let end = box.takeRight(canvas.width(of: "000.0 s to go", bold), gap: metrics.px(16))
    canvas.text(
      rest, bold, isAhead ? Palette.color(of: .phase) : Palette.text, x: end.x, y: y)
    canvas.fill(box, radius: metrics.px(4), Palette.groove)
    var done = box
    done.width = Int(Double(box.width) * min(1, survived / max(best, 1e-9)))
    canvas.fill(done, radius: metrics.px(4), Palette.color(of: .phase))
    let time = "\(NumberText.fixed(survived, 1)) s"
    let width = canvas.width(of: time, bold)
    let isInside = done.width > width + metrics.px(12)
    canvas.text(
      time, bold, isInside ? Palette.ground : Palette.text,
      x: isInside ? done.right - metrics.px(6) : done.right + metrics.px(6) + width, y: y,
      align: .right)
    // The flag stands at the best time.
    let pole = PixelBox(
      x: box.right, y: box.y - metrics.px(3), width: metrics.px(2),
      height: box.height + metrics.px(3))
    canvas.fill(pole, Palette.text)
    let (x, top) = (Double(pole.right), Double(pole.y))
    let flag = [(0.0, 0.0), (12, 5), (0, 10)].map {
      Point(x: x + $0.0 * metrics.scale, y: top + $0.1 * metrics.scale)
    }
    canvas.draw(
      [.polygon(flag, margin: 0)], isAhead ? Palette.color(of: .phase) : Palette.text)
  }

  // MARK: - The pulse

  private func drawPulse(in room: PixelBox, on canvas: inout Canvas) {
    let color = Palette.color(of: mode)
    let lane = LaneChart.Lane(name: "your pulse", color: color) {
      [history] canvas, box, axis, thickness in
      canvas.stroke(history, in: box, axis, thickness: thickness, color) {
        $0.sample(at: $1).progress
      }
    }
    LaneChart(lanes: [lane], now: pulse.now, requests: requests, hasTimes: false)
      .draw(in: room, on: &canvas)
  }

  /// Draws the pulse's code as three buttons.
  private func drawPills(in room: PixelBox, on canvas: inout Canvas) {
    let metrics = canvas.metrics
    let small = canvas.face(.small)
    let bold = canvas.face(.small, .bold)
    canvas.fill(room, radius: metrics.px(8), Palette.panel)
    var box = room.inset(metrics.px(8), metrics.px(4))
    let label = box.takeTop(small.lineHeight, gap: metrics.px(2))
    let texts = ["your pulse is coded as (M)", "your pulse (M)"]
    let text = texts.first { canvas.width(of: $0, small) <= label.width } ?? ""
    canvas.text(text, small, Palette.dim, x: label.x, y: label.y)
    let words: [DemoMode: String] = [
      .naive: "most code: flickers", .restart: "restart", .phase: "phase matched",
    ]
    let gap = metrics.px(5)
    var first = box.takeTop((box.height - gap) / 2, gap: gap)
    var second = box
    for mode in [DemoMode.naive, .restart, .phase] {
      guard let text = words[mode], let index = Self.modes.firstIndex(of: mode) else { continue }
      let width = canvas.width(of: text, bold) + 2 * metrics.px(12)
      let pill =
        mode == .naive
        ? first.takeLeft(first.width)
        : second.takeLeft(mode == .phase ? second.width : width, gap: gap)
      let isChosen = mode == self.mode
      let color = Palette.color(of: mode)
      canvas.fill(pill, radius: pill.height / 2, color)
      if !isChosen {
        canvas.fill(
          pill.inset(metrics.px(1.5)), radius: pill.height / 2,
          canvas.isHovered(pill) ? Palette.groove : Palette.panel)
      }
      canvas.text(
        text, bold, isChosen ? Palette.ground : color, x: pill.midX,
        y: pill.midY - bold.lineHeight / 2, align: .centre)
      canvas.target(pill, .choose(index))
    }
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
    func square(_ middle: Point, _ half: Double) -> PixelBox {
      let (x, y) = pixel(middle)
      let side = even(2 * half * scale)
      return PixelBox(x: x - side / 2, y: y - side / 2, width: side, height: side)
    }
    if isLow { drawEdge(on: &canvas) }
    for heart in world.shownHearts { drawHeart(square(heart, 0.5), on: &canvas) }
    let color = Palette.color(of: mode)
    let thin = metrics.px(1.5)
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
    drawEyes(body.x, body.y, scale, on: &canvas)
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
    let metrics = canvas.metrics
    canvas.outline(field, radius: metrics.px(8), metrics.px(2), Palette.danger)
    guard mode != .naive else { return }
    let step = max(1, metrics.px(3))
    let count = metrics.px(60) / step
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
      box.inset(canvas.metrics.px(1.5)), radius: box.width / 5, Palette.flash(0.1, color))
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
