// SPDX-License-Identifier: Apache-2.0

import FramePacing
import Glibc
import SDLDriver

/// How often each length of an interval came in the whole run, from a millisecond to a second.
///
/// Both axes are logarithmic: one long frame among a million is to be seen.
struct DurationHistogram {
  /// The classes that have a bar: ten octaves.
  ///
  /// What is shorter or longer is counted in the outermost.
  static let classes = 40..<80
  /// Where classes begin, the more important ones first: the others are left out where it is narrow.
  static let labels = [
    (48, "4 ms"), (56, "16 ms"), (64, "66 ms"), (72, "0.26 s"), (44, "2 ms"), (52, "8 ms"),
    (60, "33 ms"), (68, "0.13 s"), (76, "0.5 s"),
  ]
  private static let mainLabels = 4

  let histogram: LogHistogram

  func draw(_ color: RGBA8, in room: PixelBox, on canvas: inout Canvas) {
    let small = canvas.face(.small)
    var box = room
    let axis = box.takeBottom(small.lineHeight, gap: canvas.metrics.px(2))
    canvas.fill(box, Palette.panel)
    guard box.height > 0 else { return }
    let most = Self.classes.reduce(0) { max($0, count($1)) }
    for index in Self.classes {
      let (x, next) = (x(index, in: box), x(index + 1, in: box))
      let bar = count(index)
      guard bar > 0 else { continue }
      let share = log2(1 + Double(bar)) / log2(1 + Double(most))
      let height = max(canvas.metrics.px(2), Int(share * Double(box.height)))
      let column = box.column(x, width: max(1, next - x - canvas.metrics.px(1)))
      canvas.fill(column.row(box.bottom - height, height: height).intersection(box), color)
    }
    let y = axis.bottom - small.lineHeight
    let isWide = box.width > 12 * canvas.width(of: "0.26 s", small)
    for (index, text) in Self.labels.prefix(isWide ? Self.labels.count : Self.mainLabels) {
      canvas.text(text, small, Palette.faint, x: x(index, in: box), y: y, align: .centre)
    }
  }

  /// The durations of a class; the outermost have those beyond it too.
  private func count(_ index: Int) -> Int {
    if index == Self.classes.lowerBound { return sum(0...index) }
    if index == Self.classes.upperBound - 1 { return sum(index...LogHistogram.classCount - 1) }
    return histogram.count(inClass: index)
  }

  private func sum(_ indices: ClosedRange<Int>) -> Int {
    indices.reduce(0) { $0 + histogram.count(inClass: $1) }
  }

  private func x(_ index: Int, in box: PixelBox) -> Int {
    box.x + box.width * (index - Self.classes.lowerBound) / Self.classes.count
  }
}
