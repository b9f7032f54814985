// SPDX-License-Identifier: Apache-2.0

/// The keys of the open scene and of all scenes, its terms, and the list of all scenes, over whatever
/// shows.
struct HelpOverlay {
  let list: SceneList
  /// The index of the open scene.
  let open: Int

  /// The keys of the open scene, then those of all scenes.
  var keys: [KeyHelp] { list.scenes[open].keys + KeyHelp.common }

  /// A line of the overlay: a heading, or two columns.
  private struct Line {
    let left: String
    var right: String?
    var isOpen = false
  }

  /// As many lines as there is room for, the keys first; the scenes only all of them, where they fit,
  /// and then the terms.
  func draw(on canvas: inout Canvas) {
    let metrics = canvas.metrics
    let small = canvas.face(.small)
    let bold = canvas.face(.small, .bold)
    let room = canvas.bounds
    let gap = metrics.px(16)
    func columns(_ lines: [Line]) -> (left: Int, right: Int) {
      let pairs = lines.filter { $0.right != nil }
      return (
        pairs.map { canvas.width(of: $0.left, bold) }.max() ?? 0,
        pairs.map { canvas.width(of: $0.right ?? "", small) }.max() ?? 0
      )
    }
    var lines = keys.map { Line(left: $0.key, right: $0.does) }
    let scenes = list.scenes.enumerated().map { index, scene in
      let number = index < 10 ? "\((index + 1) % 10)  " : ""
      return Line(left: number + scene.title, right: scene.summary, isOpen: index == open)
    }
    let terms = list.scenes[open].terms.map { Line(left: $0.key, right: $0.does) }
    let figures = terms.isEmpty ? [] : [Line(left: "Figures")] + terms
    let keys = [Line(left: "Keys")] + lines
    let list = [Line(left: "Scenes")] + scenes
    let wholes = [keys + figures + list, keys + list]
    lines =
      wholes.first { whole in
        let (left, right) = columns(whole)
        return left + right + 3 * gap <= room.width
          && whole.count * small.lineHeight + 2 * gap <= room.height
      } ?? lines
    let (left, right) = columns(lines)
    let isNarrow = left + right + 3 * gap > room.width
    let margin = isNarrow ? 4 : gap
    let height = min(
      small.lineHeight + metrics.px(6), (room.height - 2 * margin) / lines.count)
    let width = isNarrow ? room.width : left + right + 3 * gap
    let wanted = height * lines.count + 2 * margin
    let box = PixelBox(
      x: room.midX - width / 2, y: max(0, room.midY - wanted / 2), width: width,
      height: min(wanted, room.height))
    // An edge, since what lies below may have the same colour.
    let edge = metrics.px(2)
    canvas.fill(box, radius: metrics.px(8), Palette.faint)
    canvas.fill(box.inset(edge), radius: metrics.px(8) - edge, Palette.groove)
    var y = box.y + margin
    for line in lines where y + small.lineHeight <= room.bottom {
      let isHeading = line.right == nil
      let color = isHeading || line.isOpen ? Palette.notice : Palette.text
      canvas.text(line.left, bold, color, x: box.x + margin, y: y)
      if let text = line.right {
        let x =
          isNarrow ? box.right - margin - canvas.width(of: text, small) : box.x + 2 * gap + left
        canvas.text(text, small, Palette.dim, x: x, y: y)
      }
      y += height
    }
  }
}
