// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import StrategyComparison

/// The script that has gnuplot draw a picture; its lengths are pixels of an SVG.
struct PlotScript {
  private let content: PlotContent
  private let format: PlotFormat
  private let changeTimes: [Double]
  private var lines: [String] = []
  /// What each group of the picture shows, in the order in which gnuplot writes them.
  private(set) var groupNames: [String] = []

  // The page, from its top: title, legend, a strip for each strategy, the axis of time.
  private static let width = 960.0
  private static let (left, right) = (70.0, 940.0)
  private static let headHeight = 88.0
  private var stripHeight: Double { Self.nameHeight + valueHeight + Self.gap + rateHeight + 13 }
  private static let axisHeight = 46.0
  // A strip, from its top: name and verdict, value, rate.
  private static let nameHeight = 22.0
  private static let gap = 5.0
  private let valueHeight = 44.0
  /// With a leader it is the rate that is to be seen, and its bounds.
  private var rateHeight: Double { content.schedule.hasLeader ? 64 : 24 }

  /// Pixels of a PNG for each of an SVG: sharp on screens of high density.
  private static let density = 2.0

  private var height: Double {
    Self.headHeight + stripHeight * Double(content.sketches.count) + Self.axisHeight
  }

  /// The whole script.
  var text: String { lines.map { $0 + "\n" }.joined() }

  init(_ content: PlotContent, _ format: PlotFormat) {
    self.content = content
    self.format = format
    changeTimes = content.schedule.changeTimes(in: content.window)
    drawPage()
  }

  // MARK: - The page

  private mutating func drawPage() {
    beginPage()
    addBlock("changes", changeTimes.map { [time($0)] })
    let requested = content.schedule.requestedRates(in: content.window)
    addBlock("requested", requested.map { [time($0.time), $0.value] })
    if content.schedule.hasLeader { addBounds(requested) }
    for (index, sketch) in content.sketches.enumerated() { addBlocks(sketch, index) }
    lines.append("set multiplot")
    drawHead()
    for index in content.sketches.indices { drawStrip(index) }
    lines.append("unset multiplot")
  }

  private mutating func beginPage() {
    let scale = format == .png ? Self.density : 1
    let size = "size \(Int(Self.width * scale)),\(Int(height * scale))"
    let font = "font 'sans-serif,12' noenhanced background '\(PlotColor.page.rawValue)'"
    switch format {
    case .svg: lines.append("set terminal svg \(size) \(font) dynamic linewidth 1")
    case .png:
      lines.append(
        "set terminal pngcairo \(size) \(font) fontscale \(Self.density) linewidth \(Self.density)")
    }
    lines += [
      "set encoding utf8",
      "set border 0",
      "unset key",
      "set style line 1 linecolor rgb '\(PlotColor.grid.rawValue)' linewidth 1",
      "set xrange [\(time(content.window.start)):\(time(content.window.end))]",
      "set grid xtics linestyle 1",
      "set lmargin at screen \(x(Self.left))",
      "set rmargin at screen \(x(Self.right))",
    ]
  }

  /// The picture's own seconds.
  private func time(_ seconds: Double) -> Double { seconds - content.origin }

  private func x(_ pixels: Double) -> Double { pixels / Self.width }

  /// Pixels from the top as gnuplot counts: parts of the page from its bottom.
  private func y(_ pixels: Double) -> Double { 1 - pixels / height }

  // MARK: - Data

  private mutating func addBlock(_ name: String, _ rows: [[Double]]) {
    lines.append("$\(name) << END")
    lines += rows.map { $0.map { "\($0)" }.joined(separator: " ") }
    lines.append("END")
  }

  /// The least and the most rate of a lock, each from one change of the leader to the next.
  private mutating func addBounds(_ requested: [LinePoint]) {
    let share = ComparisonStrategy.lockBounds
    let rows = zip(requested, requested.dropFirst()).flatMap { point, next in
      [point.time, next.time].map { end in
        [time(end), point.value * (1 - share), point.value * (1 + share)]
      }
    }
    addBlock("bounds", rows)
  }

  private mutating func addBlocks(_ sketch: MotionSketch, _ index: Int) {
    addBlock("value\(index)", sketch.value.map { [time($0.time), $0.value] })
    addBlock("rate\(index)", sketch.rate.map { [time($0.time), $0.value] })
    if content.schedule.hasLeader {
      addBlock("gap\(index)", sketch.gap.map { [time($0.time), $0.value] })
    }
    addBlock(
      "jumps\(index)", sketch.jumps.map { [time($0.time), $0.before, $0.after - $0.before] })
    addBlock("reported\(index)", sketch.boundaries.map { [time($0)] })
  }

  // MARK: - Title and legend

