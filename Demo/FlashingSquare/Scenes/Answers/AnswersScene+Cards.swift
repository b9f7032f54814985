// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import SDLDriver
import StrategyComparison

extension AnswersScene {
  /// The texts of a mode: its title in two lines, its code or behaviour, and its lane's name.
  static func words(of mode: DemoMode) -> (title: [String], note: String, lane: String) {
    switch mode {
    case .naive: (["What most", "code does"], "sin(time \u{D7} speed)", "most code")
    case .restart: (["Restart", "per cycle"], "waits for its end", "restart")
    case .phase: (["Phase", "matched"], "changes at once", "phase")
    case .ramp: (["Phase", "ramped"], "slides to it", "ramp")
    case .frame: (["Restart", "at a frame"], "falls behind", "frame")
    }
  }

  /// The seconds for which a jump is shown.
  static let jumpSeconds = 1.2
  /// The smallest jump that everybody sees.
  static let visibleJump = 0.05

  /// Draws a card for each lane: side by side, or in a high window below each other.
  mutating func drawCards(in room: PixelBox, _ status: FrameStatus, on canvas: inout Canvas) {
    let metrics = canvas.metrics
    let gap = metrics.px(12)
    isStacked = room.height * 20 > room.width * 11
    let longest = canvas.width(of: "JUMPED 100 %", canvas.face(.small, .bold)) + metrics.px(20)
    var rest = room
    for (index, lane) in lanes.enumerated() {
      let left = lanes.count - index
      let card =
        isStacked
        ? rest.takeTop((rest.height - gap * (left - 1)) / left, gap: gap)
        : rest.takeLeft((rest.width - gap * (left - 1)) / left, gap: gap)
      canvas.fill(card, radius: metrics.px(12), Palette.panel)
      if index == 0 { canvas.target(card, .nextMode) }
      var box = card.inset(metrics.px(10))
      guard canvas.shownText != .none else {
        drawSquare(lane, in: box.square(min(box.width, box.height)), on: &canvas)
        continue
      }
      let room = box.width - metrics.px(16) - longest
      if room >= min(box.height, metrics.px(110)) {
        let side = min(box.height, room)
        drawSquare(lane, in: box.takeLeft(side, gap: metrics.px(16)).square(side), on: &canvas)
        let high = min(box.height, max(side, metrics.px(140)))
        drawWords(
          lane, in: box.row(box.midY - high / 2, height: high), status, isBeside: true,
          on: &canvas)
      } else {
        let text =
          canvas.face(.medium, .bold).lineHeight + 2 * canvas.face(.small).lineHeight
          + metrics.px(8)
        let words = box.takeBottom(min(text, box.height / 2), gap: metrics.px(6))
        drawSquare(lane, in: box.square(min(box.width, box.height)), on: &canvas)
        drawWords(lane, in: words, status, isBeside: false, on: &canvas)
      }
    }
  }

