// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import SDLDriver

/// A chart of the last seconds: a lane for each motion above one time axis, the requests as lines
/// through all lanes, and each jump as a named gap.
struct LaneChart {
  /// A motion with its name and colour.
  struct Lane {
    let name: String
    let color: RGBA8
    /// The times from requests to their effect, each with a label.
    let waits: [Wait]
    /// The value at a time, from which labels keep away.
    let value: (Double) -> Double
    /// Draws the motion in a box, and returns its jumps: ``Canvas/stroke``.
    let stroke: (inout Canvas, PixelBox, ChartAxis, Double) -> [ChartGap]

    /// A lane with a motion's past.
    /// - Parameter value: The value, 0...1, of a state at a time from the state's start on.
    init<State>(
      _ name: String, _ color: RGBA8, _ history: MotionHistory<State>, waits: [Wait] = [],
      value: @escaping (State, Double) -> Double
    ) {
      (self.name, self.color, self.waits) = (name, color, waits)
      self.value = { value(history.state(at: $0), $0) }
      stroke = { $0.stroke(history, in: $1, $2, thickness: $3, color, value) }
    }
  }

  /// A time in which a request waits for its effect.
  struct Wait: Hashable, Sendable {
    let start: Double
    let end: Double
    let label: String
  }

  /// A request or another change, and its label.
  struct Request: Hashable, Sendable {
    let time: Double
    var label = ""
    /// Whether the mouse can drag it along the axis.
    var isHandle = false
    var isHeld = false
    /// A hint beside the label.
    var hint = ""
    /// The time at which it was before a drag.
    var ghost: Double?
  }

  let lanes: [Lane]
  /// The time at the right edge, in seconds.
  let now: Double
  var requests: [Request] = []
  /// The colour of the lanes' ground.
  var ground = Palette.well
  var hasTimes = true
  /// The label of the right edge; `nil` for none.
  var end: String? = "now"
  /// The columns below the lanes that need to be free of labels.
  var taken = 0..<0

  /// The parts of a drawn chart.
  struct Drawn: Sendable {
    let axis: ChartAxis
    /// The boxes of the curves.
    let lanes: [PixelBox]
    /// The boxes of the handles, in the order of the requests; `nil` outside of the chart.
    var handles: [PixelBox?]
  }

  /// Draws the chart.
  @discardableResult
  func draw(in room: PixelBox, on canvas: inout Canvas) -> Drawn {
    let hasText = canvas.shownText != .none
    var box = room
    let times = box.takeBottom(
      hasTimes && hasText ? canvas.small.lineHeight + canvas.px(3) : 0)
    let head = box.takeTop(
      hasText && !requests.isEmpty ? max(canvas.small.lineHeight, canvas.metrics.grip(18)) : 0)
    canvas.fill(box, radius: canvas.px(8), Palette.panel)
    var inner = box.inset(canvas.px(6), canvas.px(4))
    let names = hasText ? lanes.map { canvas.width(of: $0.name, canvas.bold) }.max() ?? 0 : 0
    let column = inner.takeLeft(names, gap: names > 0 ? canvas.px(8) : 0)
    let axis = ChartAxis(box: inner.column(inner.x, width: inner.width), now: now)
    // The labels of the first lane's jumps are above its curve.
    let top = hasText && inner.height > 4 * canvas.small.lineHeight ? canvas.small.lineHeight : 0
    _ = inner.takeTop(top)
    var boxes = inner.parts(lanes.count, gap: canvas.px(4))
    boxes[0].y -= top
    boxes[0].height += top
    for box in boxes { canvas.fill(box, radius: canvas.px(3), ground) }
    for request in requests { drawLine(request, boxes, axis, &canvas) }
    let thickness = max(1.5, 2 * canvas.metrics.scale)
    var curves: [PixelBox] = []
    for (index, lane) in lanes.enumerated() {
      var room = boxes[index]
      let labels = room
      if index == 0 { _ = room.takeTop(top) }
      let name = column.row(room.y, height: room.height)
      canvas.text(lane.name, canvas.bold, lane.color, in: name, align: .right)
      curves.append(room.inset(0, canvas.px(5)))
      let gaps = lane.stroke(&canvas, curves[index], axis, thickness)
      for wait in lane.waits { draw(wait, lane, in: room, axis, &canvas) }
      draw(gaps, lane.color, in: curves[index], labels, axis, &canvas)
    }
    if hasTimes, hasText {
      canvas.times(
        in: times.column(axis.box.x, width: axis.box.width), end: end, except: taken)
    }
    return Drawn(axis: axis, lanes: curves, handles: drawHeads(in: head, axis, &canvas))
  }

