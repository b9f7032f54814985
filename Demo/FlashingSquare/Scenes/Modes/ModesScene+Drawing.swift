// SPDX-License-Identifier: Apache-2.0

import RepeatTiming
import SDLDriver

extension ModesScene {
  mutating func draw(on canvas: inout Canvas, _ status: FrameStatus) {
    let metrics = canvas.metrics
    let isNarrow = metrics.isNarrow
    let requested = lanes[0].requested
    let isHeldBack = isNarrow && lanes.contains(where: \.isHeldBack)
    let frame = SceneFrame(
      title: "requested \(NumberText.seconds(requested))",
      note: "\(NumberText.hertz(1 / requested))   \(sourceText)",
      keys: Self.keys, color: Palette.flash(lanes[selected].shown), progress: 1,
      // Where lanes have no room to say it.
      detail: isHeldBack ? ("max 3 flashes/s", Palette.notice) : nil, hasLegend: true)
    var box = frame.draw(status, on: &canvas)
    drawCaption(cutting: &box, on: &canvas)
    let small = canvas.face(.small)
    let axis = isNarrow ? 0 : small.lineHeight + metrics.px(2)
    let gap = metrics.px(12)
    let height = (box.height - axis - gap * (lanes.count - 1)) / lanes.count
    for index in lanes.indices {
      let axis = index == lanes.count - 1 ? axis : 0
      let room = box.takeTop(height + axis, gap: gap)
      draw(index, axis: axis, in: room, on: &canvas)
    }
  }

  private var sourceText: String {
    if !lanes[0].isActive { return "stopped; X starts" }
    switch source {
    case .file: return "rate changes from the file"
    case .plan: return "next rate change in \(NumberText.fixed(requests.secondsLeft, 1)) s"
    case .keys:
      return "by hand; the plan goes on in \(NumberText.fixed(requests.secondsLeft, 0)) s"
    }
  }

  // MARK: - Around the lanes

  /// What to look at, where there is room for it.
  private func drawCaption(cutting box: inout PixelBox, on canvas: inout Canvas) {
    let small = canvas.face(.small)
    guard canvas.width(of: caption, small) <= box.width else { return }
    let line = box.takeTop(small.lineHeight, gap: canvas.metrics.px(8))
    canvas.text(caption, small, Palette.text, x: line.x, y: line.y)
  }

  private var caption: String {
    let end = lanes[0].mode == .frame ? "the top one start late, and drift" : "the top one jump"
    return "One command, four ways: watch \(end)"
  }

  /// A measure of a lane, its name there, and its explanation in the help.
  struct Figure {
    let name: String
    let explanation: String
    let value: @Sendable (FlashFigures) -> Double
    /// A jump is a fault; the other measures are a price.
    var color = Palette.notice
  }

  /// The most telling first; as many as the lane is high.
  static let figures = [
    Figure(
      name: "jump",
      explanation: "the value leaps so far at one instant; 1 is the whole way",
      value: { $0.valueJump }, color: Palette.alert),
    Figure(
      name: "delay s",
      explanation: "seconds until a requested rate is in effect, at worst", value: { $0.delay }),
    Figure(
      name: "cycles",
      explanation: "cycles more (+) or fewer (\u{2212}) than the requested rates make",
      value: { $0.cyclesGained }),
  ]

  // MARK: - A lane

  private func draw(_ index: Int, axis: Int, in room: PixelBox, on canvas: inout Canvas) {
    let lane = lanes[index]
    let metrics = canvas.metrics
    let small = canvas.face(.small)
    let color = Palette.color(of: lane.mode)
    var box = room
    let height = room.height - axis
    let bar = box.takeLeft(metrics.px(3), gap: metrics.px(9))
    if index == selected {
      canvas.fill(bar.row(bar.y, height: height), color)
    }
    let side = min(height, metrics.px(64))
    let square = box.takeLeft(side, gap: metrics.px(14))
    let shape = PixelBox(x: square.x, y: square.y + (height - side) / 2, width: side, height: side)
    let fresh = Self.freshness(ofJumpIn: lane)
    if fresh > 0 {
      // Round the square, which changes its own colour in that moment.
      let edge = metrics.px(5)
      canvas.fill(
        shape.inset(-edge), radius: metrics.px(3) + edge,
        Palette.alert.withAlpha(UInt8(fresh * 255)))
      canvas.fill(shape, radius: metrics.px(3), Palette.ground)
    }
    canvas.fill(shape, radius: metrics.px(3), Palette.flash(lane.shown))
    if metrics.isNarrow {
      drawCompact(lane, color, height, cutting: &box, on: &canvas)
      let width = canvas.width(of: "delay s  0.000", canvas.face(.small, .bold))
      drawFigures(index, atMost: 2, in: box.takeRight(width, gap: metrics.px(8)), height, &canvas)
    } else {
      drawName(lane, color, in: box.takeLeft(metrics.px(150), gap: metrics.px(4)), height, &canvas)
      drawFigures(index, in: box.takeRight(metrics.px(112), gap: metrics.px(16)), height, &canvas)
    }
    let chart = StripChart(history: lane.history, now: lane.now, color: color)
    let parts: StripChart.Parts =
      metrics.isNarrow ? [] : axis > 0 ? [.rate, .labels, .timeAxis] : [.rate, .labels]
    chart.draw(in: box, parts, on: &canvas)
  }

