// SPDX-License-Identifier: Apache-2.0

/// The line of keys at the lower edge.
enum KeysLine {
  static func draw(_ keys: String, in room: PixelBox, on canvas: inout Canvas) {
    canvas.text(keys, canvas.face(.small), Palette.faint, x: room.x, y: room.y)
  }
}

/// The frame rate and the longest interval of a hundred, at the upper right.
enum FrameRateText {
  static func draw(
    _ status: FrameStatus, right: Int, baseline: Int, on canvas: inout Canvas
  ) {
    let small = canvas.face(.small)
    let rate = NumberText.fixed(status.framesPerSecond, 1)
    let interval = NumberText.fixed(status.p99Interval * 1000, 1)
    canvas.text(
      "\(rate) fps   p99 \(interval) ms", small, Palette.dim, x: right,
      y: baseline - small.ascent, align: .right)
  }
}
