// SPDX-License-Identifier: Apache-2.0

import FramePacing
import RepeatTiming
import SDLDriver

extension ClockScene {
  mutating func draw(on canvas: inout Canvas, _ status: FrameStatus) {
    let metrics = canvas.metrics
    if !isFrozen { frozen = nil }
    let statistics = frozen ?? status.statistics
    if isFrozen { frozen = statistics }
    let frame = SceneFrame(
      title: Self.title, note: statistics.mode.map(\.description) ?? "", keys: Self.keys,
      color: Self.arrival, progress: pendulum,
      detail: message.map { ($0.text, $0.isStall ? Palette.alert : Palette.notice) })
    var box = frame.draw(status, on: &canvas)
    let gap = metrics.px(metrics.isCompact ? 4 : 12)
    let side = box.takeRight(ValueTable.width(on: canvas), gap: metrics.px(24))
    ValueTable.draw(rows(statistics, isCompact: metrics.isCompact), in: side, on: &canvas)
    if !metrics.isCompact {
      drawPendulum(in: box.takeTop(metrics.px(40), gap: gap), on: &canvas)
      let run = box.takeBottom(box.height / 4, gap: gap)
      drawRun(statistics, in: run, on: &canvas)
    }
    let below = box.takeBottom(box.height * 2 / 5, gap: gap)
    drawIntervals(statistics, in: box, on: &canvas)
    drawErrors(statistics, in: below, on: &canvas)
  }

  private static let arrival = Palette.color(of: .restart)
  private static let prediction = Palette.color(of: .frame)
  private static let difference = Palette.color(of: .phase)

  // MARK: - Beside

  private func rows(_ statistics: FrameStatistics, isCompact: Bool) -> [ValueTable.Row] {
    func hertz(_ name: String, _ value: Double?) -> ValueTable.Row {
      (name, value.map { "\(NumberText.fixed($0, 2)) Hz" } ?? "\u{2013}", Palette.text)
    }
    func row(_ name: String, _ ring: SampleRing, _ fraction: Double) -> ValueTable.Row {
      let text = ring.count > 0 ? Self.duration(ring.percentile(fraction)) : "\u{2013}"
      return (name, text, Palette.dim)
    }
    func count(_ name: String, _ count: Int, _ color: RGBA8) -> ValueTable.Row {
      (name, "\(count)", count > 0 ? color : Palette.dim)
    }
    let rate = hertz("rate", statistics.count > 0 ? statistics.framesPerSecond : nil)
    // Of the steps that the charts show, as all figures here.
    let steps = (0..<statistics.trail.count).map { statistics.trail.newest($0) }
    let counts = [
      count("missed", steps.reduce(0) { $0 + $1.missed }, Palette.notice),
      count("stalls", steps.count { $0.isAfterStall }, Palette.alert),
    ]
    if isCompact {
      return [("mode", statistics.mode?.word ?? "\u{2013}", Palette.text), rate] + counts
        + [row("p99", statistics.intervals, 0.99), row("step", statistics.steps, 0.99)]
    }
    return [
      ("of the last", "\(statistics.trail.count) frames", Palette.dim), rate,
      hertz("measured", statistics.measuredHertz), hertz("reported", statistics.reportedHertz),
    ] + counts + [
      row("interval p50", statistics.intervals, 0.5),
      row("interval p99", statistics.intervals, 0.99),
      row("longest", statistics.intervals, 1),
      row("step error p99", statistics.steps, 0.99),
      row("wake error p99", statistics.wakeErrors, 0.99),
      row("build p99", statistics.builds, 0.99),
      ("CPU of the run", "\(NumberText.fixed(statistics.processorShare * 100, 1)) %", Palette.dim),
    ]
  }

  /// In the unit that leaves at most five digits.
  private static func duration(_ seconds: Double) -> String {
    switch seconds {
    case ..<0.001: "\(NumberText.fixed(seconds * 1e6, 0)) \u{B5}s"
    case ..<0.1: "\(NumberText.fixed(seconds * 1e3, 2)) ms"
    case ..<1: "\(NumberText.fixed(seconds * 1e3, 0)) ms"
    default: "\(NumberText.fixed(seconds, 2)) s"
    }
  }

  // MARK: - What moves

  /// A ball that goes to and fro at one speed: every jerk of the loop would show in it.
  private func drawPendulum(in strip: PixelBox, on canvas: inout Canvas) {
    let small = canvas.face(.small)
    var room = strip
    let label = takeLabels(cutting: &room, on: canvas)
    canvas.text(
      "time", small, Palette.faint, x: label.right, y: room.midY - small.lineHeight / 2,
      align: .right)
    Track.draw(pendulum, knob: canvas.metrics.px(28), Self.arrival, in: room, on: &canvas)
  }

