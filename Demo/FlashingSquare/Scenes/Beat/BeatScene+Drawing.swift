// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming
import SDLDriver

extension BeatScene {
  func draw(on canvas: inout Canvas, _ status: FrameStatus) {
    let metrics = canvas.metrics
    var frame = SceneFrame(
      title: Self.title, note: note, keys: Self.keys, color: Palette.color(of: .phase),
      progress: Double(countInStep) / Double(lanes.count))
    if status.paused == nil || !metrics.isCompact {
      frame.detail = (stateText, isLocked && music.isKnown ? Palette.text : Palette.notice)
    }
    var box = frame.draw(status, on: &canvas)
    let small = canvas.face(.small)
    let gap = metrics.px(metrics.isCompact ? 3 : 10)
    let rows = lanes.count
    let axis = metrics.isNarrow ? 0 : small.lineHeight + metrics.px(2)
    let top = box.takeTop(
      max(box.height / (metrics.isCompact ? 7 : 6), small.lineHeight), gap: gap)
    drawMusic(in: top, on: &canvas)
    if !metrics.isCompact, !metrics.isNarrow { drawLegend(cutting: &box, on: &canvas) }
    let height = (box.height - axis - gap * (rows - 1)) / rows
    for index in lanes.indices {
      let room = box.takeTop(height, gap: gap)
      let chart = drawLane(lanes[index], in: room, on: &canvas)
      guard index == rows - 1, axis > 0 else { continue }
      canvas.times(in: chart.row(room.bottom, height: axis), span: Int(BeatLane.span), step: 2)
    }
  }

  private var note: String {
    if let happened { return happened.text }
    return isLocked ? "M unlocks the squares" : "M locks the squares to the beat"
  }

  private var countInStep: Int { lanes.count { $0.isInStep } }

  private var stateText: String {
    if !music.isKnown { return "finding the music's beat" }
    if !isLocked { return "unlocked: each at its own rate" }
    return countInStep == lanes.count ? "all in step" : "\(countInStep) of \(lanes.count) in step"
  }

  /// Which beat of its bar it is, from 0 on.
  private static func inBar(_ beat: CyclePosition) -> Int {
    beat.cycle.flooredRemainder(by: BeatMusic.beatsPerBar)
  }

  // MARK: - The music

  private func drawMusic(in room: PixelBox, on canvas: inout Canvas) {
    let metrics = canvas.metrics
    let small = canvas.face(.small)
    let bold = canvas.face(metrics.isCompact ? .small : .medium, .bold)
    var box = room
    let dots = box.takeLeft(Self.nameWidth(on: canvas), gap: metrics.px(12))
    let tempo = "\(NumberText.fixed(music.beatsPerMinute, 0)) bpm"
    canvas.text(
      tempo, bold, Palette.text, x: dots.x, y: dots.midY - bold.lineHeight / 2)
    let left = dots.x + canvas.width(of: "120 bpm ", bold)
    drawBeats(
      in: PixelBox(x: left, y: dots.y, width: dots.right - left, height: dots.height), &canvas)
    guard !metrics.isCompact else { return }
    let figures = box.takeRight(Self.figureWidth(on: canvas), gap: metrics.px(12))
    drawErrors(in: box, on: &canvas)
    let y = figures.midY - small.lineHeight
    canvas.lines(
      [("worst heard", small, Palette.faint), ("followed", small, Palette.color(of: .phase))],
      x: figures.x, y: y)
    let values = [
      NumberText.fixed(-worst { $0.heard } * 1000, 0) + " ms",
      NumberText.fixed(worst { $0.followed } * 1000, 1) + " ms",
    ]
    canvas.lines(
      values.map {
        (music.error == nil ? "\u{2013}" : $0, canvas.face(.small, .bold), Palette.text)
      }, x: figures.right, y: y, align: .right)
  }

  /// The value that is farthest from 0 in the chart.
  private func worst(_ value: (ErrorSample) -> Double) -> Double {
    var worst = 0.0
    let last = errors.last?.time ?? 0
    for sample in errors where last - sample.time <= BeatLane.span {
      if abs(value(sample)) > abs(worst) { worst = value(sample) }
    }
    return worst
  }

  /// A numbered dot for each beat of the bar; the one that sounds is the brightest.
  private func drawBeats(in room: PixelBox, _ canvas: inout Canvas) {
    let count = BeatMusic.beatsPerBar
    let cell = room.width / count
    let side = min(cell * 3 / 4, room.height, canvas.metrics.px(34)) / 2 * 2
    let position = music.beat
    let current = Self.inBar(position)
    let small = canvas.face(.small, .bold)
    for beat in 0..<count {
      let middleX = room.x + cell * beat + cell / 2
      let fading = (1 - position.phase) * (1 - position.phase)
      let light = music.isKnown && beat == current ? 0.3 + 0.7 * fading : 0
      canvas.draw(
        .disc(diameter: side), middleX: middleX, middleY: room.midY, Palette.flash(light))
      guard side >= small.lineHeight else { continue }
      canvas.text(
        "\(beat + 1)", small, Palette.ground, x: middleX, y: room.midY - small.lineHeight / 2,
        align: .centre)
    }
  }

