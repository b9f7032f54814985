// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import SDLDriver

extension BeatScene {
  mutating func draw(on canvas: inout Canvas, _ status: FrameStatus) {
    let metrics = canvas.metrics
    var box = drawFrame(
      "One square is locked to the music; the other only has the same tempo. Drag the tempo.",
      status, on: &canvas)
    let small = canvas.face(.small)
    drawTempo(in: box.takeBottom(metrics.px(30), gap: metrics.px(8)), on: &canvas)
    let axis = small.lineHeight + metrics.px(2)
    let gap = metrics.px(14)
    let height = (box.height - axis - 2 * gap) / 3
    drawMusic(in: box.takeTop(height, gap: gap), on: &canvas)
    let color = Palette.color(of: .phase)
    let step = isLocked ? ("In step", "locked to the beat") : ("Unlocked", "M locks it")
    draw(locked, step, color, in: box.takeTop(height, gap: gap), on: &canvas)
    let room = box.takeTop(height)
    let chart = draw(
      free, ("By itself", "same tempo, no lock"), Palette.color(of: .naive), in: room,
      on: &canvas)
    canvas.times(in: chart.row(room.bottom, height: axis), step: 2)
  }

  private var stateText: String {
    music.isKnown
      ? "\(NumberText.fixed(music.beatsPerMinute, 0)) beats a minute" : "finding the music's beat"
  }

  private mutating func drawTempo(in room: PixelBox, on canvas: inout Canvas) {
    let metrics = canvas.metrics
    let bold = canvas.face(.small, .bold)
    var box = room
    let widest = canvas.width(of: "finding the music's beat", bold)
    let text = box.takeRight(widest, gap: metrics.px(14))
    canvas.text(
      stateText, bold, locked.isInStep ? Palette.text : Palette.notice, x: text.x,
      y: box.midY - bold.lineHeight / 2)
    let tempos = BeatMusic.tempos
    let share =
      (music.beatsPerMinute - tempos.lowerBound) / (tempos.upperBound - tempos.lowerBound)
    tempo.draw(share, knob: metrics.px(26), Palette.notice, in: box, on: &canvas)
  }

  /// Draws a lane's square and its two lines of text; `box` keeps the space to the right of them.
  private func drawHead(
    _ light: Double, _ lines: (String, String), _ color: RGBA8, cutting box: inout PixelBox,
    on canvas: inout Canvas
  ) {
    let metrics = canvas.metrics
    let small = canvas.face(.small)
    let bold = canvas.face(.medium, .bold)
    let side = min(box.height, metrics.px(110))
    let square = box.takeLeft(side, gap: metrics.px(14)).square(side)
    canvas.flash(light, color == Palette.text ? Palette.notice : color, in: square)
    let width = max(
      canvas.width(of: "By itself", bold), canvas.width(of: "same tempo, no lock", small))
    let text = box.takeLeft(width, gap: metrics.px(14))
    canvas.lines([(lines.0, bold, color), (lines.1, small, Palette.dim)], in: text, x: text.x)
  }

  // MARK: - The music

  /// Draws a numbered dot for each beat of the bar; the dot of the current beat is the brightest.
  private func drawMusic(in room: PixelBox, on canvas: inout Canvas) {
    var box = room
    let beat = music.beat
    let light = music.isKnown ? abs(2 * beat.phase - 1) : 0
    let note = music.isLive ? "as the device plays it" : "simulated; T plays it"
    drawHead(light, ("Music", note), Palette.text, cutting: &box, on: &canvas)
    let bold = canvas.face(.medium, .bold)
    let count = BeatMusic.beatsPerBar
    let current = (beat.cycle % count + count) % count
    let cell = box.width / count
    let side = min(cell * 3 / 4, box.height, canvas.metrics.px(72)) / 2 * 2
    for number in 0..<count {
      let x = box.x + cell * number + cell / 2
      let light = music.isKnown && number == current ? 0.3 + 0.7 * (1 - beat.phase) : 0
      canvas.draw([.disc(x: x, y: box.midY, diameter: side)], Palette.flash(light, Palette.notice))
      guard side >= bold.lineHeight else { continue }
      canvas.text(
        "\(number + 1)", bold, number == current ? Palette.ground : Palette.dim, x: x,
        y: box.midY - bold.lineHeight / 2,
        align: .centre)
    }
  }

  // MARK: - The squares

  /// Draws a square, its offset from the beat, and a chart of the brightness of square and beat.
  /// - Returns: The box of the chart.
  @discardableResult
  private func draw(
    _ square: BeatSquare, _ lines: (String, String), _ color: RGBA8, in room: PixelBox,
    on canvas: inout Canvas
  ) -> PixelBox {
    let metrics = canvas.metrics
    var box = room
    drawHead(square.shown, lines, color, cutting: &box, on: &canvas)
    let bold = canvas.face(.medium, .bold)
    let figure = box.takeRight(
      canvas.width(of: "\u{2212}0.00 beats", bold), gap: metrics.px(14))
    let off = "\(square.gap < 0 ? "+" : "\u{2212}")\(NumberText.fixed(abs(square.gap), 2)) beats"
    let text = !music.isKnown ? "\u{2013}" : square.isInStep ? "in step" : off
    canvas.text(
      text, bold, square.isInStep ? Palette.text : Palette.notice, x: figure.right,
      y: figure.midY - bold.lineHeight / 2, align: .right)
    canvas.fill(box, Palette.panel)
    let inner = box.inset(0, metrics.px(4))
    let thickness = max(1.5, 1.75 * metrics.scale)
    let axis = ChartAxis(box: inner, now: square.controller.now)
    _ = canvas.stroke(square.beats, in: inner, axis, thickness: thickness, Palette.dim) {
      line, time in line.map { Self.light($0.position(at: time).phase) } ?? 0
    }
    _ = canvas.stroke(square.motion, in: inner, axis, thickness: thickness, color) {
      Self.light($0.sample(at: $1).position.phase)
    }
    return box
  }

  /// The brightness on the chart: 1 on the beat, 0 half a beat later.
  private static func light(_ phase: Double) -> Double { abs(2 * phase - 1) }
}