  private struct LegendEntry {
    var text: String
    /// Pixels from the left edge of the strips.
    var start: Double
    var color: PlotColor
    var width: Double
    /// A stroke from below to above, not along the line.
    var isUpright = false
  }

  private static let legend = [
    LegendEntry(text: "ours", start: 0, color: .ours, width: 1.6),
    LegendEntry(text: "others", start: 76, color: .other, width: 1.6),
    LegendEntry(text: "jump", start: 164, color: .fault, width: 3, isUpright: true),
    LegendEntry(text: "reported cycle", start: 230, color: .ink, width: 1.4, isUpright: true),
    LegendEntry(text: "change", start: 350, color: .change, width: 1, isUpright: true),
    LegendEntry(text: "requested rate (below: in effect)", start: 424, color: .requested, width: 4),
  ]

  /// With a leader: the gap instead of the value, and what a lock may do.
  private static let leaderLegend = [
    legend[0], legend[1],
    LegendEntry(text: "reported cycle", start: 164, color: .ink, width: 1.4, isUpright: true),
    LegendEntry(text: "change", start: 284, color: .change, width: 1, isUpright: true),
    LegendEntry(
      text: "leader's rate (below: in effect; above: gap in cycles)", start: 358,
      color: .requested, width: 4),
    LegendEntry(text: "bounds of a lock", start: 728, color: .bounds, width: 10),
  ]

  private mutating func drawHead() {
    label(1, content.title, Self.left, 22, "left", .ink, font: "sans-serif:Bold,16")
    label(2, content.windowText, Self.left, 44, "left", .faded)
    let legend = content.schedule.hasLeader ? Self.leaderLegend : Self.legend
    for (index, entry) in legend.enumerated() {
      let (start, middle) = (Self.left + entry.start, 67.0)
      let line =
        entry.isUpright
        ? "from screen \(x(start + 6)),\(y(middle + 7)) to screen \(x(start + 6)),\(y(middle - 7))"
        : "from screen \(x(start)),\(y(middle)) to screen \(x(start + 20)),\(y(middle))"
      lines.append(
        "set arrow \(index + 1) \(line) nohead linewidth \(entry.width)"
          + " linecolor rgb '\(entry.color.rawValue)'")
      label(index + 3, entry.text, start + (entry.isUpright ? 14 : 27), middle, "left", .faded)
    }
    lines += [
      "set tmargin at screen \(y(80))", "set bmargin at screen \(y(90))",
      "unset xtics", "unset ytics",
    ]
    plot(from: 0, to: 1, [Part(name: "legend", text: "-1")])
    lines += ["unset label", "unset arrow"]
  }

  private mutating func label(
    _ number: Int, _ text: String, _ left: Double, _ middle: Double, _ alignment: String,
    _ color: PlotColor, font: String = "sans-serif,12"
  ) {
    // In single quotes nothing is special but the quote itself, which is doubled.
    let safe = text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
    lines.append(
      "set label \(number) '\(safe)' at screen \(x(left)),\(y(middle)) \(alignment)"
        + " font '\(font)' textcolor rgb '\(color.rawValue)' noenhanced")
  }

  // MARK: - A strip

  private mutating func drawStrip(_ index: Int) {
    let sketch = content.sketches[index]
    let strategy = sketch.result.strategy
    let color: PlotColor = strategy.isOurs ? .ours : .other
    let top = Self.headHeight + stripHeight * Double(index)
    label(
      1, strategy.rawValue, Self.left, top + Self.nameHeight / 2, "left", color,
      font: "sans-serif:Bold,13")
    label(
      2, Verdict(sketch.result.figures).text, Self.right, top + Self.nameHeight / 2, "right", .faded
    )
    if content.schedule.hasLeader {
      drawGap(index, color, from: top + Self.nameHeight)
    } else {
      drawValue(index, color, from: top + Self.nameHeight)
    }
    lines.append("unset label")
    drawRate(index, color, from: top + Self.nameHeight + valueHeight + Self.gap)
  }

  private mutating func beginPanel(from top: Double, height: Double) {
    lines += [
      "set tmargin at screen \(y(top))", "set bmargin at screen \(y(top + height))",
      "set xtics scale 0 nomirror format ''",
    ]
  }

  private mutating func drawValue(_ index: Int, _ color: PlotColor, from top: Double) {
    let sketch = content.sketches[index]
    beginPanel(from: top, height: valueHeight)
    lines.append("set ytics scale 0 nomirror ('0' 0, '1' 1) \(Self.ticText)")
    let parts = [
      changeLines(from: isCrowded ? 1.04 : -0.14, to: 1.14),
      boundaryStrokes(index, from: -0.14, height: 0.2),
      part(
        index, "value", !sketch.value.isEmpty, "$value\(index) with lines linewidth 1.4", color),
      part(
        index, "jumps", !sketch.jumps.isEmpty,
        "$jumps\(index) using 1:2:(0):3 with vectors nohead linewidth 3", .fault),
    ].compactMap { $0 }
    plot(from: -0.14, to: 1.14, parts.isEmpty ? [Part(name: "nothing", text: "-9")] : parts)
  }

