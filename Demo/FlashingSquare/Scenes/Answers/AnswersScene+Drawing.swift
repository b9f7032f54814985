// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import SDLDriver
import StrategyComparison

extension AnswersScene {
  mutating func draw(on canvas: inout Canvas, _ status: FrameStatus) {
    let metrics = canvas.metrics
    var box = drawFrame(
      "A pulse whose speed changes while it runs. Drag the slider.", status, on: &canvas)
    let small = canvas.face(.small)
    let hasText = canvas.shownText != .none
    let least = hasText ? metrics.px(92) + 2 * small.lineHeight : 0
    let chart = box.takeBottom(max(least, box.height / 4), gap: metrics.px(4))
    if hasText { drawSentences(cutting: &box, on: &canvas) }
    // Keeps space below the slider for the autopilot's hand.
    _ = box.takeBottom(metrics.px(10))
    let row = box.takeBottom(metrics.px(34), gap: metrics.px(4))
    drawSquares(in: box, status, on: &canvas)
    drawSlider(in: row, on: &canvas)
    StripChart(
      curves: lanes.map { ($0.history, Palette.color(of: $0.mode)) }, now: now,
      ends: ("bright", "dark")
    ).draw(in: chart, hasTimes: hasText, on: &canvas)
  }

  // MARK: - Squares

  private func drawSquares(in room: PixelBox, _ status: FrameStatus, on canvas: inout Canvas) {
    let metrics = canvas.metrics
    let lines = canvas.face(.medium, .bold).lineHeight + canvas.face(.small).lineHeight
    let text = canvas.shownText == .none ? 0 : lines
    // Space for the third square is reserved in the middle, even before it is added.
    let third = room.width / 3
    let side = max(2, min(room.height - text - metrics.px(6), third - metrics.px(20)) / 2 * 2)
    for (index, lane) in lanes.enumerated() {
      let column = index == 0 ? 0 : index == lanes.count - 1 ? 2 : 1
      let middle = room.x + third / 2 + third * column
      let square = PixelBox(x: middle - side / 2, y: room.y, width: side, height: side)
      canvas.flash(lane.shown, Palette.color(of: lane.mode), in: square)
      drawCaption(lane, below: square, third, status, on: &canvas)
    }
    let middle = room.column(room.x + third, width: third)
      .row(room.y, height: side)
    if self.third == nil {
      drawOffer(in: middle, on: &canvas)
    } else {
      canvas.target(middle, .nextMode)
    }
  }

  private func drawCaption(
    _ lane: Lane, below square: PixelBox, _ width: Int, _ status: FrameStatus,
    on canvas: inout Canvas
  ) {
    let small = canvas.face(.small)
    let (title, note) = lane.mode.text
    let faces = [canvas.face(.medium, .bold), canvas.face(.small, .bold)]
    let face = faces.first { canvas.width(of: title, $0) <= width } ?? faces[1]
    let whole = status.showsDetails ? Self.figures(of: lane) : note
    let first = whole.split(separator: ",").first.map(String.init) ?? whole
    let detail = canvas.width(of: whole, small) <= width ? whole : first
    canvas.lines(
      [(title, face, Palette.color(of: lane.mode)), (detail, small, Palette.dim)], x: square.midX,
      y: square.bottom + canvas.metrics.px(6), align: .centre)
  }

  /// The measured cost of a lane's requests so far.
  private static func figures(of lane: Lane) -> String {
    func figure(_ measure: Measure) -> String { NumberText.fixed(lane.figures[measure] ?? 0, 2) }
    return "jump \(figure(.valueJump)), wait \(figure(.delayWorst)) s, cycles"
      + " \(figure(.cyclesGained))"
  }

