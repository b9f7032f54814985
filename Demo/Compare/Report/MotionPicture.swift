// SPDX-License-Identifier: Apache-2.0

import DemoNumbers
import DemoSupport
import Glibc
import StrategyComparison

/// An SVG picture of a report: for each strategy a strip with the value over time and, below it,
/// the rate in effect and the requested rate.
struct MotionPicture {
  private let report: ComparisonReport
  private let motions: [(result: StrategyResult, motion: MotionSketch)]
  private let window: MotionWindow
  private let requested: [LinePoint]

  // Lengths in pixels. From top to bottom, the page has the title and the legend, the strips, and
  // the time axis.
  private static let width = 960.0
  private static let (left, right) = (70.0, 940.0)
  private static let (headHeight, axisHeight) = (88.0, 30.0)
  // From top to bottom, a strip has the name and the verdict, the value, and the rate.
  private static let (nameHeight, valueHeight, rateHeight) = (22.0, 44.0, 24.0)
  private static let stripHeight = nameHeight + valueHeight + 5 + rateHeight + 13
  /// The largest number of rate changes drawn as lines.
  ///
  /// More lines would hide the strip.
  private static let mostChangeLines = 40

  /// - Returns: `nil` if the results have no sketch of the motion.
  init?(_ report: ComparisonReport) {
    self.report = report
    motions = report.results.compactMap { result in result.motion.map { (result, $0) } }
    guard let window = motions.first?.motion.window else { return nil }
    self.window = window
    requested = report.comparison.schedule.requestedRates(in: window)
  }

  var title: String {
    "schedule \(quoted(report.comparison.schedule.name)),"
      + " frames \(quoted(report.comparison.trace.name))"
  }

  /// A sentence with the displayed part of the run and the reason for its choice.
  var windowText: String {
    let (start, end, run) = (
      tenths(window.start), tenths(window.end), tenths(report.extent.seconds)
    )
    guard let jump = window.jump else { return "\(start) to \(end) s of \(run) s." }
    return "\(start) to \(end) s of \(run) s, around the largest jump of the strategy naive:"
      + " \(FigureText.text(100 * jump.size)) % of the range at \(tenths(jump.time)) s."
  }

  private func tenths(_ seconds: Double) -> String {
    DecimalText.fixed(seconds, decimals: 1) ?? "-"
  }

