// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import SDLDriver
import StrategyComparison

extension AnswersScene {
  /// The texts of a mode: its title in two lines, its code or behaviour in two parts, and its lane's
  /// name.
  static func words(of mode: DemoMode) -> (title: [String], notes: [String], lane: String) {
    switch mode {
    case .naive:
      (["What most", "code does"], ["sin(time \u{D7} speed)", "loses its place"], "most code")
    case .restart: (["Restart", "per cycle"], ["finishes its cycle", "then changes"], "restart")
    case .phase: (["Phase", "matched"], ["keeps its place", "changes at once"], "phase")
    case .ramp: (["Phase", "ramped"], ["keeps its place", "changes gradually"], "ramp")
    case .frame: (["Restart", "at a frame"], ["finishes its cycle", "falls behind"], "frame")
    }
  }

  /// The seconds for which a jump is shown.
  static let jumpSeconds = 1.2
  /// The smallest jump that everybody sees.
  static let visibleJump = 0.05

  /// Draws a card for each lane: side by side, or in a high window below each other.
  mutating func drawCards(in room: PixelBox, _ status: FrameStatus, on canvas: inout Canvas) {
    isStacked = room.height * 20 > room.width * 11
    let longest = max(
      canvas.width(of: "0.00 s left of 0.00 s", canvas.bold),
      canvas.width(of: Self.filmLabel, canvas.small))
    let cards = room.parts(lanes.count, gap: canvas.px(12), isStacked: isStacked)
    for (index, (lane, card)) in zip(lanes, cards).enumerated() {
      canvas.fill(card, radius: canvas.px(12), Palette.panel)
      if index == 0 { canvas.target(card, .nextMode) }
      var box = card.inset(canvas.px(10))
      if canvas.shownText != .none {
        let side = min(box.height, box.width - canvas.px(16) - longest)
        let isBeside = side >= min(box.height, canvas.px(90))
        let lines = canvas.face(.medium, .bold).lineHeight + 2 * canvas.small.lineHeight
        let words =
          isBeside
          ? box.takeRight(box.width - side - canvas.px(16), gap: canvas.px(16))
          : box.takeBottom(min(lines + canvas.px(8), box.height / 2), gap: canvas.px(6))
        drawWords(lane, in: words, status, isBeside: isBeside, on: &canvas)
      }
      drawSquare(lane, in: box.square(min(box.width, box.height)), on: &canvas)
    }
  }

  private func drawSquare(_ lane: Lane, in square: PixelBox, on canvas: inout Canvas) {
    if isJumpFresh(lane) {
      let ring = canvas.px(3)
      let edge = square.inset(-canvas.px(4) - ring)
      canvas.fill(edge, radius: square.width / 13 + canvas.px(7), Palette.text)
      canvas.fill(edge.inset(ring), radius: square.width / 13 + canvas.px(4), Palette.panel)
    }
    canvas.flash(lane.value(at: shownTime), Palette.color(of: lane.mode), in: square)
  }

  /// Whether the lane has just jumped, so that everybody saw it.
  private func isJumpFresh(_ lane: Lane) -> Bool {
    guard let answer = lane.answer(at: shownTime) else { return false }
    return answer.jump >= Self.visibleJump && shownTime - answer.time < Self.jumpSeconds
  }

  // MARK: - Words

  private func drawWords(
    _ lane: Lane, in room: PixelBox, _ status: FrameStatus, isBeside: Bool,
    on canvas: inout Canvas
  ) {
    let (title, notes, _) = Self.words(of: lane.mode)
    var box = room
    let verdict = canvas.small.lineHeight + 2 * canvas.px(6)
    /// Draws the first text that fits above the verdict; details need no verdict.
    func draw(_ texts: [([String], GlyphFace)], _ color: RGBA8) {
      let fitting = texts.first { lines, face in
        lines.count * face.lineHeight + (status.showsDetails ? 0 : verdict) <= box.height
          && lines.allSatisfy { canvas.width(of: $0, face) <= box.width }
      }
      guard let (lines, face) = fitting else { return }
      for text in lines {
        canvas.text(
          text, face, color, x: isBeside ? box.x : box.midX, y: box.takeTop(face.lineHeight).y,
          align: isBeside ? .left : .centre)
      }
    }
    let whole = [title.joined(separator: " ")]
    let faces = [canvas.face(.medium, .bold), canvas.bold]
    draw(
      [(isBeside && !isStacked ? title : whole, faces[0]), (whole, faces[1])],
      Palette.color(of: lane.mode))
    let behaviour = [[notes.joined(separator: ", ")], notes, [notes[0]]]
    let figures = Self.figures(of: lane).map { [$0] }
    draw((status.showsDetails ? figures : behaviour).map { ($0, canvas.small) }, Palette.dim)
    _ = box.takeTop(canvas.px(3))
    drawVerdict(
      lane, in: box.takeTop(verdict, gap: canvas.px(2)), isBeside: isBeside, on: &canvas)
    if isBeside, box.height >= canvas.metrics.grip(20) + canvas.small.lineHeight {
      drawFilm(lane, in: box, on: &canvas)
    }
  }

