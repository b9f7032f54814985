// SPDX-License-Identifier: Apache-2.0

import RepeatTiming
import SDLDriver

extension SquareScene {
  mutating func draw(on canvas: inout Canvas, _ status: FrameStatus) {
    let metrics = canvas.metrics
    let gap = metrics.px(16)
    let health = "health \(NumberText.fixed(world.health * 100, 0)) %"
    // Health is above the field: in it the square would cover the number.
    let frame = SceneFrame(
      title: flash.mode.text.title, titleColor: modeColor, note: flash.mode.text.note,
      keys: Self.keys,
      color: Palette.flash(flash.shown), progress: world.health, detail: (health, Palette.text),
      hasLegend: true)
    var box = frame.draw(status, on: &canvas)
    let narrowestSide = max(metrics.px(300), Readouts.width(on: canvas))
    let widest = box.width - narrowestSide - gap - metrics.px(8)
    let chartGap = metrics.px(14)
    // What is said of the field is below it: in it the square and the hunter would cross it.
    let lines = canvas.face(.small).lineHeight * 2 + metrics.px(4)
    // Where the width bounds the field, the height that is left is the chart's.
    let left = box.height - Int(Double(widest) * World.height / World.width) - chartGap - lines
    let chart = box.takeBottom(max(metrics.px(124), min(left, metrics.px(320))), gap: chartGap)
    StripChart(history: flash.history, now: flash.now, color: modeColor)
      .draw(in: chart, [.rate, .labels, .timeAxis], on: &canvas)
    let height = box.height - lines
    let fieldWidth = min(widest, Int(Double(height) * World.width / World.height))
    var room = box.takeLeft(fieldWidth, gap: gap + metrics.px(8))
    room.height = height
    field = room.fitting(width: World.width, height: World.height)
    drawField(on: &canvas)
    drawCaptions(in: field.row(field.bottom + metrics.px(4), height: lines), on: &canvas)
    drawSide(in: box, on: &canvas)
  }

  private var modeColor: RGBA8 { Palette.color(of: flash.mode) }

  // MARK: - The field

  private func drawField(on canvas: inout Canvas) {
    let metrics = canvas.metrics
    canvas.fill(field, radius: metrics.px(6), Palette.panel)
    let scale = Double(field.width) / World.width
    let positions = positions
    let (hunterX, hunterY) = pixel(of: positions.hunter, scale)
    if !world.isPeaceful {
      let reach = SoftShape.ring(
        Point(x: Double(hunterX), y: Double(hunterY)), radius: World.danger * scale,
        thickness: max(1, 1.5 * metrics.scale))
      canvas.draw(
        [reach], world.threat > 0 ? Palette.faint : Palette.line, within: field)
    }
    let body = even(2 * World.hunterRadius * scale)
    canvas.draw(
      [.disc(x: hunterX, y: hunterY, diameter: body)],
      world.isPeaceful ? Palette.faint : Palette.hunter, within: field)
    drawEyes(hunterX, hunterY, scale, on: &canvas)
    let (x, y) = pixel(of: positions.player, scale)
    let side = even(2 * World.playerHalf * scale)
    let square = PixelBox(x: x - side / 2, y: y - side / 2, width: side, height: side)
    canvas.fill(square, radius: metrics.px(3), Palette.flash(flash.shown))
    guard case .dead(let left) = world.state else { return }
    Banner.draw(
      "You died", "a new life in \(NumberText.fixed(left, 1)) s", Palette.alert, in: field,
      canvas.face(.large, .bold), on: &canvas)
  }

  /// An even number of pixels, so that the middle lies between two of them.
  private func even(_ pixels: Double) -> Int { max(2, Int(pixels) / 2 * 2) }

  private func pixel(of point: Point, _ scale: Double) -> (Int, Int) {
    (field.x + Int((point.x * scale).rounded()), field.y + Int((point.y * scale).rounded()))
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
        [.disc(x: x + Int(eyeX.rounded()), y: y + Int(eyeY.rounded()), diameter: eye)],
        Palette.ground)
    }
  }

  /// Captions below the field, as many as there is room for, and the survival time beside them.
  private func drawCaptions(in room: PixelBox, on canvas: inout Canvas) {
    let metrics = canvas.metrics
    let small = canvas.face(.small)
    var right = room.right
    if let text = survival.text, canvas.width(of: text, small) < room.width {
      let box = canvas.text(text, small, Palette.dim, x: right, y: room.y, align: .right)
      right = box.x - metrics.px(16)
    }
    guard !isDead else { return }
    var y = room.y
    for (text, color) in captions {
      guard room.x + canvas.width(of: text, small) <= right else { continue }
      canvas.text(text, small, color, x: room.x, y: y)
      y += small.lineHeight
      right = room.right
    }
  }

  /// What to do, and below it, in the first seconds and beside the autopilot, what to look at.
  private var captions: [(String, RGBA8)] {
    if isPlayedFromFile {
      return [("The hunter sleeps: the rate changes come from the file", Palette.dim)]
    }
    var captions: [(String, RGBA8)] = []
    if steering.isAutomatic {
      if steering.rule == .whenIdle {
        captions.append(("Autopilot: press an arrow to play", Palette.notice))
      }
    } else if world.state == .waiting {
      let wakes = "The hunter wakes when you move: arrows or WASD"
      captions.append((wakes + (autopilotText.map { "; \($0)" } ?? ""), Palette.dim))
    }
    if steering.isAutomatic || age < Self.introduction {
      captions.append(("The less health, the faster it flashes; M changes how", Palette.text))
    }
    return captions
  }

  /// When the autopilot takes over; `nil` where it does not.
  private var autopilotText: String? {
    steering.secondsUntilAutopilot.map { "autopilot in \(NumberText.fixed($0.rounded(.up), 0)) s" }
  }

  /// Seconds for which a new player sees what to look at.
  private static let introduction = 10.0

  // MARK: - Beside

  private mutating func drawSide(in room: PixelBox, on canvas: inout Canvas) {
    let metrics = canvas.metrics
    var box = room
    let table = box.takeBottom(Readouts.height(on: canvas), gap: metrics.px(8))
    dial.draw(flash, in: box, on: &canvas)
    let notes = isDead ? [] : Readouts.notes(flash)
    Readouts.draw(flash, notes, in: table, on: &canvas)
  }
}
