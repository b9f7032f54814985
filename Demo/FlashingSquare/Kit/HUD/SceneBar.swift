// SPDX-License-Identifier: Apache-2.0

import SDLDriver

/// The bar at the lower edge: the scenes' names and the common keys, all clickable.
struct SceneBar {
  let list: SceneList
  /// The index of the open scene.
  let open: Int

  private static let keys: [(key: String, word: String, press: Controls.Press)] = [
    ("D", "details", .details), ("H", "help", .help), ("Esc", "quit", .leave),
  ]

  /// Whether the bar is shown: in a window of at least 300 x 160 desktop units, even if the
  /// window has no other text.
  private static func isShown(on canvas: borrowing Canvas) -> Bool {
    return Double(canvas.metrics.frame.width) >= 300 * canvas.metrics.density
      && Double(canvas.metrics.frame.height) >= 160 * canvas.metrics.density
  }

  /// The bar's height in pixels.
  static func height(on canvas: borrowing Canvas) -> Int {
    isShown(on: canvas) ? canvas.small.lineHeight + canvas.px(12) : 0
  }

  func draw(on canvas: inout Canvas) {
    guard Self.isShown(on: canvas) else { return }
    if canvas.shownText == .none { canvas.shownText = .all }
    var room = canvas.metrics.frame
    room = room.takeBottom(Self.height(on: canvas)).inset(canvas.px(16), 0)
    let (small, bold) = (canvas.small, canvas.bold)
    var line = room.row(room.midY - small.lineHeight / 2, height: small.lineHeight)
    let (padding, gap) = (canvas.px(8), canvas.px(4))
    // Draws the first row that fits: the scenes' names or numbers, and the common keys with words or
    // not at all.
    let names = list.scenes.map { $0.label }
    let short = list.scenes.map { $0.shortLabel }
    let numbers = names.indices.map { $0 == open ? short[$0] : "\($0 + 1)" }
    let words = Self.keys.map { "\($0.key) \($0.word)" }
    for (labels, hints) in [(names, words), (short, words), (numbers, words), (numbers, [])] {
      let widths = labels.indices.map {
        canvas.width(of: labels[$0], $0 == open ? bold : small) + 2 * padding
      }
      let hintWidths = hints.map { canvas.width(of: $0, small) + 2 * padding }
      let width = widths.reduce(0) { $0 + $1 + gap } + hintWidths.reduce(0, +)
      guard width <= line.width || hints.isEmpty else { continue }
      for (index, label) in labels.enumerated() {
        guard widths[index] <= line.width else { break }
        let box = line.takeLeft(widths[index], gap: gap).inset(0, -canvas.px(3))
        let isLit = index == open || canvas.isHovered(box)
        if isLit { canvas.fill(box, radius: box.height / 2, Palette.groove) }
        canvas.text(
          label, index == open ? bold : small, isLit ? Palette.text : Palette.dim,
          x: box.x + padding, y: line.y)
        canvas.target(box, .scene(index))
      }
      for (index, hint) in hints.enumerated().reversed() {
        let box = line.takeRight(hintWidths[index])
        canvas.text(
          hint, small, canvas.isHovered(box) ? Palette.text : Palette.dim, x: box.x + padding,
          y: line.y)
        canvas.target(box, Self.keys[index].press)
      }
      return
    }
  }
}
