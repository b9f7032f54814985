// SPDX-License-Identifier: Apache-2.0

import FramePacing
import SDLDriver

/// The frame loop's statistics over any scene (F3): intervals, missed refreshes, and stalls.
struct FrameClockOverlay {
  let statistics: FrameStatistics

  /// Draws the overlay at the upper right, where it covers no chart.
  func draw(on canvas: inout Canvas) {
    let frame = canvas.metrics.frame
    let margin = canvas.px(8)
    let widest = figures.map { canvas.width(of: $0, canvas.small) }.max() ?? 0
    let width = min(max(frame.width * 2 / 5, widest + 2 * margin), frame.width)
    let height = min(6 * canvas.small.lineHeight + canvas.px(70), frame.height)
    let panel = PixelBox(
      x: frame.right - width, y: frame.y, width: width, height: height)
    canvas.fill(panel, Palette.track)
    canvas.fill(panel.inset(canvas.px(1)), Palette.ground)
    var box = panel.inset(margin)
    for text in figures where box.height >= canvas.small.lineHeight {
      let line = box.takeTop(canvas.small.lineHeight)
      guard canvas.width(of: text, canvas.small) <= line.width else { continue }
      canvas.text(text, canvas.small, Palette.text, x: line.x, y: line.y)
    }
    drawChart(in: box, on: &canvas)
  }

  private var figures: [String] {
    let intervals = statistics.intervals
    func hertz(_ value: Double?) -> String {
      value.map { "\(NumberText.fixed($0, 2)) Hz" } ?? "\u{2013}"
    }
    return [
      "frame clock: \(statistics.mode.map(\.description) ?? "no frame yet")",
      "\(hertz(statistics.count > 0 ? statistics.framesPerSecond : nil)), measured"
        + " \(hertz(statistics.measuredHertz)), reported \(hertz(statistics.reportedHertz))",
      "interval p50 \(Self.text(intervals.percentile(0.5))), p99"
        + " \(Self.text(intervals.percentile(0.99))), longest \(Self.text(intervals.longest))",
      "build p99 \(Self.text(statistics.builds.percentile(0.99))), missed \(statistics.missed),"
        + " stalls \(statistics.stalls), CPU \(NumberText.fixed(statistics.processorShare * 100, 1)) %",
    ]
  }

  private static func text(_ seconds: Double) -> String {
    seconds > 0 ? "\(NumberText.fixed(1000 * seconds, 2)) ms" : "\u{2013}"
  }

  // MARK: - The chart

  /// Draws the last intervals around their median, with lines at missed refreshes and stalls, and
  /// the chart's range above the chart.
  private func drawChart(in room: PixelBox, on canvas: inout Canvas) {
    guard room.height >= canvas.small.lineHeight + 8 else { return }
    var box = room
    let caption = box.takeTop(canvas.small.lineHeight, gap: 2)
    let trail = statistics.trail
    let middle = statistics.intervals.percentile(0.5)
    let values = (0..<trail.count).map { trail.newest($0).interval }
    let reach = Self.reach(values.compactMap { $0.map { abs($0 - middle) } }.max() ?? 0)
    let color = Palette.color(of: .restart)
    canvas.text("intervals", canvas.small, color, x: caption.x, y: caption.y)
    canvas.text(
      "\u{2264} \(NumberText.seconds(reach))", canvas.small, Palette.dim, x: caption.right,
      y: caption.y,
      align: .right)
    canvas.fill(box, Palette.panel)
    canvas.fill(box.row(box.midY, height: 1), Palette.line)
    func x(_ age: Int) -> Double {
      Double(box.right) - Double(age) * Double(box.width) / Double(FrameTrail.capacity - 1)
    }
    for age in 0..<trail.count {
      let step = trail.newest(age)
      guard step.missed > 0 || step.isAfterStall, x(age) >= Double(box.x) else { continue }
      let color = step.isAfterStall ? Palette.alert : Palette.notice
      canvas.fill(box.column(Int(x(age)), width: 1).intersection(box), color)
    }
    let thickness = max(1.25, 1.25 * canvas.metrics.scale)
    var curve = ColumnCurve(in: box, thickness: thickness, &canvas.scratch)
    for (age, value) in values.enumerated().reversed() {
      guard let value else { continue }
      let share = min(max((value - middle) / reach, -1), 1)
      let y = Double(box.midY) - share * (Double(box.height) / 2 - 2)
      // Intervals are no motion: each is a level of its own.
      curve.lift()
      curve.add(x: x(age + 1), y: y, &canvas.scratch)
      curve.add(x: x(age), y: y, &canvas.scratch)
    }
    canvas.stroke(curve, thickness: thickness, color)
  }

  /// The smallest of 10 µs, 20 µs, 40 µs and so on that is at least `seconds`.
  private static func reach(_ seconds: Double) -> Double {
    var reach = 1e-5
    while reach < min(seconds, 1e9) { reach *= 2 }
    return reach
  }
}
