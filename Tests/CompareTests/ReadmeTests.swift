// SPDX-License-Identifier: Apache-2.0

import Foundation
import StrategyComparison
import Testing
import WindowRigs

/// The advice and the figures in the READMEs agree with the command's output.
@Suite struct ReadmeTests {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The text as a single line.
  static func words(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func `the README has the advice as four items`() throws {
    let numbered = zip(1..., PolicyAdvice.all).map { "\($0). \($1.text)" }
    let advice = "## \(PolicyAdvice.question) \(numbered.joined(separator: " ")) "
    #expect(try Self.words(Self.text("Demo/Compare/README.md")).contains(advice))
  }

  @Test(arguments: [(1, "one-step"), (2, "panic"), (3, "storm")])
  func `each cell of the table equals the command's verdict`(
    column: Int, schedule: String
  ) throws {
    let rows = try Self.text("Demo/Compare/README.md").split(separator: "\n")
      .filter { $0.hasPrefix("|") && !$0.hasPrefix("|-") }.map { line in
        line.split(separator: "|").map {
          $0.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
        }
      }
    try #require(rows.count == 9 && rows[0][column] == schedule)
    let child = try Child.runCompare(["--schedule", schedule, "--all"], in: TemporaryFolder())
    let lines = child.output.split(separator: "\n")
    for row in rows.dropFirst() {
      let verdict = lines.last { $0.hasPrefix("\(row[0]) ") && $0.hasSuffix(".") }
      #expect(verdict?.dropFirst(18).description == row[column], "\(schedule), \(row[0])")
    }
  }

  @Test func `the README's figures for sums are those of the strategy double-sum`() throws {
    func offset(_ schedule: BuiltInSchedule, _ trace: FrameTrace) throws -> String {
      let comparison = Comparison(schedule: schedule.schedule(seed: 1), trace: trace)
      let cycles = try #require(comparison.result(of: .doubleSum).figures[.cyclesGained])
      return String(format: "%.2f", cycles)
    }
    // Of a month's frames, only those after a change are needed, because the rate is constant
    // between changes.
    let month = BuiltInSchedule.veryLong.schedule(seed: 1)
    let seen = month.changes.map { ($0.time * 60).rounded(.up) / 60 }
    let frames = try FrameTrace(name: "seen", times: [0] + seen + [month.length])
    let figures = [
      try offset(.storm, .steady(hertz: 60)),
      try offset(.storm, BuiltInTrace.stalls.trace(seed: 1)),
      try offset(.veryLong, frames),
    ]
    let text = try Self.words(Self.text("Demo/Compare/README.md"))
    let frequent =
      "off by \(figures[0]) cycle after 20 s, and by \(figures[1]) cycle if there are also long gaps"
    let rare = "off by \(figures[2]) cycle after 30 days"
    #expect(text.contains(frequent) && text.contains(rare), "\(figures)")
  }
}