  /// The measured cost of a lane's requests so far, from the longest text to the shortest; the
  /// shorter ones have only the lane's own cost.
  private static func figures(of lane: Lane) -> [String] {
    func figure(_ measure: Measure) -> String { NumberText.fixed(lane.figures[measure] ?? 0, 2) }
    let (jump, wait) = ("jump \(figure(.valueJump))", "wait \(figure(.delayWorst)) s")
    let phase = "phase \(NumberText.fixed(lane.frame.phase, 2))"
    let own = lane.mode == .naive || lane.mode == .phase ? jump : wait
    return ["\(jump), \(wait), cycles \(figure(.cyclesGained))", "\(own), \(phase)", own]
  }

  private func drawVerdict(
    _ lane: Lane, in room: PixelBox, isBeside: Bool, on canvas: inout Canvas
  ) {
    let (text, color) = verdict(of: lane)
    let isFresh = isJumpFresh(lane)
    var pill = room
    pill.width = canvas.width(of: text, canvas.bold) + (isFresh ? 2 * canvas.px(8) : 0)
    if !isBeside { pill.x = room.midX - pill.width / 2 }
    guard pill.width <= room.width, room.height >= canvas.bold.lineHeight else { return }
    if isFresh { canvas.fill(pill, radius: pill.height / 2, Palette.text) }
    canvas.text(text, canvas.bold, color, in: pill, align: .centre)
    guard let answer = lane.answer(at: shownTime), let wait = answer.wait, wait > 0,
      shownTime < answer.time + wait
    else { return }
    var bar = pill.row(pill.bottom - canvas.px(4), height: canvas.px(4))
    canvas.fill(bar, radius: bar.height / 2, Palette.line)
    bar.width = Int(Double(bar.width) * (shownTime - answer.time) / wait)
    canvas.fill(bar, radius: bar.height / 2, Palette.color(of: lane.mode))
  }

  /// A lane's answer to the last request, in a few words.
  private func verdict(of lane: Lane) -> (String, RGBA8) {
    guard let answer = lane.answer(at: shownTime) else { return ("no request yet", Palette.dim) }
    let percent = NumberText.percent(answer.jump)
    switch (lane.mode, answer.wait) {
    case (.naive, _) where isJumpFresh(lane): return ("JUMPED \(percent)", Palette.ground)
    case (.naive, _) where answer.jump == 0: return ("no jump here", Palette.text)
    case (.naive, _): return ("last jump \(percent)", Palette.color(of: .naive))
    case (.phase, _): return ("no jump, no wait", Palette.text)
    case (_, let wait?) where shownTime < answer.time + wait:
      let left = NumberText.whole(answer.time + wait - shownTime)
      return ("\(left) left of \(NumberText.whole(wait))", Palette.text)
    case (.ramp, let wait?): return ("slid \(NumberText.whole(wait))", Palette.text)
    case (_, let wait?): return ("waited \(NumberText.whole(wait))", Palette.text)
    case (_, nil): return ("waits", Palette.text)
    }
  }

  private static let filmLabel = "3 frames before \u{B7} after"

  /// Draws the values in the three frames before and after the last request, computed for those
  /// times.
  private func drawFilm(_ lane: Lane, in room: PixelBox, on canvas: inout Canvas) {
    guard let answer = lane.answer(at: shownTime) else { return }
    canvas.text(Self.filmLabel, canvas.small, Palette.dim, x: room.x, y: room.y)
    let color = Palette.color(of: lane.mode)
    let (gap, height) = (canvas.metrics.grip(3), canvas.metrics.grip(20))
    let step = canvas.metrics.grip(17) + gap
    for number in 0..<6 {
      let value =
        number == 3 ? answer.after : lane.value(at: answer.time + Double(number - 3) / 60)
      let swatch = PixelBox(
        x: room.x + number * step + (number > 2 ? gap : 0), y: room.y + canvas.small.lineHeight,
        width: step - gap, height: height)
      canvas.fill(swatch, radius: gap, Palette.edge(of: color))
      canvas.fill(
        swatch.inset(canvas.px(1)), radius: canvas.px(2), Palette.flash(value, color))
    }
    canvas.fill(
      PixelBox(
        x: room.x + 3 * step - canvas.px(1), y: room.y + canvas.small.lineHeight - canvas.px(2),
        width: canvas.px(2), height: height + canvas.px(4)), Palette.notice)
  }
}
