// SPDX-License-Identifier: Apache-2.0

import SDLDriver

extension AnswersScene {
  /// A part of a sentence, and the part's colour.
  typealias Words = (text: String, color: RGBA8)

  /// The sentences that describe the last request and each square's answer.
  /// - Parameter isBrief: Whether to use the short form for a narrow window.
  func sentences(isBrief: Bool) -> [[Words]] {
    let asked = ("a pulse every \(NumberText.seconds(limitedRequest))", Palette.notice)
    guard wasAsked else {
      return [[("Both make ", Palette.text), asked, (".", Palette.text)]]
    }
    var first: [Words] = [("You asked for ", Palette.text), asked]
    if limitedRequest != requested { first.append((Self.limitWords, Palette.notice)) }
    first.append((".", Palette.text))
    var all = [first, clause("Left", left, isBrief)]
    if let third { all.append(clause("Middle", third, isBrief)) }
    return all + [clause("Right", right, isBrief)]
  }

  static let limitWords = ", the limit of 3 a second"

  private func clause(_ side: String, _ lane: Lane, _ isBrief: Bool) -> [Words] {
    let answer = Self.answer(of: lane)
    return [
      ("\(side) ", Palette.text),
      (isBrief ? answer.brief : answer.brief + answer.rest, Palette.color(of: lane.mode)),
      (".", Palette.text),
    ]
  }

  /// A square's answer to the last request: `brief` for a narrow window, followed by `rest` in a
  /// wide one.
  private static func answer(of lane: Lane) -> (brief: String, rest: String) {
    guard let answer = lane.answer else { return ("waits", " for a request") }
    if answer.jump > 0 { return ("jumped by \(NumberText.fixed(answer.jump, 2))", "") }
    let left = NumberText.fixed(lane.secondsLeft, 2)
    let delay = answer.delay.map { NumberText.fixed($0, 2) }
    switch (lane.mode, delay) {
    case (.restart, nil), (.frame, nil):
      return ("will change in \(left) s", ", when its cycle ends")
    case (.restart, let delay?), (.frame, let delay?):
      return ("changed \(delay) s later", ", when its cycle ended")
    case (.ramp, nil): return ("slides", " to it")
    case (.ramp, let delay?): return ("slid there in \(delay) s", "")
    case (.naive, _): return ("did not jump", ", by chance")
    case (.phase, _): return ("changed at once", "")
    }
  }
}