  private func drawName(
    _ lane: FlashController, _ color: RGBA8, in room: PixelBox, _ height: Int,
    _ canvas: inout Canvas
  ) {
    let small = canvas.face(.small)
    let effect = "in effect \(NumberText.seconds(lane.sample.cycleDuration))"
    let response =
      lane.isHeldBack ? ("limited to 3 flashes/s", Palette.notice) : Self.response(of: lane)
    canvas.lines(
      [
        (lane.mode.shortText.title, canvas.face(.medium, .bold), color),
        (effect, small, Palette.dim),
        (response.0, small, response.1),
      ], in: room.row(room.y, height: height), x: room.x)
  }

  /// What the last rate change does at the moment, or else what the mode does with any.
  private static func response(of lane: FlashController) -> (String, RGBA8) {
    if let change = lane.lastRateChange, lane.isActive {
      if freshness(ofJumpIn: lane) > 0 {
        return ("jumps by \(NumberText.fixed(change.jump, 2))", Palette.alert)
      }
      if change.delay == nil {
        let seconds = NumberText.fixed(change.delay(at: lane.now), 1)
        return ("\(change.slide > 0 ? "slides" : "waits"), \(seconds) s", Palette.notice)
      }
    }
    return (lane.mode.shortText.note, Palette.faint)
  }

  /// Seconds for which a jump is marked: long enough to look there.
  static let markSeconds = 1.5

  /// How much of a jump's mark is left: 1 at the jump, 0 without one and from `markSeconds` on.
  static func freshness(ofJumpIn lane: FlashController) -> Double {
    guard let change = lane.lastRateChange, change.jump > 0 else { return 0 }
    return min(max(1 - (lane.now - change.time) / markSeconds, 0), 1)
  }

  private func drawFigures(
    _ index: Int, atMost most: Int = .max, in room: PixelBox, _ height: Int, _ canvas: inout Canvas
  ) {
    let small = canvas.face(.small)
    let bold = canvas.face(.small, .bold)
    let count = min(Self.figures.count, most, max(1, height / small.lineHeight))
    var y = room.y + (height - count * small.lineHeight) / 2
    for figure in Self.figures.prefix(count) {
      let value = figure.value(lanes[index].figures)
      let isSeen = abs(value) >= 0.0005
      canvas.text(figure.name, small, Palette.faint, x: room.x, y: y)
      canvas.text(
        NumberText.fixed(isSeen ? value : 0, 3), bold, isSeen ? figure.color : Palette.dim,
        x: room.right, y: y,
        align: .right)
      y += small.lineHeight
    }
  }

  private func drawCompact(
    _ lane: FlashController, _ color: RGBA8, _ height: Int, cutting box: inout PixelBox,
    on canvas: inout Canvas
  ) {
    let bold = canvas.face(.small, .bold)
    let small = canvas.face(.small)
    let room = box.takeLeft(canvas.width(of: "wait 0.0 s ", small), gap: 2)
    let y = room.y + max(0, (height - 2 * small.lineHeight) / 2)
    let change = lane.lastRateChange
    let jump = change?.jump ?? 0
    let delay = change?.delay(at: lane.now) ?? 0
    let text =
      jump > 0 ? "jump \(NumberText.fixed(jump, 1))" : "wait \(NumberText.fixed(delay, 1)) s"
    canvas.lines(
      [
        (lane.mode.shortText.title, bold, color),
        (text, small, jump > 0 ? Palette.alert : Palette.dim),
      ],
      x: room.x, y: y)
  }
}