  private mutating func drawGap(_ index: Int, _ color: PlotColor, from top: Double) {
    let end = 0.62
    beginPanel(from: top, height: valueHeight)
    lines.append(
      "set ytics scale 0 nomirror ('\u{2212}\u{BD}' -0.5, '0' 0, '\u{BD}' 0.5) \(Self.ticText)")
    let parts = [
      changeLines(from: -end, to: end),
      Part(name: "in step", text: "0 with lines linewidth 1", color: .grid),
      boundaryStrokes(index, from: -end, height: 0.16),
      part(
        index, "gap", !content.sketches[index].gap.isEmpty,
        "$gap\(index) with lines linewidth 1.6", color),
    ]
    plot(from: -end, to: end, parts.compactMap { $0 })
  }

  private mutating func drawRate(_ index: Int, _ color: PlotColor, from top: Double) {
    let rates = content.rates
    let isLast = index == content.sketches.count - 1
    beginPanel(from: top, height: rateHeight)
    let tic = content.rateTic
    lines.append(
      "set ytics scale 0 nomirror ('\(FigureText.text(tic)) Hz' \(tic), '0' 0) \(Self.ticText)")
    if isLast {
      lines += [
        "set xtics scale 0 nomirror format '%g' \(Self.ticText)",
        "set xlabel '\(content.axisTitle)' \(Self.ticText)",
      ]
    }
    let room = 0.12 * (rates.upperBound - rates.lowerBound)
    let (low, high) = (rates.lowerBound - room, rates.upperBound + room)
    let sketch = content.sketches[index]
    let hasBounds = content.schedule.hasLeader && sketch.result.strategy.isLock
    let parts = [
      isCrowded ? nil : changeLines(from: low, to: high),
      part(
        index, "bounds", hasBounds,
        "$bounds using 1:2:3 with filledcurves fillstyle solid 1 noborder", .bounds),
      Part(name: "requested rate", text: "$requested with steps linewidth 4", color: .requested),
      part(
        index, "rate in effect", !sketch.rate.isEmpty,
        "$rate\(index) with steps linewidth 1.3", color),
    ]
    plot(from: low, to: high, parts.compactMap { $0 })
  }

  /// One line, or one kind of strokes, of a panel.
  private struct Part {
    var name: String
    /// The words of the command `plot`, without the colour.
    var text: String
    var color = PlotColor.ink
  }

  /// A strategy's line, or one kind of its strokes; `nil` where there is nothing to draw.
  private func part(
    _ index: Int, _ name: String, _ isShown: Bool, _ text: String, _ color: PlotColor
  ) -> Part? {
    let strategy = content.sketches[index].result.strategy.rawValue
    return isShown ? Part(name: "\(strategy): \(name)", text: text, color: color) : nil
  }

  private func boundaryStrokes(_ index: Int, from low: Double, height: Double) -> Part? {
    part(
      index, "reported cycles", !content.sketches[index].boundaries.isEmpty,
      "$reported\(index) using 1:(\(low)):(0):(\(height)) with vectors nohead linewidth 1.4", .ink)
  }

  private mutating func plot(from low: Double, to high: Double, _ parts: [Part]) {
    groupNames += parts.map(\.name)
    let texts = parts.map { "\($0.text) linecolor rgb '\($0.color.rawValue)'" }
    lines.append("plot [][\(low):\(high)] " + texts.joined(separator: ", "))
  }

  private static let ticText =
    "font 'sans-serif,11' textcolor rgb '\(PlotColor.faded.rawValue)'"

  /// Whether lines through the whole strip would hide it, because the window has many rate changes.
  private var isCrowded: Bool { changeTimes.count > 40 }

  /// The rate changes as strokes between two heights of a panel; `nil` where there are none.
  private func changeLines(from low: Double, to high: Double) -> Part? {
    guard !changeTimes.isEmpty else { return nil }
    return Part(
      name: "rate changes",
      text: "$changes using 1:(\(low)):(0):(\(high - low)) with vectors nohead linewidth 0.8",
      color: .change)
  }
}

extension ComparisonStrategy {
  /// Whether the package offers it for use, not only for comparison.
  var isOurs: Bool {
    switch self {
    case .restartPerCycle, .phaseMatched, .phaseRamp, .lockPhase, .lockWholeCycles: true
    default: false
    }
  }
}
