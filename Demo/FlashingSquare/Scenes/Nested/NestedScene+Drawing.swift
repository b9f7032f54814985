// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Glibc
import SDLDriver

extension NestedScene {
  mutating func draw(on canvas: inout Canvas, _ status: FrameStatus) {
    scale = canvas.metrics.scale
    grips.removeAll()
    var box = drawFrame(
      "Each layer lives in the time of the layer around it, so speeds multiply inwards. Drag any of"
        + " the three.", brief: "Speeds multiply inwards. Drag any of the three.",
      details: details, status, on: &canvas)
    let isHigh = box.height > box.width
    let gap = canvas.px(16)
    let picture =
      isHigh ? box.takeTop(box.height / 2, gap: gap) : box.takeLeft(box.width * 8 / 13, gap: gap)
    let frames = drawPicture(in: picture, on: &canvas)
    for (index, panel) in box.parts(lanes.count, gap: canvas.px(6)).enumerated() {
      if !isHigh { drawTie(frames[index], panel, Self.color(of: index), on: &canvas) }
      draw(index, in: panel, on: &canvas)
    }
  }

  private static func color(of lane: Int) -> RGBA8 {
    [Palette.color(of: .restart), Palette.color(of: .phase), Palette.color(of: .ramp)][lane]
  }

  // MARK: - The picture