  /// Seconds of the chart of errors, upwards and downwards.
  private static let errorReach = 0.03

  private func drawErrors(in room: PixelBox, on canvas: inout Canvas) {
    canvas.fill(room, Palette.panel)
    let line = canvas.metrics.px(1)
    canvas.fill(room.row(room.midY, height: line), Palette.line)
    for (color, thickness, value) in [
      (Palette.faint, 1.0, { (sample: ErrorSample) in sample.followed - sample.heard }),
      (Palette.color(of: .phase), 2.0, { (sample: ErrorSample) in sample.followed }),
    ] {
      var curve = ColumnCurve(in: room, thickness: thickness, &canvas.scratch)
      guard let now = lanes[0].samples.last?.time else { return }
      for index in 0..<errors.count {
        let sample = errors[index]
        if index > 0, sample.time - errors[index - 1].time > Self.longestGap {
          canvas.stroke(curve, thickness: max(thickness, thickness * canvas.metrics.scale), color)
          curve = ColumnCurve(in: room, thickness: thickness, &canvas.scratch)
        }
        let share = min(max(value(sample) / Self.errorReach, -1), 1)
        curve.add(
          x: Self.x(sample.time, now, in: room),
          y: Double(room.midY) - share * (Double(room.height) / 2 - 2), &canvas.scratch)
      }
      canvas.stroke(curve, thickness: max(thickness, thickness * canvas.metrics.scale), color)
    }
    let small = canvas.face(.small)
    let (x, y) = (room.x + canvas.metrics.px(6), room.y + canvas.metrics.px(2))
    guard canvas.width(of: Self.errorCaption, small) < room.width,
      small.lineHeight < room.height / 2
    else { return }
    canvas.text(Self.errorCaption, small, Palette.dim, x: x, y: y)
  }

  private static let errorCaption =
    "error of the music's clock, up to 30 ms: as heard, in steps; as followed"
  /// Seconds between two samples beyond which the music was not known in between.
  private static let longestGap = 0.2

  // MARK: - Lanes

  private static func nameWidth(on canvas: borrowing Canvas) -> Int {
    let metrics = canvas.metrics
    if metrics.isCompact { return canvas.width(of: "whole cycles ", canvas.face(.small)) + 40 }
    return metrics.px(64) + canvas.width(of: "by the next bar, gently ", canvas.face(.small))
  }

  private static func figureWidth(on canvas: borrowing Canvas) -> Int {
    canvas.width(of: "worst heard \u{2212}999 ms", canvas.face(.small, .bold))
  }

  private static func x(_ time: Double, _ now: Double, in box: PixelBox) -> Double {
    Double(box.right) - (now - time) / BeatLane.span * Double(box.width)
  }

  /// - Returns: Where its chart is.
  private func drawLane(
    _ lane: BeatLane, in room: PixelBox, on canvas: inout Canvas
  ) -> PixelBox {
    let metrics = canvas.metrics
    let small = canvas.face(.small)
    let bold = canvas.face(.small, .bold)
    var box = room
    var head = box.takeLeft(Self.nameWidth(on: canvas), gap: metrics.px(12))
    let side = min(room.height, metrics.px(54))
    let square = head.takeLeft(side, gap: metrics.px(10))
    drawSquare(
      lane, PixelBox(x: square.x, y: room.midY - side / 2, width: side, height: side), &canvas)
    let (title, note, color) = lane.way.legend
    let lines = [(title, bold, color), (note, small, Palette.dim)]
      .prefix(room.height >= 2 * small.lineHeight ? 2 : 1)
    canvas.lines(
      lines.filter { canvas.width(of: $0.0, $0.1) <= head.width }, x: head.x,
      y: head.midY - lines.count * small.lineHeight / 2)
    if !metrics.isCompact {
      drawFigures(
        lane, in: box.takeRight(Self.figureWidth(on: canvas), gap: metrics.px(12)), &canvas)
    }
    drawChart(lane, in: box, on: &canvas)
    return box
  }

  private func drawSquare(_ lane: BeatLane, _ box: PixelBox, _ canvas: inout Canvas) {
    let radius = canvas.metrics.px(3)
    canvas.fill(box, radius: radius, Palette.flash(lane.shown))
    guard lane.way == .heart else { return }
    // Its health, along the lower edge.
    var bar = box.inset(canvas.metrics.px(4), 0)
    bar.y = box.bottom - canvas.metrics.px(8)
    bar.height = canvas.metrics.px(4)
    canvas.fill(bar, Palette.ground)
    bar.width = Int((health * Double(bar.width)).rounded())
    canvas.fill(bar, Palette.alert)
  }

  private func drawFigures(_ lane: BeatLane, in room: PixelBox, _ canvas: inout Canvas) {
    let small = canvas.face(.small)
    let bold = canvas.face(.small, .bold)
    let first = figure(of: lane)
    let second =
      lane.jump > 0.005
      ? ("jumped \(NumberText.fixed(lane.jump, 2)) cycle", Palette.alert)
      : (lockText(of: lane), Palette.dim)
    let lines = [(first.0, bold, first.1), (second.0, small, second.1)]
      .prefix(room.height >= 2 * small.lineHeight ? 2 : 1)
    canvas.lines(Array(lines), x: room.x, y: room.midY - lines.count * small.lineHeight / 2)
  }