  // MARK: - Charts

  private mutating func drawIntervals(
    _ statistics: FrameStatistics, in room: PixelBox, on canvas: inout Canvas
  ) {
    let ring = statistics.intervals
    let (low, high) = (ring.percentile(0.01), ring.percentile(0.99))
    if ring.count > 0 { intervals.fit(max(high - refreshPeriod, refreshPeriod - low)) }
    draw(
      statistics,
      [
        ("interval", Self.arrival, { $0.interval }),
        ("as predicted", Self.prediction, { $0.predicted }),
      ], around: refreshPeriod, intervals, in: room, on: &canvas)
  }

  private mutating func drawErrors(
    _ statistics: FrameStatistics, in room: PixelBox, on canvas: inout Canvas
  ) {
    if statistics.steps.count > 0 { errors.fit(statistics.steps.percentile(0.99)) }
    draw(
      statistics, [("longer than predicted", Self.difference, { $0.error })], around: 0, errors,
      in: room, on: &canvas)
  }

  /// A curve's name, its colour, and its value at a step.
  private typealias Curve = (name: String, color: RGBA8, value: (FrameStep) -> Double?)

  /// A caption, a chart with its labels, and the distribution of its first curve.
  private mutating func draw(
    _ statistics: FrameStatistics, _ curves: [Curve], around middle: Double, _ scale: ChartScale,
    in room: PixelBox, on canvas: inout Canvas
  ) {
    let metrics = canvas.metrics
    let small = canvas.face(.small)
    var box = room
    if !metrics.isCompact {
      drawCaption(
        curves.map { ($0.name, $0.color) }, in: box.takeTop(small.lineHeight, gap: metrics.px(3)),
        on: &canvas)
      let labels = takeLabels(cutting: &box, on: canvas)
      drawLabels(middle, scale, in: labels, on: &canvas)
    }
    let share = metrics.isCompact ? 0 : box.width / 6
    let distribution = box.takeRight(share, gap: share > 0 ? metrics.px(4) : 0)
    let chart = StepChart(trail: statistics.trail, middle: middle, scale: scale, box: box)
    chart.drawGround(on: &canvas)
    chart.drawDisturbances(on: &canvas)
    for curve in curves { chart.drawCurve(curve.color, on: &canvas, curve.value) }
    guard share > 0 else { return }
    chart.drawDistribution(curves[0].color, in: distribution, &bins, on: &canvas, curves[0].value)
  }

  /// The column of labels: as wide as the longest, so that all charts align.
  private func takeLabels(cutting box: inout PixelBox, on canvas: borrowing Canvas) -> PixelBox {
    box.takeLeft(
      canvas.width(of: "\u{2212}500 ms", canvas.face(.small)), gap: canvas.metrics.px(8))
  }

  private func drawCaption(
    _ words: [(String, RGBA8)], in room: PixelBox, on canvas: inout Canvas
  ) {
    let small = canvas.face(.small)
    var x = room.x
    for (word, color) in words {
      x = canvas.text(word, small, color, x: x, y: room.y).right + canvas.metrics.px(14)
    }
  }

  private func drawLabels(
    _ middle: Double, _ scale: ChartScale, in room: PixelBox, on canvas: inout Canvas
  ) {
    let small = canvas.face(.small)
    let text = middle > 0 ? Self.duration(middle) : "0"
    let y = room.midY - small.lineHeight / 2
    canvas.text(text, small, Palette.faint, x: room.right, y: y, align: .right)
    guard room.height >= 3 * small.lineHeight else { return }
    canvas.text(
      "+\(scale.label)", small, Palette.faint, x: room.right, y: room.y, align: .right)
    canvas.text(
      "\u{2212}\(scale.label)", small, Palette.faint, x: room.right,
      y: room.bottom - small.lineHeight, align: .right)
  }

  private func drawRun(
    _ statistics: FrameStatistics, in room: PixelBox, on canvas: inout Canvas
  ) {
    let small = canvas.face(.small)
    var box = room
    let head = box.takeTop(small.lineHeight, gap: canvas.metrics.px(3))
    drawCaption([("all intervals of the run", Self.arrival)], in: head, on: &canvas)
    _ = takeLabels(cutting: &box, on: canvas)
    DurationHistogram(histogram: statistics.histogram).draw(Self.arrival, in: box, on: &canvas)
  }
}
