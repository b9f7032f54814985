// SPDX-License-Identifier: Apache-2.0

import SDLDriver

/// The last ten seconds of a flash: its value above, its rate below, with rate changes and cycles.
struct StripChart {
  /// Which parts have room.
  struct Parts: OptionSet {
    let rawValue: Int
    static let rate = Parts(rawValue: 1)
    static let labels = Parts(rawValue: 2)
    static let timeAxis = Parts(rawValue: 4)
  }

  let history: FlashHistory
  let now: Double
  /// The colour of what was shown in no mode; what was shown in one has that mode's colour.
  let color: RGBA8
  /// What lies behind the curves.
  var ground = Palette.panel

  /// Cycles per second at the top of the rate's band: the limit, or as much more as is needed, up to
  /// twice the limit for what is only requested.
  private var topRate: Double {
    var top = FlashLimit.hertz
    for sample in history.samples {
      let requested = min(sample.requestedHertz, 2 * FlashLimit.hertz)
      top = max(top, sample.hertz.magnitude, requested)
    }
    return top.rounded(.up)
  }

  func draw(in room: PixelBox, _ parts: Parts, on canvas: inout Canvas) {
    let metrics = canvas.metrics
    let small = canvas.face(.small)
    var box = room
    if parts.contains(.labels) {
      // As wide as the longest label, so that charts under each other align.
      _ = box.takeLeft(canvas.width(of: "999 kHz", small) + metrics.px(8))
    }
    if parts.contains(.timeAxis) {
      drawTimes(in: box.takeBottom(small.lineHeight + metrics.px(2)), on: &canvas)
    }
    var value = box
    let rate =
      parts.contains(.rate) ? value.takeBottom(box.height * 3 / 8, gap: metrics.px(8)) : nil
    for band in [value, rate] {
      if let band { canvas.fill(band, ground) }
    }
    drawEvents(in: box, value, &canvas)
    let thickness = max(1.5, 1.75 * metrics.scale)
    let margin = metrics.px(4)
    drawCurve(in: value.inset(0, margin), thickness, on: &canvas) { $0.value }
    let top = rate == nil ? 0 : topRate
    if let rate { drawRate(in: rate.inset(0, margin), top, thickness, on: &canvas) }
    guard parts.contains(.labels) else { return }
    label(value, top: "alarm", bottom: "calm", on: &canvas)
    if let rate { label(rate, top: NumberText.wholeHertz(top), bottom: "0", on: &canvas) }
  }

  // MARK: - Curves

  private func x(_ time: Double, in box: PixelBox) -> Double {
    Double(box.right) - (now - time) / FlashHistory.span * Double(box.width)
  }

  private func drawRate(
    in box: PixelBox, _ top: Double, _ thickness: Double, on canvas: inout Canvas
  ) {
    drawCurve(in: box, max(1, thickness * 0.6), only: Palette.faint, on: &canvas) {
      min($0.requestedHertz / top, 1)
    }
    drawCurve(in: box, thickness, on: &canvas) { $0.hertz.magnitude / top }
  }

  /// Draws a curve in one colour, or each part of it in the colour of the mode that made it.
  ///
  /// A part ends at the sample with which the next begins: a new mode holds from that frame on.
  private func drawCurve(
    in box: PixelBox, _ thickness: Double, only: RGBA8? = nil, on canvas: inout Canvas,
    height: (FlashHistory.Sample) -> Double
  ) {
    guard box.height > 0, let first = history.samples.first else { return }
    func colorOfPart(_ sample: FlashHistory.Sample) -> RGBA8 {
      only ?? sample.mode.map(Palette.color(of:)) ?? color
    }
    var curve = ColumnCurve(in: box, thickness: thickness, &canvas.scratch)
    var partColor = colorOfPart(first)
    for sample in history.samples {
      let x = x(sample.time, in: box)
      let y = Double(box.bottom) - height(sample) * Double(box.height)
      curve.add(x: x, y: y, &canvas.scratch)
      let newColor = colorOfPart(sample)
      guard newColor != partColor else { continue }
      canvas.stroke(curve, thickness: thickness, partColor)
      curve = ColumnCurve(in: box, thickness: thickness, &canvas.scratch)
      curve.add(x: x, y: y, &canvas.scratch)
      partColor = newColor
    }
    canvas.stroke(curve, thickness: thickness, partColor)
  }

  // MARK: - Events

  private func drawEvents(in box: PixelBox, _ value: PixelBox, _ canvas: inout Canvas) {
    let line = canvas.metrics.px(1)
    let side = canvas.metrics.px(9) / 2 * 2
    for isRateChange in [false, true] {
      for event in history.events {
        let x = Int(x(event.time, in: box))
        guard x >= box.x, x < box.right else { continue }
        let column = box.column(x, width: line)
        switch event.kind {
        case .cycle where !isRateChange:
          canvas.fill(column, Palette.line)
        case .rateChange(let jump) where isRateChange:
          let color = jump > 0 ? Palette.alert : Palette.notice
          canvas.fill(column, color.withAlpha(jump > 0 ? 150 : 70))
          canvas.draw([.pointer(x: x, y: value.y + side / 2, side: side)], color)
        default: break
        }
      }
    }
  }

  // MARK: - Labels

  private func label(_ band: PixelBox, top: String, bottom: String, on canvas: inout Canvas) {
    let small = canvas.face(.small)
    let x = band.x - canvas.metrics.px(8)
    let rise = (small.lineHeight - small.capitalHeight) / 2
    guard band.height >= small.lineHeight * 7 / 4 else {
      let y = band.midY - small.lineHeight / 2
      canvas.text(top, small, Palette.faint, x: x, y: y, align: .right)
      return
    }
    canvas.text(top, small, Palette.faint, x: x, y: band.y - rise / 2, align: .right)
    canvas.text(
      bottom, small, Palette.faint, x: x, y: band.bottom - small.lineHeight + rise / 2,
      align: .right)
  }

  func drawTimes(in axis: PixelBox, on canvas: inout Canvas) {
    let isWide = 8 * canvas.width(of: "\u{2212}10 s ", canvas.face(.small)) < axis.width
    canvas.times(in: axis, span: Int(FlashHistory.span), step: isWide ? 2 : 5)
  }
}

extension Canvas {
  /// Says at the lower edge of a box how long ago it was, from `span` seconds at the left to now.
  mutating func times(in axis: PixelBox, span: Int, step: Int) {
    let small = face(.small)
    for seconds in stride(from: span, through: 0, by: -step) {
      text(
        seconds == 0 ? "now" : "\u{2212}\(seconds) s", small, Palette.faint,
        x: axis.right - axis.width * seconds / span, y: axis.bottom - small.lineHeight,
        align: seconds == span ? .left : seconds == 0 ? .right : .centre)
    }
  }
}
