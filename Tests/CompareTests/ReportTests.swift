// SPDX-License-Identifier: Apache-2.0

import Foundation
import StrategyComparison
import Testing
import WindowRigs

/// `compare --report`: the page as text.
@Suite struct ReportTests {
  static let arguments = ["--schedule", "storm", "--trace", "jittered", "--seed", "5"]

  func report(_ name: String, _ arguments: [String], in folder: TemporaryFolder) throws -> String {
    let child = try Child.runCompare(arguments + ["--report", name], in: folder)
    #expect(child.status == 0 && child.errors.isEmpty, "\(child.errors)")
    #expect(child.output == "\(name)\(name.hasSuffix("/") ? "" : "/")index.html\n")
    return try folder.text("\(name)/index.html")
  }

  @Test func `the page holds every figure, verdict and definition`() throws {
    let folder = try TemporaryFolder()
    let page = try report("r", Self.arguments, in: folder)
    let comparison = Comparison(
      schedule: BuiltInSchedule.storm.schedule(seed: 5),
      trace: BuiltInTrace.jittered.trace(seed: 5))
    for strategy in ComparisonStrategy.standard(for: comparison.schedule) {
      let figures = comparison.result(of: strategy).figures
      let start = try #require(page.range(of: "<th scope=\"row\">\(strategy.rawValue)</th>"))
      let row = page[start.upperBound...].prefix { $0 != "\n" }
      let cells = row.components(separatedBy: "<td").dropFirst().map { cell in
        cell.replacingOccurrences(of: "<[^>]*>", with: "", options: .regularExpression)
          .drop { $0 != ">" }.dropFirst()
      }
      let measures = Measure.allCases.filter { !$0.isOccasional }
      let texts = measures.map { FigureText.text(figures[$0]) } + [Verdict(figures).text]
      #expect(cells.map(String.init) == texts, "\(strategy)")
    }
    for measure in Measure.allCases where !measure.isOccasional {
      #expect(page.contains("\">\(measure.title)</abbr>"))
      #expect(page.contains("<dd>\(measure.definition)</dd>"))
    }
    #expect(
      page.contains(
        "compare --report FOLDER --schedule storm --trace jittered --seed 5</code>"))
    #expect(page.contains("60 Hz, each frame seen 0 to 8 ms late"))
  }

  @Test func `the page needs nothing from elsewhere, and its links lead within it`() throws {
    let folder = try TemporaryFolder()
    let page = try report("r", Self.arguments, in: folder)
    for text in ["<script", "http:", "https:", "src=", "@import", "url(", "<link", "onload"] {
      #expect(!page.contains(text), "\(text)")
    }
    func values(_ attribute: String) -> [String] {
      page.components(separatedBy: " \(attribute)=\"").dropFirst().map {
        String($0.prefix { $0 != "\"" })
      }
    }
    let ids = values("id")
    #expect(Set(ids).count == ids.count)
    for link in values("href") { #expect(ids.contains(String(link.dropFirst())), "\(link)") }
    for name in values("aria-labelledby") { #expect(ids.contains(name), "\(name)") }
  }

  @Test func `the same input gives the same page, in whatever folder`() throws {
    let folder = try TemporaryFolder()
    let first = try report("new/folders/a", Self.arguments, in: folder)
    #expect(try report("b/", Self.arguments, in: folder) == first)
    // Once more, over the first.
    #expect(try report("new/folders/a", Self.arguments, in: folder) == first)
    #expect(folder.names == ["b", "new"])
    #expect(try report("c", Self.arguments.map { $0 == "5" ? "6" : $0 }, in: folder) != first)
  }

  @Test func `names from outside cannot become part of the page`() throws {
    let folder = try TemporaryFolder()
    let name = "<script>&\".csv"
    try folder.write(name, "time,cycle_duration\n1,0.7\n")
    let arguments = ["--schedule", name, "--strategies", "naive,phase-matched"]
    let page = try report("r", arguments, in: folder)
    #expect(!page.contains("<script") && page.contains("&lt;script&gt;&amp;&quot;.csv"))
    #expect(page.contains("--strategies naive,phase-matched --seed 1"))
  }
}
