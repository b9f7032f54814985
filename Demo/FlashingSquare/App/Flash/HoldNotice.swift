// SPDX-License-Identifier: Apache-2.0

import SDLDriver

/// What the window says while the flash limit keeps a picture: drawn over it, and not measured, since
/// it is much smaller than what may flash.
enum HoldNotice {
  static func draw(on canvas: inout Canvas) {
    let face = canvas.face(.small)
    let texts = ["Held: would flash more than 3 times/s", "Held: 3 flashes/s", "Held"]
    let room = canvas.metrics.frame
    let margin = canvas.metrics.px(6)
    guard
      let text = texts.first(where: { canvas.width(of: $0, face) + 4 * margin <= room.width })
    else { return }
    let (width, height) = (canvas.width(of: text, face), face.lineHeight + margin)
    canvas.fill(
      PixelBox(
        x: room.midX - width / 2 - margin, y: room.bottom - height, width: width + 2 * margin,
        height: height), Palette.groove)
    canvas.text(
      text, face, Palette.notice, x: room.midX, y: room.bottom - height + margin / 2,
      align: .centre)
  }
}
