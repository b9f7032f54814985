// SPDX-License-Identifier: Apache-2.0

import Foundation
import StrategyComparison
import Testing
import WindowRigs

/// Demo/Compare/README.md, "What each costs": its table has what the command prints.
@Suite struct ReadmeTableTests {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The rows of the section's table: their cells.
  static func table() throws -> [[String]] {
    let text = try String(
      contentsOf: root.appendingPathComponent("Demo/Compare/README.md"), encoding: .utf8)
    let section = text.components(separatedBy: "## What each costs\n").dropFirst().first
    let lines = section?.components(separatedBy: "\n## ")[0].split(separator: "\n") ?? []
    return lines.filter { $0.hasPrefix("|") && !$0.hasPrefix("|-") }.map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
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
    let names = Set(ComparisonStrategy.allCases.map(\.rawValue))
    #expect(names.count == table.count - 1 + 5, "five more are run than are shown")
  }
}
