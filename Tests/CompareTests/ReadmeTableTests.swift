// SPDX-License-Identifier: Apache-2.0

import Foundation
import StrategyComparison
import Testing
import WindowRigs

/// Demo/Compare/README.md, "What each costs": its table has what the command prints.
@Suite struct ReadmeTableTests {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The rows of a section's table: their cells.
  static func table(_ title: String = "What each costs") throws -> [[String]] {
    let text = try String(
      contentsOf: root.appendingPathComponent("Demo/Compare/README.md"), encoding: .utf8)
    let section = text.components(separatedBy: "## \(title)\n").dropFirst().first
    let lines = section?.components(separatedBy: "\n## ")[0].split(separator: "\n") ?? []
    return lines.filter { $0.hasPrefix("|") && !$0.hasPrefix("|-") }.map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
    }
  }

  @Test func `so are those of the table of leaders`() throws {
    let table = try Self.table("In step with music")
    try #require(table.count == 7 && table[0][1] == "tempo")
    let child = try Child.runCompare(["--schedule", "tempo"], in: TemporaryFolder())
    for row in table.dropFirst() {
      let verdict = child.output.split(separator: "\n")
        .last { $0.hasPrefix("\(row[0]) ") && $0.hasSuffix(".") }
      #expect(verdict?.dropFirst(18).description == row[1], "\(row[0])")
    }
  }

  @Test func `each cell is the command's verdict, to the letter`() throws {
    let table = try Self.table()
    try #require(table.count > 4 && table[0].count == 4)
    let folder = try TemporaryFolder()
    for (column, schedule) in table[0].enumerated().dropFirst() {
      let child = try Child.runCompare(["--schedule", schedule], in: folder)
      try #require(child.status == 0, "\(child.errors)")
      let lines = child.output.split(separator: "\n")
      for row in table.dropFirst() {
        let verdict = lines.last { $0.hasPrefix("\(row[0]) ") && $0.hasSuffix(".") }
        #expect(verdict?.dropFirst(18).description == row[column], "\(schedule), \(row[0])")
      }
    }
    let names = ComparisonStrategy.standard(for: BuiltInSchedule.panic.schedule(seed: 1))
    #expect(names.count == table.count - 1 + 5, "five more are run than are shown")
  }
}