  // MARK: - Waits and jumps

  private func draw(
    _ wait: Wait, _ lane: Lane, in room: PixelBox, _ axis: ChartAxis, _ canvas: inout Canvas
  ) {
    let start = Int(axis.x(wait.start))
    let shade = room.column(start, width: Int(axis.x(min(wait.end, now))) - start)
      .intersection(room)
    canvas.fill(shade, lane.color.withAlpha(44))
    let gap = canvas.metrics.px(6)
    var label = PixelBox(
      x: shade.x + gap, y: room.y, width: canvas.width(of: wait.label, canvas.small),
      height: canvas.small.lineHeight)
    // A label beside a narrow box covers the curve.
    let isBeside = label.right >= shade.right
    if isBeside { label.x = shade.right + gap }
    guard shade.width > 0, room.height > label.height, label.right + gap <= room.right else {
      return
    }
    if lane.value(axis.time(Double(label.midX))) > 0.5 { label.y = room.bottom - label.height }
    if isBeside {
      canvas.fill(label.inset(-gap / 2, 0), radius: gap / 2, Palette.edge(of: lane.color))
    }
    canvas.text(wait.label, canvas.small, isBeside ? Palette.ground : lane.color, in: label)
  }

  /// Draws jumps as bars from the value before to the value after, the newest first: if two labels
  /// overlap, only the newer one is drawn.
  private func draw(
    _ gaps: [ChartGap], _ color: RGBA8, in room: PixelBox, _ labels: PixelBox,
    _ axis: ChartAxis, _ canvas: inout Canvas
  ) {
    let width = canvas.px(4)
    var free = labels.right
    for gap in gaps.reversed() {
      let x = Int(axis.x(gap.time))
      let ends = [gap.before, gap.after].map { ChartAxis.y($0, in: room) }
      let (top, bottom) = (Int(min(ends[0], ends[1])), Int(max(ends[0], ends[1])))
      let bar = room.row(top, height: bottom - top)
      canvas.fill(bar.column(x - width, width: 2 * width), ground)
      canvas.dashes(
        in: bar.column(x - width / 2, width: width), canvas.px(5), gap: canvas.px(3), color)
      let radius = 3.6 * canvas.metrics.scale
      let dots = ends.map { Point(x: Double(x), y: $0) }
      canvas.draw(dots.map { .disc($0, radius: radius) }, color)
      canvas.draw([.disc(dots[1], radius: radius * 0.55)], ground)
      let text = "jumps \(NumberText.percent(gap.size))"
      let wide = canvas.width(of: text, canvas.bold) + canvas.px(10)
      let left = x + canvas.px(8) + wide <= free ? x + canvas.px(8) : x - canvas.px(8) - wide
      guard left >= labels.x, left + wide <= free, canvas.shownText != .none else { continue }
      let label = PixelBox(x: left, y: labels.y, width: wide, height: canvas.bold.lineHeight)
      canvas.fill(label, radius: canvas.px(4), color)
      canvas.text(text, canvas.bold, Palette.ground, x: label.x + canvas.px(5), y: label.y)
      free = left - canvas.px(4)
    }
  }

  // MARK: - Requests

  /// Draws a request's dotted line through all lanes.
  private func drawLine(
    _ request: Request, _ lanes: [PixelBox], _ axis: ChartAxis, _ canvas: inout Canvas
  ) {
    guard let first = lanes.first, let last = lanes.last else { return }
    let dash = canvas.metrics.px(2)
    for (time, color) in [(request.ghost, Palette.track), (request.time, Palette.notice)] {
      guard let time else { continue }
      let x = Int(axis.x(time))
      guard x >= axis.box.x, x < axis.box.right else { continue }
      canvas.dashes(
        in: PixelBox(
          x: x, y: first.y, width: max(1, dash * 2 / 3), height: last.bottom - first.y),
        dash, gap: dash, color)
    }
  }

