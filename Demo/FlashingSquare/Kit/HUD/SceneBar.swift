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
    let metrics = canvas.metrics
    return Double(metrics.frame.width) >= 300 * metrics.density
      && Double(metrics.frame.height) >= 160 * metrics.density
  }

  /// The bar's height in pixels.
  static func height(on canvas: borrowing Canvas) -> Int {
    isShown(on: canvas) ? canvas.face(.small).lineHeight + canvas.metrics.px(12) : 0
  }

  func draw(on canvas: inout Canvas) {
    let metrics = canvas.metrics
    guard Self.isShown(on: canvas) else { return }
    if canvas.shownText == .none { canvas.shownText = .all }
    var room = metrics.frame
    room = room.takeBottom(Self.height(on: canvas)).inset(metrics.px(16), 0)
    let small = canvas.face(.small)
    let line = PixelBox(
      x: room.x, y: room.midY - small.lineHeight / 2, width: room.width, height: small.lineHeight)
    // Draws the first row that fits: the scenes' names or numbers, and the common keys with words or
    // not at all.
    let names = list.scenes.map { $0.label }
    let short = list.scenes.map { $0.name.prefix(1).uppercased() + $0.name.dropFirst() }
    let numbers = names.indices.map { $0 == open ? short[$0] : "\($0 + 1)" }
    let words = Self.keys.map { "\($0.key) \($0.word)" }
    for (labels, hints) in [
      (names, words), (short, words), (numbers, words), (numbers, []),
    ] {
      let padding = metrics.px(8)
      let gap = metrics.px(4)
      let bold = canvas.face(.small, .bold)
      let widths = labels.indices.map {
        canvas.width(of: labels[$0], $0 == open ? bold : small) + 2 * padding
      }
      let left = widths.reduce(0) { $0 + $1 + gap }
      let right = hints.reduce(0) { $0 + canvas.width(of: $1, small) + 2 * padding }
      guard left + right <= line.width || hints.isEmpty else { continue }
      drawNames(labels, widths, padding, gap, in: line, on: &canvas)
      drawKeys(hints, padding, in: line, on: &canvas)
      return
    }
  }

  private func drawNames(
    _ labels: [String], _ widths: [Int], _ padding: Int, _ gap: Int, in line: PixelBox,
    on canvas: inout Canvas
  ) {
    var x = line.x
    let edge = canvas.metrics.px(3)
    for (index, label) in labels.enumerated() {
      let box = PixelBox(
        x: x, y: line.y - edge, width: widths[index], height: line.height + 2 * edge)
      guard box.right <= line.right else { return }
      let isLit = index == open || canvas.isHovered(box)
      if isLit { canvas.fill(box, radius: box.height / 2, Palette.groove) }
      canvas.text(
        label, canvas.face(.small, index == open ? .bold : .regular),
        isLit ? Palette.text : Palette.dim, x: x + padding, y: line.y)
      canvas.target(box, .scene(index))
      x = box.right + gap
    }
  }

  private func drawKeys(
    _ hints: [String], _ padding: Int, in line: PixelBox, on canvas: inout Canvas
  ) {
    let small = canvas.face(.small)
    var x = line.right
    for (hint, key) in zip(hints, Self.keys).reversed() {
      let width = canvas.width(of: hint, small) + 2 * padding
      let box = PixelBox(x: x - width, y: line.y, width: width, height: line.height)
      canvas.text(
        hint, small, canvas.isHovered(box) ? Palette.text : Palette.dim, x: box.x + padding,
        y: line.y)
      canvas.target(box, key.press)
      x = box.x
    }
  }
}