  /// The element `svg`, with its style.
  var svg: String {
    let height = axisTop + Self.axisHeight
    let strips = motions.indices.flatMap { strip($0) }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(Self.width)) \(Int(height))" \
      role="img">
      <title>\(HTML.escaped(title))</title>
      <style>\(Self.style)</style>
      <rect class="page" width="\(Int(Self.width))" height="\(Int(height))"/>
      \((head + timeAxis + strips).joined(separator: "\n"))
      </svg>
      """
  }

  private static let style = """
    svg text { font: 12px sans-serif; fill: #59636e } svg .title { font: bold 16px sans-serif } \
    svg .name { font: bold 13px sans-serif } svg .page { fill: #fff } svg path { fill: none } \
    svg .grid { stroke: #e6e8eb } svg .change { stroke: #b4bbc3; stroke-width: .8 } \
    svg .requested { stroke: #cfd4da; stroke-width: 4 } svg .reported { stroke: #1f2328; \
    stroke-width: 1.4 } svg .jump { stroke: #d55e00; stroke-width: 3 } \
    svg .ours { stroke: #0072b2; stroke-width: 1.5 } svg .other { stroke: #4a5058; \
    stroke-width: 1.5 } @media (prefers-color-scheme: dark) { svg .page { fill: #14171a } \
    svg text { fill: #a5afba } svg .grid { stroke: #2a3037 } svg .change { stroke: #5d6873 } \
    svg .requested { stroke: #3f4851 } svg .reported { stroke: #e6e9ec } \
    svg .jump { stroke: #ff8f3f } svg .ours { stroke: #56b4e9 } svg .other { stroke: #c2c9d0 } }
    """

  // MARK: - Around the strips

  private var axisTop: Double { Self.headHeight + Self.stripHeight * Double(motions.count) }

  private func x(_ seconds: Double) -> Double {
    Self.left + (seconds - window.start) / (window.end - window.start) * (Self.right - Self.left)
  }

  private var head: [String] {
    let isOurs = motions.map(\.result.strategy.isOurs)
    let isReported = motions.contains { $0.motion.frames.contains { $0.reported > 0 } }
    let legend: [(text: String, kind: String, width: Double, isDrawn: Bool)] = [
      ("ours", "ours", 76, isOurs.contains(true)), ("others", "other", 88, isOurs.contains(false)),
      ("jump", "jump", 76, motions.contains { !$0.motion.jumps.isEmpty }),
      ("reported cycle", "reported", 130, isReported),
      ("change", "change", 80, !changeTimes.isEmpty), ("requested rate", "requested", 0, true),
    ]
    var x = Self.left
    return [text(title, x, 27, "title"), text(windowText, x, 48)]
      + legend.filter(\.isDrawn).flatMap { entry in
        defer { x += entry.width }
        return [
          "<path class=\"\(entry.kind)\" d=\"M\(place(x, 67)) h20\"/>",
          text(entry.text, x + 27, 71),
        ]
      }
  }

  /// Grid lines at the multiples of a step, which is 1, 2 or 5 times a power of ten.
  ///
  /// The step is the smallest that fits at most ten times into the picture.
  private var timeAxis: [String] {
    let span = window.end - window.start
    let steps = (-6...12).flatMap { power in
      [1, 2, 5].map { (size: $0 * pow(10, Double(power)), decimals: max(0, -power)) }
    }
    guard let step = steps.first(where: { span / $0.size <= 10 }) else { return [] }
    let first = (window.start / step.size).rounded(.up)
    let times = (0...10).map { (first + Double($0)) * step.size }.filter { $0 <= window.end }
    return times.flatMap { time in
      [
        "<path class=\"grid\" d=\"M\(place(x(time), Self.headHeight)) V\(Int(axisTop))\"/>",
        text(
          DecimalText.fixed(time, decimals: step.decimals) ?? "", x(time), axisTop + 16,
          anchor: "middle"),
      ]
    } + [text("s", Self.right + 12, axisTop + 16)]
  }

  // MARK: - A strip

  /// A band of the page that shows values over time.
  private struct Panel {
    let top: Double
    let height: Double
    let range: ClosedRange<Double>

    func y(_ value: Double) -> Double {
      top + height * (range.upperBound - value) / (range.upperBound - range.lowerBound)
    }
  }

  private func strip(_ index: Int) -> [String] {
    let (result, motion) = motions[index]
    let top = Self.headHeight + Self.stripHeight * Double(index)
    let value = Panel(top: top + Self.nameHeight, height: Self.valueHeight, range: -0.14...1.14)
    let rate = Panel(
      top: value.top + value.height + 5, height: Self.rateHeight, range: ratesWithRoom)
    let name = result.strategy.rawValue
    let kind = result.strategy.isOurs ? "ours" : "other"
    return [
      text(name, Self.left, top + 15, "name"),
      text(result.verdict.text, Self.right, top + 15, anchor: "end"),
      text("1", Self.left - 8, value.y(1) + 4, anchor: "end"),
      text("value", Self.left - 8, value.y(0.5) + 4, anchor: "end"),
      text("0", Self.left - 8, value.y(0) + 4, anchor: "end"),
      text("\(FigureText.text(topRate)) Hz", Self.left - 8, rate.y(topRate) + 4, anchor: "end"),
      text("rate", Self.left - 8, rate.y(otherRate) + 4, anchor: "end"),
      group(
        "rate changes", "change",
        changeTimes.map { "M\(place(x($0), value.top)) L\(place(x($0), rate.top + rate.height)) " }
          .joined()),
      group("\(name): reported cycles", "reported", boundaryStrokes(motion, value)),
      group("\(name): value", kind, line(motion.value, value)),
      group("\(name): jumps", "jump", motion.jumps.map { jumpStroke($0, value) }.joined()),
      group("requested rate", "requested", steps(requested.map { ($0.time, $0.value) }, rate)),
      group(
        "\(name): rate in effect", kind,
        steps(motion.frames.map { ($0.time, $0.hertz) }, rate)),
    ].filter { !$0.isEmpty }
  }

  private var rates: ClosedRange<Double> {
    let all = motions.flatMap(\.motion.frames).map(\.hertz) + requested.map(\.value)
    let low = min(0, all.min() ?? 0)
    return low...max(all.max() ?? 0, low + 1e-6)
  }

  private var ratesWithRoom: ClosedRange<Double> {
    let room = 0.12 * (rates.upperBound - rates.lowerBound)
    return rates.lowerBound - room...rates.upperBound + room
  }

  /// The labelled rate: the highest, or the lowest if none is above 0.
  private var topRate: Double { rates.upperBound > 1e-6 ? rates.upperBound : rates.lowerBound }

  /// The opposite end of the rates, where the word "rate" stands.
  private var otherRate: Double { rates.lowerBound + rates.upperBound - topRate }

  private var changeTimes: [Double] {
    let times = requested.dropFirst().dropLast().map(\.time)
    return times.count <= Self.mostChangeLines ? times : []
  }

  private func boundaryStrokes(_ motion: MotionSketch, _ panel: Panel) -> String {
    motion.frames.filter { $0.reported > 0 }.map { frame in
      "M\(place(x(frame.time), panel.y(-0.14))) L\(place(x(frame.time), panel.y(0.06))) "
    }.joined()
  }

  private func jumpStroke(_ jump: ValueJump, _ panel: Panel) -> String {
    "M\(place(x(jump.time), panel.y(jump.before))) L\(place(x(jump.time), panel.y(jump.after))) "
  }

  private func line(_ points: [LinePoint], _ panel: Panel) -> String {
    points.enumerated().map { index, point in
      "\(index == 0 ? "M" : "L")\(place(x(point.time), panel.y(point.value))) "
    }.joined()
  }

  /// A step line, with points only at changes of the value.
  private func steps(_ points: [(time: Double, value: Double)], _ panel: Panel) -> String {
    guard let first = points.first, let last = points.last else { return "" }
    var path = "M\(place(x(first.time), panel.y(first.value))) "
    for (before, point) in zip(points, points.dropFirst()) where point.value != before.value {
      path += "L\(place(x(point.time), panel.y(before.value))) "
      path += "L\(place(x(point.time), panel.y(point.value))) "
    }
    return path + "L\(place(x(last.time), panel.y(last.value))) "
  }

  // MARK: - Elements

  private func group(_ title: String, _ kind: String, _ path: String) -> String {
    path.isEmpty
      ? "" : "<g><title>\(HTML.escaped(title))</title><path class=\"\(kind)\" d=\"\(path)\"/></g>"
  }

  private func text(
    _ text: String, _ x: Double, _ y: Double, _ kind: String = "note", anchor: String = "start"
  ) -> String {
    "<text class=\"\(kind)\" x=\"\(fixed(x))\" y=\"\(fixed(y))\" text-anchor=\"\(anchor)\">"
      + "\(HTML.escaped(text))</text>"
  }

  private func place(_ x: Double, _ y: Double) -> String { "\(fixed(x)),\(fixed(y))" }

  /// Pixels with two decimals.
  private func fixed(_ pixels: Double) -> String { DecimalText.fixed(pixels, decimals: 2) ?? "0" }
}