  /// Draws the requests' heads and labels above the lanes, the newest first.
  private func drawHeads(
    in row: PixelBox, _ axis: ChartAxis, _ canvas: inout Canvas
  ) -> [PixelBox?] {
    var handles = [PixelBox?](repeating: nil, count: requests.count)
    var free = row.right
    for (index, request) in requests.enumerated().reversed() {
      let x = Int(axis.x(request.time))
      guard x >= axis.box.x, x <= axis.box.right, row.height > 0 else { continue }
      let (wide, high) = (canvas.metrics.grip(16), canvas.metrics.grip(18))
      let head = PixelBox(x: x - wide / 2, y: row.bottom - high, width: wide, height: high)
      if let ghost = request.ghost { drawGhost(ghost, head, axis, &canvas) }
      if request.isHandle {
        canvas.handle(head, Palette.notice, isLit: request.isHeld || canvas.isHovered(head))
        handles[index] = head
      } else {
        let side = canvas.px(9) / 2 * 2
        canvas.draw([.pointer(x: x, y: head.bottom - side / 2, side: side)], Palette.notice)
      }
      let y = row.midY - canvas.small.lineHeight / 2
      let gap = canvas.px(14)
      // Texts are left of the head, up to the older head; a hint is right of it if it fits there.
      let older = index > 0 ? Int(axis.x(requests[index - 1].time)) + wide / 2 + gap : row.x
      let ghost = request.ghost.map { Int(axis.x($0)) - wide / 2 }
      let texts = [
        (request.label, canvas.bold, Palette.notice), (request.hint, canvas.small, Palette.text),
      ]
      let end = free
      free = min(head.x, ghost ?? head.x) - gap
      for (text, face, color) in texts where !text.isEmpty {
        let width = canvas.width(of: text, face)
        if text == request.hint, head.right + gap + width <= end {
          canvas.text(text, face, color, x: head.right + gap, y: y)
        } else if free - width >= max(older, row.x) {
          canvas.text(text, face, color, x: free - width, y: y)
          free -= width + gap
        }
      }
    }
    return handles
  }

  /// Draws the place at which a dragged request was.
  private func drawGhost(
    _ time: Double, _ head: PixelBox, _ axis: ChartAxis, _ canvas: inout Canvas
  ) {
    let ghost = head.column(Int(axis.x(time)) - head.width / 2, width: head.width)
    let (left, right) = (min(ghost.right, head.right), max(ghost.x, head.x))
    canvas.dashes(
      in: PixelBox(x: left, y: head.midY - 1, width: right - left, height: canvas.px(2))
        .inset(canvas.px(8), 0),
      canvas.px(5), gap: canvas.px(3), Palette.notice)
    canvas.fill(ghost, radius: canvas.px(4), Palette.track)
    canvas.fill(ghost.inset(canvas.px(2)), radius: canvas.px(3), Palette.ground)
    let words = "asked here"
    let x = ghost.right + canvas.px(6)
    if ghost.x > head.x, x + canvas.width(of: words, canvas.small) <= axis.box.right {
      canvas.text(words, canvas.small, Palette.dim, in: ghost.column(x, width: 0))
    }
  }
}

extension Canvas {
  /// Draws dashes along the longer side of a box.
  mutating func dashes(in box: PixelBox, _ dash: Int, gap: Int, _ color: RGBA8) {
    for start in stride(from: 0, to: max(box.width, box.height), by: dash + gap) {
      let part =
        box.width > box.height
        ? box.column(box.x + start, width: dash) : box.row(box.y + start, height: dash)
      fill(part.intersection(box), color)
    }
  }

  /// Draws a knob that is dragged sideways: three grip lines between two arrow heads.
  mutating func handle(_ box: PixelBox, _ color: RGBA8, isLit: Bool) {
    let body = isLit ? box.inset(-metrics.px(1)) : box
    fill(body, radius: metrics.px(4), color)
    for line in -1...1 {
      let width = metrics.grip(1.4)
      let x = box.midX - width / 2 + line * metrics.grip(3.5)
      fill(box.inset(0, box.height / 4).column(x, width: width), Palette.ground)
    }
    arrows(around: body, color)
  }

  /// Draws an arrow head at each side of a box: it can be dragged sideways.
  mutating func arrows(around box: PixelBox, _ color: RGBA8) {
    let side = Double(metrics.grip(4))
    for (x, way) in [(box.x - metrics.px(3), -1.0), (box.right + metrics.px(3), 1.0)] {
      let (x, y) = (Double(x), Double(box.y) + Double(box.height) / 2)
      let corners = [(0, -side), (way * side, 0), (0, side)].map { Point(x: x + $0.0, y: y + $0.1) }
      draw([.polygon(corners, margin: 0)], color)
    }
  }
}
