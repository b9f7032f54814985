// SPDX-License-Identifier: Apache-2.0

import SDLDriver

/// A key, what it does in a word for the line at the lower edge, and in a clause for the help.
struct KeyHelp: Hashable, Sendable {
  let key: String
  /// Empty: only the help has it.
  let word: String
  let does: String

  init(_ key: String, _ word: String, _ does: String) {
    self.key = key
    self.word = word
    self.does = does
  }

  /// The keys of all scenes: the first and the last lead to all others, and out.
  static let common = [
    KeyHelp("H", "help", "this help; the scene waits behind it"),
    KeyHelp("L, T", "slow, tick", "a quarter of the speed; a tick per cycle"),
    KeyHelp("Tab", "scene", "next scene; with Shift back"),
    KeyHelp("Page up/down, 1\u{2013}9", "", "scenes"),
    KeyHelp("F, F3", "", "fullscreen, also Alt+Enter; the frame clock"),
    KeyHelp("Esc", "quit", "close this help; quit"),
  ]
}

/// The line at the lower edge: the keys, as many as there is room for, and the chart's signs.
enum KeyHints {
  /// Where the line is narrow the last of `keys`, and then the others, are left out, but not `H` and
  /// `Esc`.
  /// - Parameter hasLegend: Whether the chart's signs are explained, where there is room.
  static func draw(
    _ keys: [KeyHelp], in room: PixelBox, hasLegend: Bool, on canvas: inout Canvas
  ) {
    let small = canvas.face(.small)
    let gap = canvas.metrics.px(16)
    let space = small.glyph(for: " ").advance
    func pixels(_ key: KeyHelp) -> Int {
      canvas.width(of: key.key, small) + space + canvas.width(of: key.word, small) + gap
    }
    var kept = (keys + KeyHelp.common).filter { !$0.word.isEmpty }
    var total = kept.reduce(-gap) { $0 + pixels($1) }
    while total > room.width,
      let last = kept.lastIndex(where: { $0.key != "H" && $0.key != "Esc" })
    {
      total -= pixels(kept.remove(at: last))
    }
    var x = room.x
    for key in kept {
      guard x + pixels(key) - gap <= room.right else { break }
      let box = canvas.text(key.key, small, Palette.dim, x: x, y: room.y)
      canvas.text(key.word, small, Palette.faint, x: box.right + space, y: room.y)
      x += pixels(key)
    }
    if hasLegend { drawLegend(from: x + gap, in: room, on: &canvas) }
  }

  /// A sign of the charts, the most important first.
  private enum Sign: String, CaseIterable {
    case rateChange = "rate change"
    case cycle
    case jump
    case requested

    var color: RGBA8 {
      switch self {
      case .rateChange: Palette.notice
      case .jump: Palette.alert
      case .cycle, .requested: Palette.faint
      }
    }
  }

  /// What the signs in the chart mean, at the right: as many as there is room for.
  private static func drawLegend(from left: Int, in room: PixelBox, on canvas: inout Canvas) {
    let metrics = canvas.metrics
    let small = canvas.face(.small)
    let side = metrics.px(9) / 2 * 2
    let gap = metrics.px(6)
    let space = metrics.px(16)
    var signs = Sign.allCases
    func width() -> Int {
      signs.reduce(-space) { $0 + side + gap + canvas.width(of: $1.rawValue, small) + space }
    }
    while signs.count > 1, room.right - width() < left { signs.removeLast() }
    var x = room.right - width()
    guard x >= left, side >= 4 else { return }
    let middle = room.y + small.ascent - small.capitalHeight / 2
    for sign in signs {
      draw(sign, middleX: x + side / 2, middleY: middle, side: side, on: &canvas)
      x += side + gap
      x = canvas.text(sign.rawValue, small, Palette.faint, x: x, y: room.y).right + space
    }
  }

  private static func draw(
    _ sign: Sign, middleX x: Int, middleY y: Int, side: Int, on canvas: inout Canvas
  ) {
    let height = canvas.face(.small).capitalHeight
    let line = canvas.metrics.px(1)
    switch sign {
    case .rateChange, .jump:
      canvas.draw([.pointer(x: x, y: y, side: side)], sign.color)
    case .cycle:
      canvas.fill(PixelBox(x: x, y: y - height / 2, width: line, height: height), sign.color)
    case .requested:
      canvas.fill(PixelBox(x: x - side / 2, y: y, width: side, height: line), sign.color)
    }
  }
}