  private func figure(of lane: BeatLane) -> (String, RGBA8) {
    guard music.isKnown else { return ("\u{2013}", Palette.dim) }
    if lane.isInStep { return ("in step", Palette.text) }
    let gap = "\(lane.gap < 0 ? "" : "+")\(NumberText.fixed(lane.gap, 2)) cycle"
    return (gap, lane.isFollowing ? Palette.notice : Palette.dim)
  }

  private func lockText(of lane: BeatLane) -> String {
    let ratio = "\(lane.ratio.numerator):\(lane.ratio.denominator)"
    guard lane.isFollowing, let seconds = lane.catchUpSeconds else { return ratio }
    let verb = lane.isInStep ? "took" : "takes"
    return "\(ratio), \(verb) \(NumberText.fixed(seconds, 2)) s"
  }

  /// Above, the beat's light and the square's over time; below, how many cycles they are apart.
  private func drawChart(_ lane: BeatLane, in room: PixelBox, on canvas: inout Canvas) {
    guard room.width > 0, room.height > 4, let now = lane.samples.last?.time else { return }
    var light = room
    let gaps = light.takeBottom(room.height * 2 / 5, gap: canvas.metrics.px(3))
    canvas.fill(light, Palette.panel)
    canvas.fill(gaps, Palette.panel)
    let line = canvas.metrics.px(1)
    if lane.way == .nextBar { drawBars(lane, in: light, now, &canvas) }
    canvas.fill(gaps.row(gaps.midY, height: line), Palette.line)
    let thickness = max(1.5, 1.5 * canvas.metrics.scale)
    stroke(lane, in: light.inset(0, 2), now, thickness, Palette.faint, &canvas) {
      Self.light($0.target)
    }
    stroke(lane, in: light.inset(0, 2), now, thickness, lane.way.legend.color, &canvas) {
      Self.light($0.phase)
    }
    stroke(lane, in: gaps.inset(0, 2), now, thickness, Palette.text, &canvas) { $0.gap + 0.5 }
  }

  /// A line where each bar begins.
  private func drawBars(
    _ lane: BeatLane, in box: PixelBox, _ now: Double, _ canvas: inout Canvas
  ) {
    for (last, sample) in zip(lane.samples, lane.samples.dropFirst())
    where sample.bar == last.bar + 1 && now - sample.time < BeatLane.span {
      let x = Int(Self.x(sample.time, now, in: box))
      canvas.fill(box.column(x, width: canvas.metrics.px(2)), Palette.dim)
    }
  }

  /// How bright a square is at a phase: on the beat 1, half a cycle later 0.
  private static func light(_ phase: Double) -> Double { abs(2 * phase - 1) }

  private func stroke(
    _ lane: BeatLane, in box: PixelBox, _ now: Double, _ thickness: Double, _ color: RGBA8,
    _ canvas: inout Canvas, _ height: (BeatLane.Sample) -> Double
  ) {
    var curve = ColumnCurve(in: box, thickness: thickness, &canvas.scratch)
    for sample in lane.samples {
      curve.add(
        x: Self.x(sample.time, now, in: box),
        y: Double(box.bottom) - height(sample) * Double(box.height), &canvas.scratch)
    }
    canvas.stroke(curve, thickness: thickness, color)
  }

  private func drawLegend(cutting box: inout PixelBox, on canvas: inout Canvas) {
    let small = canvas.face(.small)
    let room = box.takeTop(small.lineHeight, gap: canvas.metrics.px(4))
    var x = room.x + Self.nameWidth(on: canvas) + canvas.metrics.px(12)
    for (text, color) in [
      ("the beat", Palette.faint), ("the square, in its color", Palette.color(of: .phase)),
      ("cycles that the beat is ahead, up to 0.5", Palette.text),
    ] {
      let mark = PixelBox(
        x: x, y: room.midY, width: canvas.metrics.px(14), height: canvas.metrics.px(2))
      guard mark.right + canvas.width(of: text, small) <= room.right else { return }
      canvas.fill(mark, color)
      x =
        canvas.text(text, small, Palette.dim, x: mark.right + canvas.metrics.px(6), y: room.y).right
      x += canvas.metrics.px(18)
    }
  }
}

extension BeatLane.Way {
  /// Its name, what it does in a few words, and its colour.
  var legend: (title: String, note: String, color: RGBA8) {
    switch self {
    case .soonest: ("Soonest", "as its bounds allow", Palette.color(of: .phase))
    case .nextBar: ("Next bar", "by the next bar, gently", Palette.color(of: .ramp))
    case .wholeCycles: ("Whole cycles", "each at one rate", Palette.color(of: .restart))
    case .twice: ("Twice a beat", "two cycles a beat", Palette.color(of: .frame))
    case .snap: ("Hard snap", "to compare: it jumps", Palette.color(of: .naive))
    case .heart: ("Hunted heart", "health sets its ratio", Palette.alert)
    }
  }
}
