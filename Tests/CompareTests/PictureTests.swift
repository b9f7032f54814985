// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationXML
import StrategyComparison
import Testing
import WindowRigs

/// The content of pictures and pages made by `compare --plot` and `--report`.
@Suite struct PictureTests {
  // A picture's lengths in pixels: the strips' edges, and the distance from value 0 to value 1.
  static let (left, right) = (70.0, 940.0)
  static let wholeWay = 44 / 1.28
  /// Coordinates have two decimals.
  static let rounding = 0.02

  /// The points in the groups with this title, one list per stroke or line.
  func strokes(_ title: String, in svg: String) -> [[(x: Double, y: Double)]] {
    svg.components(separatedBy: "<g><title>\(title)</title>").dropFirst().flatMap { group in
      let data = group.components(separatedBy: " d=\"")[1].prefix { $0 != "\"" }
      return data.split(separator: "M").map { stroke in
        stroke.split(whereSeparator: { " L".contains($0) }).map { point in
          let numbers = point.split(separator: ",").compactMap { Double($0) }
          return (numbers[0], numbers[1])
        }
      }
    }
  }

  func draw(_ arguments: [String], in folder: TemporaryFolder) throws -> String {
    let child = try Child.runCompare(arguments + ["--plot", "p.svg"], in: folder)
    try #require(child.status == 0 && child.errors.isEmpty, "\(child.errors)")
    #expect(XMLParser(data: Data(try folder.bytes("p.svg"))).parse())
    return try folder.text("p.svg")
  }

  @Test func `each strategy has a strip with value, rate, boundaries and rate changes`() throws {
    let svg = try draw(["--schedule", "one-step", "--all"], in: TemporaryFolder())
    let comparison = Comparison(
      schedule: BuiltInSchedule.oneStep.schedule(seed: 1), trace: .steady(hertz: 60))
    for strategy in ComparisonStrategy.allCases {
      let name = strategy.rawValue
      let window = MotionWindow(start: 0, end: 10)
      let result = comparison.result(of: strategy, showing: window)
      #expect(svg.contains(">\(name)</text>") && svg.contains(">\(result.verdict.text)<"))
      let value = strokes("\(name): value", in: svg).joined()
      #expect(value.first?.x == Self.left && value.last?.x == Self.right)
      let rate = strokes("\(name): rate in effect", in: svg).joined()
      let rates = Set(rate.map(\.y)).count
      #expect(strategy == .phaseRamp ? rates > 20 : rates == 2)
      let reported = result.motion?.frames.count { $0.reported > 0 }
      #expect(strokes("\(name): reported cycles", in: svg).count == reported)
    }
    let changes = strokes("rate changes", in: svg)
    let x = Self.left + 0.271 * (Self.right - Self.left)
    #expect(changes.count == 8 && changes.joined().allSatisfy { abs($0.x - x) < Self.rounding })
  }

