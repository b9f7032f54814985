// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import SDLDriver

extension BeatScene {
  mutating func draw(on canvas: inout Canvas, _ status: FrameStatus) {
    var box = drawFrame(
      "One square is locked to the music; the other only has the same tempo. Drag the tempo.",
      brief: "One is locked to the music, one is not. Drag.",
      status, on: &canvas)
    drawTempo(in: box.takeBottom(canvas.px(30), gap: canvas.px(8)), on: &canvas)
    let axis = canvas.small.lineHeight + canvas.px(2)
    let gap = canvas.px(14)
    let height = (box.height - axis - 2 * gap) / 3
    drawMusic(in: box.takeTop(height, gap: gap), on: &canvas)
    let step = isLocked ? ("In step", "locked to the beat") : ("Unlocked", "M locks it")
    draw(locked, step, .phase, in: box.takeTop(height, gap: gap), on: &canvas)
    let words = ("By itself", "same tempo, no lock")
    let chart = draw(free, words, .naive, in: box.takeTop(height), on: &canvas)
    canvas.times(in: chart.row(chart.bottom, height: axis), step: 2)
  }

  private mutating func drawTempo(in room: PixelBox, on canvas: inout Canvas) {
    var box = room
    let finding = "finding the music's beat"
    let text = box.takeRight(canvas.width(of: finding, canvas.bold), gap: canvas.px(14))
    let state =
      music.isKnown ? "\(NumberText.fixed(music.beatsPerMinute, 0)) beats a minute" : finding
    canvas.text(
      state, canvas.bold, locked.isInStep ? Palette.text : Palette.notice, in: text)
    let tempos = BeatMusic.tempos
    let share =
      (music.beatsPerMinute - tempos.lowerBound) / (tempos.upperBound - tempos.lowerBound)
    tempo.draw(share, knob: canvas.px(26), Palette.notice, in: box, on: &canvas)
  }

  /// Draws a lane's square and its two lines of text.
  /// - Returns: The boxes of the lane's chart, and of the figure to the right of it.
  private func drawHead(
    _ light: Double, _ lines: (String, String), _ color: RGBA8, in room: PixelBox,
    on canvas: inout Canvas
  ) -> (chart: PixelBox, figure: PixelBox) {
    var box = room
    let bold = canvas.face(.medium, .bold)
    let side = min(box.height, canvas.px(110))
    let square = box.takeLeft(side, gap: canvas.px(14)).square(side)
    canvas.flash(light, color == Palette.text ? Palette.notice : color, in: square)
    let width = max(
      canvas.width(of: "By itself", bold), canvas.width(of: "same tempo, no lock", canvas.small))
    let text = box.takeLeft(width, gap: canvas.px(14))
    canvas.lines(
      [(lines.0, bold, color), (lines.1, canvas.small, Palette.dim)], in: text, x: text.x)
    let figure = box.takeRight(
      canvas.width(of: "\u{2212}0.00 beats", bold), gap: canvas.px(14))
    return (box, figure)
  }

  // MARK: - The music

  /// Draws a numbered dot for each beat of the bar; the dot of the current beat is the brightest.
  private func drawMusic(in room: PixelBox, on canvas: inout Canvas) {
    let light = music.isKnown ? Self.light(music.beat.phase) : 0
    let words = ("Music", music.isLive ? "as the device plays it" : "simulated")
    // The dots share the time axis of the charts below.
    let (box, _) = drawHead(light, words, Palette.text, in: room, on: &canvas)
    let axis = ChartAxis(box: box, now: free.controller.now)
    canvas.fill(box, Palette.panel)
    let side = min(box.height / 2, canvas.px(26)) / 2 * 2
    var last: CyclePosition?
    for x in box.x..<box.right {
      guard let line = free.beats.state(at: axis.time(Double(x))) else { continue }
      let beat = line.position(at: axis.time(Double(x)))
      defer { last = beat }
      guard let before = last, beat.cycle > before.cycle else { continue }
      let number = (beat.cycle % WideInt(BeatMusic.beatsPerBar) + 4) % 4
      let age = axis.now - axis.time(Double(x))
      canvas.draw(
        [.disc(x: x, y: box.midY, diameter: number == 0 ? side * 4 / 3 : side)],
        Palette.flash(max(0.35, 1 - age / 2), Palette.notice), within: box)
    }
  }

  // MARK: - The squares

  /// Draws a square, its offset from the beat, and a chart of the brightness of square and beat.
  /// - Returns: The box of the chart.
  @discardableResult
  private func draw(
    _ square: BeatSquare, _ words: (String, String), _ mode: DemoMode, in room: PixelBox,
    on canvas: inout Canvas
  ) -> PixelBox {
    let color = Palette.color(of: mode)
    let (box, figure) = drawHead(square.shown, words, color, in: room, on: &canvas)
    let off = "\(square.gap < 0 ? "+" : "\u{2212}")\(NumberText.fixed(abs(square.gap), 2)) beats"
    let text = !music.isKnown ? "\u{2013}" : square.isInStep ? "in step" : off
    canvas.text(
      text, canvas.face(.medium, .bold), square.isInStep ? Palette.text : Palette.notice,
      in: figure, align: .right)
    canvas.fill(box, Palette.panel)
    let inner = box.inset(0, canvas.px(4))
    let thickness = max(1.5, 1.75 * canvas.metrics.scale)
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
