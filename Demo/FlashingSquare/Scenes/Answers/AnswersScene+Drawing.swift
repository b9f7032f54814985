// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import SDLDriver

extension AnswersScene {
  mutating func draw(on canvas: inout Canvas, _ status: FrameStatus) {
    scale = canvas.metrics.scale
    grips.removeAll()
    var status = status
    if original != nil { status.steering = "Esc puts it back" }
    var box = drawFrame(
      "Low health, faster pulse, as in so many games. The same request three times; only the code"
        + " differs. Drag the slider.", brief: "The same request; only the code differs. Drag.",
      status, on: &canvas)
    let hasText = canvas.shownText != .none
    let share = box.width > box.height * 3 / 2 ? 47 : 42
    let chart = box.takeBottom(
      hasText
        ? max(box.height * share / 100, 7 * canvas.small.lineHeight) : box.height / 4,
      gap: canvas.px(4))
    if hasText { drawSentence(from: &box, on: &canvas) }
    // Keeps space below the slider for the autopilot's hand.
    _ = box.takeBottom(canvas.px(6))
    let row = box.takeBottom(canvas.px(34), gap: canvas.px(4))
    drawCards(in: box, status, on: &canvas)
    drawSlider(in: row, on: &canvas)
    drawChart(in: chart, on: &canvas)
  }

  // MARK: - The slider

  private mutating func drawSlider(in room: PixelBox, on canvas: inout Canvas) {
    var box = room
    let words = ["slow, calm", "fast, danger"]
    let hasText = canvas.shownText != .none
    let width = hasText ? words.map { canvas.width(of: $0, canvas.small) }.max() ?? 0 : 0
    let ends = [
      box.takeLeft(width, gap: canvas.px(12)), box.takeRight(width, gap: canvas.px(12)),
    ]
    canvas.text(words[0], canvas.small, Palette.dim, in: ends[0], align: .right)
    canvas.text(words[1], canvas.small, Palette.dim, in: ends[1])
    slider.draw(knob, knob: canvas.px(26), Palette.notice, in: box, on: &canvas)
    guard driver.isAutomatic else { return }
    let x = Double(slider.groove.x) + hand.share * Double(slider.groove.width)
    drawHand(Point(x: x, y: Double(slider.groove.midY)), on: &canvas)
  }

  /// Draws the autopilot's hand: an arrow, with a ring when the hand presses.
  private func drawHand(_ tip: Point, on canvas: inout Canvas) {
    let scale = canvas.metrics.scale
    if hand.press > 0 {
      let ring = SoftShape.ring(
        tip, radius: (14 + 14 * (1 - hand.press)) * scale, thickness: 2 * scale)
      canvas.draw([ring], Palette.text.withAlpha(UInt8(255 * hand.press)))
    }
    let corners = [
      (0.0, 0.0), (0, 22.5), (6, 17.5), (10.5, 28), (16, 25.5), (11.5, 15.5), (20, 15),
    ]
    .map { Point(x: tip.x + $0.0 * scale, y: tip.y + $0.1 * scale) }
    canvas.draw([.polygon(corners, margin: 1.5 * scale)], Palette.ground)
    canvas.draw([.polygon(corners, margin: 0)], Palette.text)
  }

  // MARK: - The chart

  private mutating func drawChart(in room: PixelBox, on canvas: inout Canvas) {
    let foot = room.row(room.bottom - canvas.small.lineHeight, height: canvas.small.lineHeight)
    // The cursor's knob below the chart, and the words beside it.
    let (wide, gap) = (canvas.metrics.grip(16), canvas.metrics.grip(12))
    let x = cursor.flatMap { time in chart.map { Int($0.axis.x(time)) } } ?? room.right
    let knob = PixelBox(
      x: min(x - wide / 2, room.right - wide - gap), y: room.bottom - wide, width: wide,
      height: wide)
    let hint = "now: drag me to look back"
    let isHinted =
      usedRequest && !usedCursor && canvas.width(of: hint, canvas.bold) < room.width / 2
    let text =
      cursor.map { "\u{2212}\(NumberText.fixed(now - $0, 2)) s" } ?? (isHinted ? hint : "now")
    let width = canvas.width(of: text, canvas.bold)
    let left = knob.x - gap - width
    let label = foot.column(left < room.x ? knob.right + gap : left, width: width)
    let drawn = LaneChart(
      lanes: lanes.map(chartLane), now: now, requests: requests, end: nil,
      taken: label.x..<room.right
    ).draw(in: room, on: &canvas)
    chart = drawn
    for (group, handle) in zip(groups, drawn.handles) {
      if let handle { grips.add(.request(group), handle, on: canvas) }
    }
    let hasText = canvas.shownText != .none
    let line = drawn.axis.box.column(
      min(Int(drawn.axis.x(shownTime)), drawn.axis.box.right - canvas.px(2)),
      width: canvas.px(2))
    canvas.fill(
      line.row(line.y, height: (hasText ? knob.y : line.bottom) - line.y), Palette.text)
    guard hasText else { return }
    canvas.handle(knob, Palette.text, isLit: grips.held == .cursor || canvas.isHovered(knob))
    grips.add(.cursor, knob, on: canvas)
    canvas.text(text, canvas.bold, Palette.text, in: label)
    let save = foot.column(room.x, width: canvas.width(of: "save", canvas.small) + 2 * canvas.px(8))
    canvas.text(
      "save", canvas.small, canvas.isHovered(save) ? Palette.text : Palette.dim,
      in: save.inset(canvas.px(8), 0))
    canvas.target(save, .save)
  }

  /// The requests in the chart.
  private var requests: [LaneChart.Request] {
    groups.map { group in
      let change = log.changes[group.upperBound - 1]
      let isHeld = grips.held == .request(group)
      return LaneChart.Request(
        time: change.time, label: "every \(NumberText.seconds(limited(change.rate.cycleDuration)))",
        isHandle: true, isHeld: isHeld,
        hint: group == groups.first && !usedRequest ? "drag me: what if I had asked earlier?" : "",
        ghost: isHeld ? original?.changes[group.upperBound - 1].time : nil)
    }
  }

  /// A square's lane of the chart, with the waits that the chart shows.
  func chartLane(_ lane: Lane) -> LaneChart.Lane {
    var last = -Double.infinity
    var waits: [LaneChart.Wait] = []
    for answer in lane.answers where answer.time >= max(last, now - ChartAxis.span) {
      guard let wait = answer.wait, let effect = answer.effect, wait > 0 else { continue }
      last = effect
      let label = lane.mode == .ramp ? "slides" : "waits \(NumberText.whole(wait))"
      waits.append(LaneChart.Wait(start: answer.time, end: effect, label: label))
    }
    return LaneChart.Lane(
      Self.words(of: lane.mode).lane, Palette.color(of: lane.mode), lane.history, waits: waits,
      value: lane.value(of:at:))
  }
}
