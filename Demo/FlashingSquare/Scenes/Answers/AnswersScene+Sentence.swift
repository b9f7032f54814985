// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import SDLDriver
import StrategyComparison

extension AnswersScene {
  /// A part of a sentence, and the part's colour; the number that can be dragged has the colour of
  /// requests.
  typealias Words = (text: String, color: RGBA8)

  /// The sentence about the last request and each square's answer: the request, then the answers.
  func sentence() -> (request: [Words], answers: [Words]) {
    guard let asked = log.last(at: shownTime) else {
      return ([("All three make ", Palette.text), number(log.first), (".", Palette.text)], [])
    }
    let (words, what): (String, Words)
    if case .request(let group)? = grips.held, let original {
      let last = group.upperBound - 1
      let moved = original.changes[last].time - log.changes[last].time
      let text =
        abs(moved) < 0.005
        ? "when you did"
        : "\(NumberText.fixed(abs(moved), 2)) s \(moved > 0 ? "earlier" : "later")"
      (words, what) = ("Had you asked   ", (text, Palette.notice))
    } else if original != nil, grips.held == .number {
      (words, what) = ("Had you asked for   ", number(asked.rate.cycleDuration))
    } else {
      words = "\(NumberText.fixed(shownTime - asked.time, 1)) s ago you asked for   "
      what = number(asked.rate.cycleDuration)
    }
    let request = [(words, Palette.text), what, ("  :", Palette.text)]
    let sides =
      isStacked ? ["top ", ", middle ", ", bottom "] : ["left ", ", middle ", ", right "]
    let answers = zip(sides, lanes).flatMap { side, lane -> [Words] in
      [(side, Palette.text), (answer(of: lane), Palette.color(of: lane.mode))]
    }
    return (request, answers + [(".", Palette.text)])
  }

  private func number(_ seconds: Double) -> Words {
    let allowed = limited(seconds)
    let words = allowed == seconds ? "" : Self.limitWords
    return ("a pulse every \(NumberText.seconds(allowed))\(words)", Palette.notice)
  }

  static let limitWords = ", the limit of 3 a second"

  /// A square's answer to the last request; in the present tense while the past is dragged.
  private func answer(of lane: Lane) -> String {
    guard let answer = lane.answer(at: shownTime) else { return "goes on" }
    let isPast = original == nil || grips.held == .cursor
    let percent = NumberText.percent(answer.jump)
    switch (lane.mode, answer.wait) {
    case (.naive, _) where answer.jump == 0:
      return isPast ? "did not jump, by chance" : "does not jump, by chance"
    case (.naive, _) where answer.jump < Self.visibleJump:
      return "\(isPast ? "jumped" : "jumps") by only \(percent)"
    case (.naive, _): return isPast ? "jumped" : "jumps \(percent)"
    case (.phase, _): return isPast ? "changed at once" : "changes at once"
    case (_, nil): return "waits"
    case (_, let wait?):
      let isSlide = lane.mode == .ramp
      let left = answer.time + wait - shownTime
      let whole = NumberText.whole(wait)
      if !isPast || left > 0 {
        let more = isPast ? "\(NumberText.whole(left)) more" : whole
        return "\(isSlide ? "slides" : "waits") \(more)"
      }
      return isSlide ? "slid there in \(whole)" : "changed \(whole) later"
    }
  }

  // MARK: - Drawing

  /// The longest sentence of a request within the slider's range.
  private var longest: String {
    "0.0 s ago you asked for   a pulse every 0.00 s  : left did not jump, by chance, middle changed"
      + " 0.00 s later, right changed at once."
      + (limited(requested) == requested ? "" : Self.limitWords)
  }

  /// Draws the sentence at the lower edge of a box, which loses the room for its longest form: one
  /// line if that fits, otherwise two.
  mutating func drawSentence(from box: inout PixelBox, on canvas: inout Canvas) {
    // Bold parts are wider by up to a thirty-second.
    let sizes = [TypeSize.lead, .small].filter {
      canvas.width(of: longest, canvas.face($0)) * 33 / 32 <= box.width
    }
    let (size, lines) = (sizes.first ?? .small, sizes.isEmpty ? 2 : 1)
    let room = box.takeBottom(lines * canvas.face(size).lineHeight + canvas.metrics.px(4))
    let plain = canvas.face(size)
    let bold = canvas.face(size, .bold)
    let (request, answers) = sentence()
    func parts(_ words: [Words]) -> [Canvas.TextLine] {
      words.map { ($0.text, $0.color == Palette.text ? plain : bold, $0.color) }
    }
    func width(_ words: [Words]) -> Int {
      parts(words).reduce(0) { $0 + canvas.width(of: $1.text, $1.face) }
    }
    let whole = request + (answers.isEmpty ? [] : [(" ", Palette.text)] + answers)
    let isOne = width(whole) <= room.width
    let boxes = canvas.parts(
      parts(isOne ? whole : request), x: room.midX, y: room.y, align: .centre)
    if boxes.count > 1, schedule == nil { drawGrip(boxes[1], on: &canvas) }
    if !isOne {
      // The colours name the squares if their sides do not fit.
      let brief = answers.filter { $0.color != Palette.text }.map { [$0] }
        .joined(separator: [(", ", Palette.text)])
      let shown = width(answers) <= room.width ? answers : Array(brief)
      canvas.parts(parts(shown), x: room.midX, y: room.y + plain.lineHeight, align: .centre)
    }
  }

  /// Draws dots under the number, and arrow heads at its sides: it can be dragged.
  private mutating func drawGrip(_ box: PixelBox, on canvas: inout Canvas) {
    let dot = canvas.metrics.px(2)
    canvas.dashes(in: box.row(box.bottom - dot / 2, height: dot), dot, gap: dot, Palette.notice)
    canvas.arrows(around: box, Palette.notice)
    if log.changes.last?.time ?? .infinity <= shownTime, original == nil || grips.held == .number {
      grips.add(.number, box, on: canvas)
    }
  }
}
