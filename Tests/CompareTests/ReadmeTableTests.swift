// SPDX-License-Identifier: Apache-2.0

import Foundation
import StrategyComparison
import Testing
import WindowRigs

/// Demo/Compare/README.md: its tables have what the command prints.
@Suite struct ReadmeTableTests {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The rows of a section's table: their cells.
  static func table(_ title: String) throws -> [[String]] {
    let text = try String(
      contentsOf: root.appendingPathComponent("Demo/Compare/README.md"), encoding: .utf8)
    let section = text.components(separatedBy: "## \(title)\n").dropFirst().first
    let lines = section?.components(separatedBy: "\n## ")[0].split(separator: "\n") ?? []
    return lines.filter { $0.hasPrefix("|") && !$0.hasPrefix("|-") }.map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
    }
  }

  @Test(arguments: [
    ("What each costs", ["one-step", "panic", "storm"], 7), ("In step with music", ["tempo"], 6),
  ])
  func `each cell is the command's verdict, to the letter`(
    title: String, schedules: [String], shown: Int
  ) throws {
    let table = try Self.table(title)
    try #require(table.count == 1 + shown && table[0].dropFirst().starts(with: schedules))
    let folder = try TemporaryFolder()
    for (column, schedule) in zip(1..., schedules) {
      let child = try Child.runCompare(["--schedule", schedule], in: folder)
      try #require(child.status == 0, "\(child.errors)")
      let lines = child.output.split(separator: "\n")
      for row in table.dropFirst() {
        let verdict = lines.last { $0.hasPrefix("\(row[0]) ") && $0.hasSuffix(".") }
        #expect(verdict?.dropFirst(18).description == row[column], "\(schedule), \(row[0])")
      }
    }
  }
}