  /// Draws the world, the car in it, and the wheel in the car, each in a frame.
  /// - Returns: The three frames.
  private mutating func drawPicture(in world: PixelBox, on canvas: inout Canvas) -> [PixelBox] {
    let (wide, high) = (Double(world.width) / 560, Double(world.height) / 432)
    let unit = min(wide, high)
    func part(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> PixelBox {
      PixelBox(
        x: world.x + Int(x * wide), y: world.y + Int(y * high), width: Int(width * wide),
        height: Int(height * high))
    }
    func point(_ x: Double, _ y: Double) -> Point {
      Point(x: Double(world.x) + x * wide, y: Double(world.y) + y * high)
    }
    func circle(_ x: Double, _ y: Double, _ radius: Double) -> PixelBox {
      part(x, y, 0, 0).inset(-Int(radius * unit))
    }
    let frames = [world, part(24, 130, 512, 282), part(268, 236, 254, 162)]
    let times = lanes.map(\.localTime)
    func frame(_ index: Int, _ ground: RGBA8) {
      canvas.fill(frames[index], radius: canvas.px(10), ground)
      canvas.outline(
        frames[index], radius: canvas.px(10), canvas.px(2), Self.color(of: index))
    }
    frame(0, Palette.well)
    // Clouds and the sun's rays move with the world's time.
    let sun = circle(472, 62, 24)
    canvas.fill(sun, radius: .max, Self.color(of: 0))
    let rays = (0..<12).flatMap { ray in
      let angle = Double(ray) * Double.pi / 6 + times[0] * 0.6
      let ends = [30, 39].map { sun.point($0 * unit, angle) }
      return SoftShape.line(ends, thickness: 2 * unit)
    }
    canvas.draw(rays, Self.color(of: 0), within: world)
    for (start, y) in [(60.0, 108.0), (190, 84), (330, 104)] {
      let way = (start + 30 * times[0]).truncatingRemainder(dividingBy: 640)
      let cloud = point(way < 0 ? way + 600 : way - 40, y)
      canvas.draw(
        [
          .disc(Point(x: cloud.x, y: cloud.y - 6 * unit), radius: 15 * unit),
          .capsule(
            from: Point(x: cloud.x - 22 * unit, y: cloud.y),
            to: Point(x: cloud.x + 22 * unit, y: cloud.y), radius: 9 * unit),
        ], Palette.line, within: world.inset(canvas.px(2)))
    }
    frame(1, Palette.panel)
    // The body bounces with the car's time.
    let green = Self.color(of: 1)
    let bounce = 10 * abs(sin(times[1] * 2.5))
    canvas.fill(part(40, 366, 484, 2), Palette.track)
    let roof = [(136.0, 256.0), (169, 208), (268, 208), (306, 256)]
    canvas.draw(
      [.polygon(roof.map { point($0.0, $0.1 - bounce) }, margin: 0)],
      Palette.edge(of: green), within: frames[1])
    canvas.fill(part(79, 254 - bounce, 293, 66), radius: Int(16 * unit), green)
    for x in [132.0, 328] {
      if x > 300 { frame(2, Palette.ground.withAlpha(170)) }
      drawWheel(in: circle(x, 324, 40), turn: times[2] * 1.5, on: &canvas)
    }
    drawPill(0, at: part(12, 12, 0, 0), on: &canvas)
    drawPill(1, at: part(36, 142, 0, 0), on: &canvas)
    let turning = drawPill(2, at: part(280, 246, 0, 0), on: &canvas)
    drawWay(beside: part(376, 300, 140, 48), turning, on: &canvas)
    return frames
  }

  /// Draws a wheel with five spokes, one of them white; it turns with the wheel's time.
  private func drawWheel(in tyre: PixelBox, turn: Double, on canvas: inout Canvas) {
    let color = Self.color(of: 2)
    let radius = Double(tyre.width / 2)
    canvas.fill(tyre, radius: .max, Palette.ground)
    canvas.outline(tyre, radius: .max, tyre.width / 20, color)
    func spoke(_ number: Int, thickness: Double) -> SoftShape {
      let end = tyre.point(0.8 * radius, Double(number) * 0.4 * Double.pi + turn)
      return .capsule(from: tyre.point(0, 0), to: end, radius: radius * thickness / 2)
    }
    canvas.draw([spoke(0, thickness: 0.14)], Palette.text)
    canvas.draw(
      (1..<5).map { spoke($0, thickness: 0.09) } + [.disc(tyre.point(0, 0), radius: radius * 0.14)],
      color)
  }

  /// Draws a layer's speed, which can be dragged sideways.
  @discardableResult
  private mutating func drawPill(
    _ index: Int, at corner: PixelBox, on canvas: inout Canvas
  ) -> PixelBox {
    let bold = canvas.face(.medium, .bold)
    let isHeld = grips.held == index
    let color = isHeld ? Palette.notice : Self.color(of: index)
    let text = "\(lanes[index].name) \u{D7} \(Self.short(speed(of: index)))"
    let pill = PixelBox(
      x: corner.x, y: corner.y, width: canvas.width(of: text, bold) + 2 * canvas.metrics.grip(16),
      height: bold.lineHeight + canvas.px(4))
    canvas.fill(pill, radius: pill.height / 2, color)
    canvas.fill(
      pill.inset(canvas.px(1.5)), radius: pill.height / 2,
      isHeld || canvas.isHovered(pill) ? Palette.groove : Palette.ground)
    canvas.text(text, bold, color, in: pill, align: .centre)
    canvas.arrows(around: pill.inset(canvas.metrics.grip(12), 0), color)
    grips.add(index, pill, on: canvas)
    return pill
  }

  /// Says in which direction the wheel turns.
  private func drawWay(beside room: PixelBox, _ pill: PixelBox, on canvas: inout Canvas) {
    let speed = lanes[2].overallSpeed
    let text = speed == 0 ? "stands still" : speed < 0 ? "turns backwards" : "turns forwards"
    guard canvas.width(of: text, canvas.bold) <= room.width, room.y > pill.bottom else { return }
    canvas.text(text, canvas.bold, Palette.text, x: room.x, y: room.midY)
  }

  /// Draws the line from a frame to its panel.
  private func drawTie(
    _ frame: PixelBox, _ panel: PixelBox, _ color: RGBA8, on canvas: inout Canvas
  ) {
    let y = min(max(panel.midY, frame.y + frame.height / 4), frame.bottom - frame.height / 8)
    let ends = [frame.right, panel.x].map { Point(x: Double($0), y: Double(y)) }
    canvas.draw(SoftShape.line(ends, thickness: 2 * canvas.metrics.scale), color)
    canvas.draw(ends.map { .disc($0, radius: 4 * canvas.metrics.scale) }, color)
  }

  // MARK: - The charts

  private func draw(_ index: Int, in panel: PixelBox, on canvas: inout Canvas) {
    let lane = lanes[index]
    let color = Self.color(of: index)
    canvas.fill(panel, radius: canvas.px(8), Palette.panel)
    canvas.outline(panel, radius: canvas.px(8), canvas.px(2), color)
    var box = panel.inset(canvas.px(10), canvas.px(4))
    if canvas.shownText != .none {
      let head = box.takeTop(canvas.bold.lineHeight)
      // The requested speeds, also during a pause.
      let speeds = (0...index).map { speed(of: $0) }
      let result = index == 0 ? "" : " = " + Self.short(speeds.reduce(1, *))
      let product = speeds.map(Self.short).joined(separator: " \u{D7} ") + result
      let name = canvas.text(lane.name, canvas.bold, color, in: head)
      let rest = head.column(name.right + canvas.px(10), width: 0)
      let end = canvas.text(product, canvas.bold, Palette.text, in: rest).right
      let time = "local time \(NumberText.fixed(lane.localTime, 2)) s"
      if end + canvas.width(of: time, canvas.small) + canvas.px(10) <= head.right {
        canvas.text(time, canvas.small, Palette.dim, in: head, align: .right)
      }
      if index == lanes.count - 1 {
        canvas.times(in: box.takeBottom(canvas.small.lineHeight).inset(canvas.px(6), 0), step: 3)
      }
    }
    let chart = LaneChart.Lane("", color, lane.history, value: Self.position)
    LaneChart(lanes: [chart], now: now, requests: lane.changes, hasTimes: false)
      .draw(in: box, on: &canvas)
  }

  /// A number with at most two decimals.
  private static func short(_ number: Double) -> String {
    let digits = (0...1).first { number == (number * [1, 10][$0]).rounded() / [1, 10][$0] } ?? 2
    return NumberText.fixed(number, digits)
  }

  /// The kind of the changes, and the last change.
  private var details: [String] {
    let way =
      isNaive ? "layer.speed = \u{2026}: time jumps" : "layer.setSpeed(_:at:): time goes on"
    guard let jump = lastJump else { return [way] }
    return [way, "the last change jumped by \(NumberText.fixed(jump, 2)) s"]
  }
}

extension PixelBox {
  /// The point at a distance from the box's middle, in a direction in radians.
  fileprivate func point(_ distance: Double, _ angle: Double) -> Point {
    Point(x: Double(midX) + distance * cos(angle), y: Double(midY) + distance * sin(angle))
  }
}