  @Test func `a picture shows ten seconds around the largest jump, and the jump's time and size`()
    throws
  {
    let svg = try draw(["--strategies", "naive,phase-matched"], in: TemporaryFolder())
    #expect(svg.contains(">13.7 to 23.7 s of 30.0 s, around the largest jump of the strategy"))
    let comparison = Comparison(
      schedule: BuiltInSchedule.panic.schedule(seed: 1), trace: .steady(hertz: 60))
    let size = try #require(comparison.result(of: .naive).figures[.valueJump])
    let jumps = strokes("naive: jumps", in: svg)
    let furthest = try #require(
      jumps.max { abs($0[0].y - $0[1].y) < abs($1[0].y - $1[1].y) })
    #expect(abs(abs(furthest[0].y - furthest[1].y) - size * Self.wholeWay) < Self.rounding)
    #expect(abs(furthest[0].x - (Self.left + Self.right) / 2) < 1 && furthest[0].x == furthest[1].x)
    #expect(strokes("phase-matched: jumps", in: svg).isEmpty)
  }

  @Test func `a legend names what is drawn, and nothing else`() throws {
    let folder = try TemporaryFolder()
    for (strategies, isNaive) in [("restart-per-cycle,phase-matched", false), ("naive", true)] {
      let svg = try draw(["--strategies", strategies], in: folder)
      for word in ["others", "jump"] { #expect(svg.contains(">\(word)</text>") == isNaive) }
      #expect(svg.contains(">ours</text>") == !isNaive && svg.contains(">reported cycle</text>"))
    }
  }

  @Test func `a page begins with one step, three strips and their sentences`() throws {
    let folder = try TemporaryFolder()
    let child = try Child.runCompare(["--report", "r.html"], in: folder)
    try #require(child.status == 0, "\(child.errors)")
    let page = try folder.text("r.html")
    let first = try #require(page.range(of: "</section>")).lowerBound
    let opening = page[..<first]
    // From 10.52 cycles of 1.6 s to 42.08 cycles of 0.4 s; the cycle's other 0.48 take 0.768 s.
    let jump = ValueCurve.value(atPhase: 0.52) - ValueCurve.value(atPhase: 0.08)
    let sentences = [
      "a jump of \(Int((100 * jump).rounded())) %", "bright to dark", ">waits 0.77 s<",
      "the new speed comes 0.77 s later", "the new speed comes at once", PolicyAdvice.undecided,
    ]
    let starts = sentences.map { opening.range(of: $0)?.lowerBound }
    #expect(!starts.contains(nil) && starts.compactMap(\.self).count == sentences.count)
    #expect(opening.components(separatedBy: "class=\"strip ").count == 5)
    #expect(!opening.contains("<table") && !opening.contains("panic"))
    #expect(!page.contains(BuiltInSchedule.veryLong.rawValue))
    // The section of one schedule is open; each section has a link back to the top.
    #expect(page.components(separatedBy: "<details open>").count == 2)
    let parts = page.components(separatedBy: "<details").count
    #expect(parts > 4 && page.components(separatedBy: "href=\"#top\"").count == parts)
  }

  @Test func `a single frame, and a part without rate changes, are drawn too`() throws {
    let folder = try TemporaryFolder()
    try folder.write("one.csv", "time\n0\n")
    try folder.write("late.csv", "time,cycle_duration\n99,1\n")
    _ = try draw(["--trace", "one.csv"], in: folder)
    _ = try draw(["--schedule", "late.csv", "--trace", "ideal-30"], in: folder)
  }

  @Test func `a page has every figure, verdict and picture, and loads nothing`() throws {
    let folder = try TemporaryFolder()
    let name = "<script>&\".csv"
    try folder.write(name, "time,cycle_duration\n1,0.7\n3,0.4\n")
    let arguments = [
      "--schedule", name, "--trace", "jittered", "--seed", "5", "--report", "r.html",
    ]
    let child = try Child.runCompare(arguments, in: folder)
    try #require(child.status == 0 && child.output == "r.html\n", "\(child.errors)")
    let page = try folder.text("r.html")
    let figures = try Child.runCompare(
      Array(arguments.dropLast(2)) + ["--format", "csv"], in: folder)
    for line in figures.output.split(separator: "\n").dropFirst() {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      let strategy = try #require(ComparisonStrategy(rawValue: String(cells[6])))
      let start = try #require(page.range(of: "<th scope=\"row\">\(strategy.rawValue)</th>"))
      let row = page[start.upperBound...].prefix { $0 != "\n" }.components(separatedBy: "<td")
      #expect(
        row.dropFirst().prefix(11).map { $0.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" } }
          == cells.dropFirst(7).map { FigureText.text(Double($0))[...] })
      #expect(page.contains("<title>\(strategy.rawValue): value</title>"))
    }
    for text in ["<script", "http:", "https:", "src=", "@import", "url(", "<link"] {
      let own = page.replacing("http://www.w3.org/2000/svg", with: "").replacing("url(#", with: "")
      #expect(!own.contains(text), "\(text)")
    }
    #expect(page.contains("&lt;script&gt;&amp;&quot;.csv"))
    #expect(try Child.runCompare(arguments, in: folder).status == 0)
    #expect(try folder.text("r.html") == page, "the same input gives the same page")
  }
}