  /// The button that adds the third square.
  private func drawOffer(in room: PixelBox, on canvas: inout Canvas) {
    let metrics = canvas.metrics
    let bold = canvas.face(.small, .bold)
    let small = canvas.face(.small)
    let color = Palette.color(of: .naive)
    let wide: [Canvas.TextLine] = [
      ("Add: what most code does", bold, color),
      ("sin(time \u{D7} speed), which jumps", small, Palette.dim),
    ]
    let narrow: [Canvas.TextLine] = [
      ("Add: what most", bold, color), ("code does", bold, color), ("(key M)", small, Palette.dim),
    ]
    func width(_ lines: [Canvas.TextLine]) -> Int {
      (lines.map { canvas.width(of: $0.text, $0.face) }.max() ?? 0) + 2 * metrics.px(12)
    }
    let lines = width(wide) <= room.width ? wide : narrow
    let height = lines.reduce(0) { $0 + $1.face.lineHeight } + 2 * metrics.px(6)
    let box = PixelBox(
      x: room.midX - width(lines) / 2, y: room.midY - height / 2, width: width(lines),
      height: height)
    guard box.height <= room.height, box.width <= room.width else { return }
    let isLit = canvas.isHovered(box)
    canvas.fill(box, radius: metrics.px(9), Palette.edge(of: color))
    canvas.fill(
      box.inset(metrics.px(1)), radius: metrics.px(8), isLit ? Palette.groove : Palette.panel)
    canvas.lines(lines, x: box.midX, y: box.y + metrics.px(6), align: .centre)
    canvas.target(box, .nextMode)
  }

  // MARK: - The slider

  private mutating func drawSlider(in room: PixelBox, on canvas: inout Canvas) {
    let metrics = canvas.metrics
    let small = canvas.face(.small)
    var box = room
    let words = ["slow, calm", "fast, danger"]
    let hasText = canvas.shownText != .none
    let width = hasText ? words.map { canvas.width(of: $0, small) }.max() ?? 0 : 0
    let y = room.midY - small.lineHeight / 2
    let first = box.takeLeft(width, gap: metrics.px(12))
    canvas.text(words[0], small, Palette.dim, x: first.right, y: y, align: .right)
    let last = box.takeRight(width, gap: metrics.px(12))
    canvas.text(words[1], small, Palette.dim, x: last.x, y: y)
    slider.draw(
      knob, knob: metrics.px(26), Palette.notice, in: box, on: &canvas)
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

  // MARK: - The sentence

  /// Draws the sentences in one line if the longest text fits, otherwise in two lines.
  private func drawSentences(cutting box: inout PixelBox, on canvas: inout Canvas) {
    let longest =
      "You asked for a pulse every 0.00 s. Left changed 0.00 s later, when its cycle ended."
      + " Right changed at once." + (limitedRequest != requested ? Self.limitWords : "")
      + (third == nil ? "" : " Middle changed 0.00 s later, when its cycle ended.")
    let whole = canvas.face(.lead)
    if canvas.width(of: longest, whole) * 17 / 16 <= box.width {
      let line = box.takeBottom(whole.lineHeight, gap: canvas.metrics.px(4))
      return draw(sentences(isBrief: false), in: line, .lead, on: &canvas)
    }
    let small = canvas.face(.small)
    let sentences = sentences(isBrief: canvas.width(of: longest, small) * 4 / 5 > box.width)
    let second = box.takeBottom(small.lineHeight, gap: canvas.metrics.px(4))
    draw(Array(sentences.dropFirst()), in: second, .small, on: &canvas)
    let first = box.takeBottom(small.lineHeight)
    draw(Array(sentences.prefix(1)), in: first, .small, on: &canvas)
  }

  private func draw(
    _ sentences: [[Words]], in line: PixelBox, _ size: TypeSize, on canvas: inout Canvas
  ) {
    let plain = canvas.face(size)
    let bold = canvas.face(size, .bold)
    let parts = sentences.enumerated().flatMap { index, sentence in
      (index == 0 ? [] : [(" ", plain, Palette.text)])
        + sentence.map { ($0.text, $0.color == Palette.text ? plain : bold, $0.color) }
    }
    canvas.parts(parts, x: line.midX, y: line.y, align: .centre)
  }
}
