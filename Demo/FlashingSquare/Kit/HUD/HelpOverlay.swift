// SPDX-License-Identifier: Apache-2.0

/// The keys of the open scene and of all scenes, and a clickable list of all scenes, over the
/// picture.
struct HelpOverlay {
  let list: SceneList
  /// The index of the open scene.
  let open: Int

  /// The keys of the open scene, then the common keys that the scene does not replace.
  var keys: [KeyHelp] {
    let own = list.scenes[open].keys
    return own + KeyHelp.common.filter { common in !own.contains { $0.key == common.key } }
  }

  /// A line of the overlay: a heading, or two columns.
  private struct Line {
    let left: String
    var right = ""
    var scene: Int?
  }

  /// Draws the lines that fit, keys first.
  ///
  /// The scenes are drawn only if all of them fit.
  func draw(on canvas: inout Canvas) {
    let room = canvas.bounds
    let (small, bold) = (canvas.small, canvas.bold)
    let gap = canvas.px(16)
    let keyLines = keys.map { Line(left: $0.key, right: $0.does) }
    let scenes = list.scenes.enumerated().map { index, scene in
      let number = index < 10 ? "\((index + 1) % 10)  " : ""
      return Line(left: number + scene.label, right: scene.summary, scene: index)
    }
    func columns(_ lines: [Line]) -> (left: Int, right: Int) {
      let left = lines.map { canvas.width(of: $0.left, bold) }.max()
      return (left ?? 0, lines.map { canvas.width(of: $0.right, small) }.max() ?? 0)
    }
    let all = [Line(left: "Keys")] + keyLines + [Line(left: "Scenes")] + scenes
    let fits =
      columns(all).left + columns(all).right + 3 * gap <= room.width
      && all.count * small.lineHeight + 2 * gap <= room.height
    let lines = fits ? all : keyLines
    let (left, right) = columns(lines)
    let isNarrow = left + right + 3 * gap > room.width
    let margin = isNarrow ? 4 : gap
    let height = min(small.lineHeight + canvas.px(6), (room.height - 2 * margin) / lines.count)
    let width = isNarrow ? room.width : left + right + 3 * gap
    let wanted = height * lines.count + 2 * margin
    let box = PixelBox(
      x: room.midX - width / 2, y: max(0, room.midY - wanted / 2), width: width,
      height: min(wanted, room.height))
    // The overlay has an edge, because the scene below may have the same colour.
    let edge = canvas.px(2)
    canvas.fill(box, radius: canvas.px(8), Palette.track)
    canvas.fill(box.inset(edge), radius: canvas.px(8) - edge, Palette.panel)
    var y = box.y + margin
    for line in lines where y + small.lineHeight <= room.bottom {
      let row = box.inset(edge, 0).row(y, height: height)
      if let scene = line.scene {
        canvas.target(row, .scene(scene))
        if canvas.isHovered(row) { canvas.fill(row, Palette.groove) }
      }
      let isMarked = line.right.isEmpty || line.scene == open
      canvas.text(
        line.left, bold, isMarked ? Palette.notice : Palette.text, x: box.x + margin, y: y)
      if !line.right.isEmpty {
        canvas.text(
          line.right, small, Palette.dim, x: isNarrow ? box.right - margin : box.x + 2 * gap + left,
          y: y, align: isNarrow ? .right : .left)
      }
      y += height
    }
    canvas.target(room, .help)
  }
}

/// A key and its action, for the help.
struct KeyHelp: Hashable, Sendable {
  let key: String
  let does: String

  init(_ key: String, _ does: String) {
    self.key = key
    self.does = does
  }

  /// The keys of all scenes; a scene's own key of the same name replaces the common key.
  static let common = [
    KeyHelp("Space", "pause"),
    KeyHelp("D", "details: figures, frames a second"),
    KeyHelp("L", "slow motion, a quarter of the speed"),
    KeyHelp("T", "a soft tick for each cycle"),
    KeyHelp("Tab, 1\u{2013}9", "open a scene; Shift+Tab opens the previous one"),
    KeyHelp("F, F3", "full screen; the timing of the frames"),
    KeyHelp("H", "this help; the scene waits behind it"),
    KeyHelp("Esc", "close this help; quit"),
  ]
}
