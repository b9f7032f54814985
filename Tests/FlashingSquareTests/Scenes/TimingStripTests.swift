// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import Foundation
import RepeatTiming
import Testing

@testable import FlashingSquare

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Reads a strip's picture back: what a viewer would see.
private final class Picture: NSObject, XMLParserDelegate {
  private(set) var columns: [(range: Range<Double>, fill: String)] = []
  private(set) var ticks: [Double] = []
  private(set) var label = ""
  private var isInText = false

  init(_ svg: String) throws {
    super.init()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = self
    let isWellFormed = parser.parse()
    try #require(isWellFormed, "the SVG is not well-formed XML: \(svg.prefix(200))")
  }

  /// The fill at an x; `nil` where the white frame shows.
  func fill(at x: Double) -> String? { columns.first { $0.range.contains(x) }?.fill }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    func number(_ key: String) -> Double { Double(attributes[key] ?? "") ?? .nan }
    switch name {
    case "rect" where attributes["class"] != "frame":
      let x = number("x")
      columns.append((x..<(x + number("width")), attributes["fill"] ?? ""))
    case "line": ticks.append(number("x1"))
    case "text": isInText = true
    default: break
    }
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if isInText { label += text }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    if name == "text" { isInText = false }
  }
}

@Suite struct TimingStripTests {
  struct Figure: Sendable {
    let label: String
    var change: @Sendable (inout MediaTiming) -> Void = { _ in }
    /// Time, and the progress that its colour shows; `nil` is white.
    let shown: [(Double, Double?)]
  }

  /// The seed's figures; a duration of 1.5 s unless changed.
  @Test(arguments: [
    Figure(label: "duration", shown: [(0, 0), (0.75, 0.5), (1.49, 0.993), (1.6, nil), (3, nil)]),
    Figure(
      label: "beginTime", change: { $0.beginTime = 1 },
      shown: [(0.9, nil), (1.75, 0.5), (2.6, nil)]),
    Figure(
      label: "fill backwards",
      change: {
        $0.beginTime = 1
        $0.fillMode = .backwards
      }, shown: [(0.1, 0), (0.9, 0), (1.75, 0.5), (2.6, nil)]),
    Figure(
      label: "autoreverses", change: { $0.autoreverses = true },
      shown: [(0.75, 0.5), (1.5, 1), (2.25, 0.5), (2.9, 0.067), (3.1, nil)]),
    Figure(
      label: "repeatCount", change: { $0.repeatCount = 2 },
      shown: [(1.45, 0.967), (1.55, 0.033), (2.25, 0.5), (3.1, nil)]),
    Figure(
      label: "repeatDuration", change: { $0.repeatDuration = 2 },
      shown: [(1.6, 0.067), (1.9, 0.267), (2.1, nil)]),
    Figure(
      label: "speed",
      change: {
        $0.duration = 3
        $0.speed = 2
      }, shown: [(0.75, 0.5), (1.6, nil)]),
    Figure(
      label: "timeOffset",
      change: {
        $0.duration = 3
        $0.timeOffset = 1
      }, shown: [(0.02, 0.34), (1, 0.667), (1.95, 0.983), (2.05, 0.017), (2.95, 0.317), (3.1, nil)]),
  ])
  func `each of the seed's figures has its colours at their times`(figure: Figure) throws {
    var timing = MediaTiming()
    timing.duration = 1.5
    figure.change(&timing)
    let strip = TimingStrip(timing, seconds: 4, label: figure.label)
    let picture = try Picture(strip.svg(width: 800))
    #expect(picture.label.trimmingCharacters(in: .whitespacesAndNewlines) == figure.label)
    for (time, progress) in figure.shown {
      let fill = picture.fill(at: time * 200)
      guard let progress else {
        #expect(fill == nil, "white at \(time)")
        continue
      }
      let expected = Color.interpolate(
        from: strip.startColor, to: strip.endColor, progress: progress
      ).sRGB8
      let found = try Color(hex: try #require(fill, "not in effect at \(time)")).sRGB8
      // A column is 5 ms wide, up to 1/150 of the way; blue begins steeply in sRGB.
      #expect(abs(Int(found.red) - Int(expected.red)) <= 12, "red at \(time)")
      #expect(abs(Int(found.green) - Int(expected.green)) <= 12, "green at \(time)")
      #expect(abs(Int(found.blue) - Int(expected.blue)) <= 24, "blue at \(time)")
    }
  }

  @Test func `the ends are orange and blue, and the timing function bends what is between`() throws
  {
    var timing = MediaTiming()
    timing.duration = 1
    timing.fillMode = .both
    timing.beginTime = 1
    var strip = TimingStrip(timing, seconds: 3, label: "")
    let straight = try Picture(strip.svg(width: 300))
    #expect(straight.fill(at: 10) == "#ff9500")
    #expect(straight.fill(at: 290) == "#0054ff")
    strip.timingFunction = .easeIn
    #expect(
      strip.color(at: 1.25)
        == .interpolate(
          from: strip.startColor, to: strip.endColor, progress: TimingFunction.easeIn(0.25)))
    #expect(try Picture(strip.svg(width: 300)).fill(at: 150) != straight.fill(at: 150))
  }

