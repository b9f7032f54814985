// SPDX-License-Identifier: Apache-2.0

import Foundation
import StrategyComparison
import Testing
import WindowRigs

/// "Which policy should I use?": the same words before the figures, wherever they are shown.
@Suite struct AdviceTests {
  /// The text in one line, without what marks code.
  static func words(_ text: String) -> String {
    PolicyAdvice.plain(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  static let items = PolicyAdvice.all.map { words($0.text) }
  static let answer = words(PolicyAdvice.sumQuestion + " " + PolicyAdvice.sumAnswer)

  @Test(arguments: ["README.md", "Demo/Compare/README.md"])
  func `a README has the advice as four items, and the answer about the sum`(path: String) throws {
    let text = Self.words(
      try String(contentsOf: ReadmeTableTests.root.appendingPathComponent(path), encoding: .utf8))
    let numbered = zip(1..., Self.items).map { "\($0). \($1)" }
    #expect(text.contains("## \(PolicyAdvice.question) \(numbered.joined(separator: " ")) "))
    #expect(text.contains(" \(Self.answer) "))
  }

  @Test func `the table begins with four lines, and has the answer about the sum`() throws {
    let child = try Child.runCompare(
      ["--schedule", "one-step", "--strategies", "naive"], in: TemporaryFolder())
    let lines = child.output.components(separatedBy: "\n")
    try #require(lines.count > 6, "\(child.errors)")
    #expect(lines[0] == PolicyAdvice.question && lines[5].isEmpty)
    for (line, advice) in zip(lines[1...4], PolicyAdvice.all) {
      #expect(Self.words(line) == "\(advice.strategy.rawValue) \(advice.situation).")
      #expect(line.count <= 80)
    }
    #expect(Self.words(child.output).contains(Self.answer))
  }

  @Test func `the report has the advice and the answer before its first figure`() throws {
    let folder = try TemporaryFolder()
    let child = try Child.runCompare(
      ["--schedule", "one-step", "--strategies", "naive", "--report", "r"],
      in: folder)
    try #require(child.status == 0, "\(child.errors)")
    let page = try folder.text("r/index.html")
    let start = try #require(page.range(of: "<h1>")?.upperBound)
    let end = try #require(page.range(of: "<table>")?.lowerBound)
    let head = page[start..<end].replacingOccurrences(
      of: "</?code>", with: "", options: .regularExpression)
    let shown = Self.words(
      head.replacingOccurrences(of: "<[^>]*>", with: " ", options: .regularExpression))
    #expect(
      shown.contains(([PolicyAdvice.question] + Self.items + [Self.answer]).joined(separator: " ")))
  }

  @Test func `the figures of the answer are those of double-sum`() throws {
    func offset(_ schedule: BuiltInSchedule, _ trace: FrameTrace) -> String {
      let comparison = Comparison(
        schedule: schedule.schedule(seed: 1), trace: trace, strategies: [.doubleSum])
      return FigureText.text(comparison.result(of: .doubleSum).figures[.cyclesGained])
    }
    #expect(offset(.storm, BuiltInTrace.ideal60.trace(seed: 1)).hasPrefix("0.11"))
    #expect(offset(.storm, BuiltInTrace.stalls.trace(seed: 1)).hasPrefix("0.82"))
    // Of a month's frames, those that see a change suffice: the rate is constant between them.
    let month = BuiltInSchedule.veryLong.schedule(seed: 1)
    let seen = month.changes.compactMap { change in
      let earliest = Int(change.time * 60) - 1
      return (earliest...earliest + 3).map { Double($0) / 60 }.first { $0 >= change.time }
    }
    let trace = try FrameTrace(name: "seen", times: [0] + seen + [month.length])
    #expect(offset(.veryLong, trace).hasPrefix("0.10"))
  }
}