  private func drawSquare(_ lane: Lane, in square: PixelBox, on canvas: inout Canvas) {
    let metrics = canvas.metrics
    if isJumpFresh(lane) {
      let ring = metrics.px(3)
      let edge = square.inset(-metrics.px(4) - ring)
      canvas.fill(edge, radius: square.width / 13 + metrics.px(7), Palette.text)
      canvas.fill(edge.inset(ring), radius: square.width / 13 + metrics.px(4), Palette.panel)
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
    guard canvas.shownText != .none else { return }
    let metrics = canvas.metrics
    let small = canvas.face(.small)
    let color = Palette.color(of: lane.mode)
    let (title, note, _) = Self.words(of: lane.mode)
    var box = room
    let film = metrics.px(20) + small.lineHeight
    let faces = [canvas.face(.medium, .bold), canvas.face(.small, .bold)]
    let least = small.lineHeight + 2 * metrics.px(6)
    let isHigh = box.height >= 2 * faces[0].lineHeight + small.lineHeight + least
    let lines = isHigh && isBeside ? title : [title.joined(separator: " ")]
    let face =
      faces.first { face in lines.allSatisfy { canvas.width(of: $0, face) <= box.width } }
      ?? faces[1]
    for text in lines {
      let line = box.takeTop(face.lineHeight)
      canvas.text(
        text, face, color, x: isBeside ? line.x : line.midX, y: line.y,
        align: isBeside ? .left : .centre)
    }
    if box.height >= least + small.lineHeight || status.showsDetails {
      let line = box.takeTop(small.lineHeight, gap: metrics.px(4))
      let notes = status.showsDetails ? Self.figures(of: lane) : [note]
      if let text = notes.first(where: { canvas.width(of: $0, small) <= line.width }) {
        canvas.text(
          text, small, Palette.dim, x: isBeside ? line.x : line.midX, y: line.y,
          align: isBeside ? .left : .centre)
      }
    }
    drawVerdict(
      lane, in: box.takeTop(least, gap: metrics.px(2)), isBeside: isBeside, on: &canvas)
    if box.height >= film {
      drawFilm(lane, in: box.takeTop(box.height), on: &canvas)
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
    let metrics = canvas.metrics
    let bold = canvas.face(.small, .bold)
    let (text, color) = verdict(of: lane)
    let width = canvas.width(of: text, bold)
    guard width <= room.width, room.height >= bold.lineHeight else { return }
    let x = isBeside ? room.x : room.midX - width / 2
    let y = room.midY - bold.lineHeight / 2
    if isJumpFresh(lane) {
      let pill = PixelBox(x: x, y: room.y, width: width + 2 * metrics.px(8), height: room.height)
      canvas.fill(
        isBeside ? pill : pill.column(x - metrics.px(8), width: pill.width),
        radius: room.height / 2, Palette.text)
      canvas.text(text, bold, Palette.ground, x: isBeside ? x + metrics.px(8) : x, y: y)
      return
    }
    canvas.text(text, bold, color, x: x, y: y)
    guard let answer = lane.answer(at: shownTime), let wait = answer.wait, wait > 0,
      shownTime < answer.time + wait
    else { return }
    var bar = room.row(room.bottom - metrics.px(4), height: metrics.px(4))
    bar.width = min(bar.width, canvas.width(of: "0.00 s to wait", bold) * 5 / 4)
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
      return (lane.mode == .ramp ? "slides \(left)" : "\(left) to wait", Palette.text)
    case (.ramp, let wait?): return ("slid \(NumberText.whole(wait))", Palette.text)
    case (_, let wait?): return ("waited \(NumberText.whole(wait))", Palette.text)
    case (_, nil): return ("waits", Palette.text)
    }
  }

  /// Draws the values in the three frames before and after the last request, computed for those
  /// times.
  private func drawFilm(_ lane: Lane, in room: PixelBox, on canvas: inout Canvas) {
    let metrics = canvas.metrics
    let small = canvas.face(.small)
    guard let answer = lane.answer(at: shownTime) else { return }
    var box = room
    let label = box.takeTop(small.lineHeight)
    let color = Palette.color(of: lane.mode)
    let height = metrics.px(20)
    let width = min(metrics.px(17), (box.width - 5 * metrics.px(3)) / 6)
    let step = width + metrics.px(3)
    for number in 0..<6 {
      let value =
        number == 3 ? answer.after : lane.value(at: answer.time + Double(number - 3) / 60)
      let swatch = PixelBox(
        x: box.x + number * step + (number > 2 ? metrics.px(3) : 0), y: box.y, width: width,
        height: min(height, box.height))
      canvas.fill(swatch, radius: metrics.px(3), Palette.edge(of: color))
      canvas.fill(
        swatch.inset(metrics.px(1)), radius: metrics.px(2), Palette.flash(value, color))
    }
    let middle = box.x + 3 * step
    canvas.fill(
      PixelBox(
        x: middle - metrics.px(1), y: box.y - metrics.px(2), width: metrics.px(2),
        height: height + metrics.px(5)), Palette.notice)
    canvas.text("request", small, Palette.notice, x: middle, y: label.y, align: .centre)
    _ = box.takeTop(height)
    guard box.height >= small.lineHeight else { return }
    canvas.text("before", small, Palette.dim, x: box.x, y: box.y)
    canvas.text("after", small, Palette.dim, x: middle + 3 * step, y: box.y, align: .right)
  }
}