  @Test(arguments: [(4.0, 5), (3.5, 4), (0.5, 1)])
  func `ticks stand one second apart`(seconds: Double, count: Int) throws {
    let picture = try Picture(
      TimingStrip(MediaTiming(), seconds: seconds, label: "").svg(width: 400))
    #expect(picture.ticks.count == count)
    for (second, x) in picture.ticks.enumerated() {
      #expect(abs(x - Double(second) * 400 / seconds) <= 0.01)
    }
  }

  @Test func `a label may hold what means something in XML`() throws {
    let label = "a < b && \"c\" > d"
    let picture = try Picture(TimingStrip(MediaTiming(), seconds: 1, label: label).svg())
    #expect(picture.label == label)
  }

  @Test func `the picture shows the segments, column for column`() throws {
    let strip = TimingStrip(
      MediaTiming(beginTime: 0.5, duration: 1, repeatCount: 1.7), seconds: 4, label: "")
    let segments = strip.segments(width: 333)
    let picture = try Picture(strip.svg(width: 333))
    #expect(
      picture.columns.map(\.range)
        == segments.map { Double($0.columns.lowerBound)..<Double($0.columns.upperBound) })
    for segment in segments {
      let middle = (Double(segment.columns.lowerBound) + 0.5) * 4 / 333
      #expect(segment.color == strip.color(at: middle))
    }
  }

  @Test func `columns of one colour are joined, and cover no more than the strip`() throws {
    var timing = MediaTiming()
    timing.speed = 0
    timing.duration = 1
    let picture = try Picture(TimingStrip(timing, seconds: 2, label: "").svg(width: 480))
    #expect(picture.columns.count == 1)
    #expect(picture.columns.first?.range == 0..<480)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e308, -1e308, .leastNonzeroMagnitude, -0.0])
  func `any number in any property still makes a picture`(number: Double) throws {
    for path in [
      \MediaTiming.beginTime, \.duration, \.repeatCount, \.repeatDuration, \.speed, \.timeOffset,
    ] {
      var timing = MediaTiming()
      timing.duration = 1
      timing[keyPath: path] = number
      let picture = try Picture(TimingStrip(timing, seconds: 2, label: "").svg(width: 20))
      #expect(picture.ticks.count == 3)
    }
  }
}

@Suite struct TimingStripLayerTests {
  @Test func `a strip in a layer shows what an animation in such a layer shows`() {
    var strip = TimingStrip(MediaTiming(beginTime: 0.5, duration: 1.5), seconds: 8, label: "")
    strip.layerTiming = MediaTiming(duration: 2, repeatCount: 1.5, autoreverses: true)
    let tree = LayerTree()
    let layer = Layer()
    tree.root.add(layer)
    layer.timing = strip.layerTiming
    var fade = BasicAnimation(.rotation, from: 0, to: 1)
    fade.timing = strip.timing
    layer.rotation = -1
    layer.add(fade)
    tree.update(at: 0)
    for step in 0..<800 {
      let time = Double(step) / 100 + 0.005
      let sample = strip.sample(at: time)
      let isShown = layer.contentTime(at: time) != nil
      let value = layer.value(of: .rotation, at: time)
      #expect(sample.isInEffect == (isShown && value >= 0), "at \(time)")
      if sample.isInEffect { #expect(abs(value - sample.progress) < 1e-12, "at \(time)") }
    }
  }

  @Test func `a strip of no time or no width stops the program, saying what is right`() async {
    let seconds = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = TimingStrip(MediaTiming(), seconds: .nan, label: "")
    }
    let none = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = TimingStrip(MediaTiming(), seconds: 0, label: "")
    }
    let width = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = TimingStrip(MediaTiming(), seconds: 1, label: "").svg(width: 0)
    }
    let texts = [seconds, none, width].map {
      String(decoding: $0?.standardErrorContent ?? [], as: UTF8.self)
    }
    #expect(texts[0].contains("a strip shows more than 0 and at most 1000 seconds, not nan"))
    #expect(texts[1].contains("a strip shows more than 0 and at most 1000 seconds, not 0.0"))
    #expect(texts[2].contains("width 0 must be in 1...10000"))
  }
}
