// SPDX-License-Identifier: Apache-2.0

import Foundation
import StrategyComparison
import Testing
import WindowRigs

/// The browser, if it is there.
enum Browser {
  static let needs: Comment = "browser tests need chromium: apt-get install chromium"
  static let path: String? = ["chromium", "chromium-browser"].map { "/usr/bin/\($0)" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }
}

/// The report in a real browser without a screen, at two widths, light and dark.
@Suite(.enabled(if: Browser.path != nil, Browser.needs)) struct BrowserTests {
  static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../WebTests/look.py").path

  static let advice = [PolicyAdvice.question, PolicyAdvice.plain(PolicyAdvice.sumQuestion)]

  /// What a reader sees at one width, in one colour scheme.
  struct Sight: Decodable {
    struct Picture: Decodable {
      var width: Double
      var lines: Int
    }
    struct Box: Decodable {
      var width: Double
      var content: Double
      var scrolls: String
    }
    var width: Int
    var scripts: Int
    var resources: Int
    var page: String
    var overflow: [String]
    var faint: [String]
    var clipped: [String]
    var colliding: [String]
    var boxes: [Box]
    var headings: [String]
    var tables: [[[String]]]
    var pictures: [Picture]
  }
  struct Sights: Decodable {
    var sights: [Sight]
    var faults: [String]
  }

  /// Makes a report and looks at it.
  func look(_ arguments: [String]) throws -> [Sight] {
    let folder = try TemporaryFolder()
    let report = try Child.runCompare(arguments + ["--report", "report"], in: folder)
    try #require(report.status == 0, "\(report.errors)")
    let browser = try Child.run(
      "/usr/bin/env",
      [
        "PYTHONDONTWRITEBYTECODE=1", "python3", Self.script, folder.file("report/index.html"),
        try #require(Browser.path), folder.path,
      ], in: folder)
    try #require(browser.status == 0, "\(browser.errors)")
    let seen = try JSONDecoder().decode(Sights.self, from: Data(browser.output.utf8))
    #expect(seen.faults.isEmpty, "\(seen.faults)")
    return seen.sights
  }

  /// What holds for every report.
  func expectSound(_ sights: [Sight]) throws {
    try #require(sights.map(\.width) == [1280, 360, 1280, 360])
    for sight in sights {
      let name = "\(sight.width) px, \(sight.page)"
      #expect(sight.overflow.isEmpty, "\(name): \(sight.overflow)")
      #expect(sight.clipped.isEmpty, "\(name): \(sight.clipped)")
      #expect(sight.colliding.isEmpty, "\(name): \(sight.colliding)")
      #expect(sight.faint.isEmpty, "\(name): \(sight.faint)")
      #expect(sight.scripts == 0 && sight.resources == 0)
      for box in sight.boxes {
        #expect(box.width <= Double(sight.width))
        #expect(box.content <= box.width || box.scrolls == "auto", "\(name)")
      }
      for picture in sight.pictures {
        // Narrower, its words would be too small to read: it scrolls instead.
        #expect(picture.width >= 720 && picture.width <= 960 && picture.lines > 20, "\(name)")
      }
    }
    #expect(sights[0].page == "rgb(255, 255, 255)" && sights[1].page == sights[0].page)
    #expect(sights[2].page == "rgb(20, 23, 26)" && sights[3].page == sights[2].page)
    // At the usual width every table is seen whole.
    #expect(sights[0].boxes.allSatisfy { $0.content <= $0.width }, "\(sights[0].boxes)")
  }

  @Test func `one schedule's page has a table and a picture, and nothing overflows`() throws {
    let sights = try look(["--schedule", "one-step"])
    try expectSound(sights)
    for sight in sights {
      try #require(sight.tables.count == 1 && sight.pictures.count == 1)
      #expect(sight.headings.starts(with: Self.advice + ["The figures", "one-step"]))
    }
  }

  /// A month in a debug build would take minutes.
  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["COMPARE_BINARY"] != nil,
      "the full report is made with the release build of Tests/run"))
  func `the page of all built-in schedules has a table and a picture of each`() throws {
    // Those that take the least time for a month.
    let sights = try look(["--strategies", "naive,float-clock"])
    try expectSound(sights)
    let schedules = BuiltInSchedule.allCases.map(\.rawValue)
    for sight in sights {
      #expect(
        sight.headings
          == Self.advice + ["The figures", "At their worst"] + schedules
          + ["Measures", "Strategies", "How it was made"])
      #expect(sight.pictures.count == schedules.count)
      try #require(sight.tables.count == 1 + schedules.count)
      for table in sight.tables { #expect(table.count == 3) }
      // The worst jump over all schedules is the worst of their tables.
      for row in 1...2 {
        let jumps = sight.tables.dropFirst().compactMap { Double($0[row][1]) }
        #expect(jumps.max() == Double(sight.tables[0][row][1]))
      }
    }
  }
}
