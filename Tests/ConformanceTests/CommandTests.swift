// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import Foundation
import Testing
import WindowRigs

@testable import Conformance

@Suite struct CommandTests {
  private func run(_ files: [String: String]) throws -> Command.Result {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(name, text) }
    return Command.run([folder.path])
  }

  static let vectors = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Vectors").path

  /// A valid record, which ends at t = 2.
  static let good =
    #"{"id":"a","beginTime":0,"duration":2,"speed":1,"timeOffset":0,"repeatCount":1,"#
    + #""repeatDuration":0,"autoreverses":false,"fillMode":"forwards","timing":null,"#
    + #""activeDuration":2,"samples":[{"t":1,"phase":"active","leg":0,"progress":0.5},"#
    + #"{"t":2,"phase":"after","leg":0,"progress":1}]}"#

  @Test func `every record of the vectors passes`() throws {
    let result = Command.run([Self.vectors])
    #expect(result.exitCode == 0)
    #expect(result.errors.isEmpty, "\(result.errors)")
    let total = try #require(result.output.split(separator: "\n").last)
    #expect(total.hasPrefix("9 files: 1195 records, 24833 samples checked, "), "\(total)")
    #expect(total.hasSuffix(" 0 failed, 0 unread"))
  }

  /// The text of the valid record with one replacement.
  private static func changed(_ old: String, _ new: String) -> String {
    good.replacingOccurrences(of: old, with: new)
  }

  @Test(arguments: [
    (changed(#""progress":0.5"#, #""progress":0.500000002"#), "t = 1.0: fraction is 0.5, expected"),
    (changed(#""t":2,"phase":"after""#, #""t":2,"phase":"active""#), "t = 2.0: stage is after"),
    (changed(#""leg":0,"progress":1"#, #""leg":1,"progress":1"#), "leg is 0.0, expected 1.0"),
    (changed(#""leg":0,"progress":1"#, #""leg":null,"progress":null"#), "expected null"),
    (changed(#""activeDuration":2"#, #""activeDuration":3"#), "active duration is 2.0"),
    (changed(#""activeDuration":2"#, #""activeDuration":"inf""#), "active duration is 2.0"),
    ("{", "not valid JSON"),
    (changed(#""t":1,"#, ""), "samples[0].t is missing"),
    (changed(#""speed":1"#, #""speed":"fast""#), "speed: "),
    (#"{"id":"a"}"#, "of no known format"),
  ])
  func `a wrong or unreadable line is reported with its file and line, and the others are read`(
    text: String, says: String
  ) throws {
    let result = try run(["x.jsonl": Self.good + "\n" + text + "\n" + Self.good + "\n"])
    #expect(result.exitCode == 1)
    #expect(result.errors.hasPrefix("x.jsonl:2: "), "\(result.errors)")
    #expect(result.errors.contains(says), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1)
    let counts = [
      "3 records, 6 samples checked, 0 skipped, 1 failed, 0 unread",
      "2 records, 4 samples checked, 0 skipped, 0 failed, 1 unread",
    ]
    #expect(counts.contains { result.output.hasPrefix("x.jsonl: \($0)") }, "\(result.output)")
  }
}

/// Wrong records of every format, which show that the comparison can fail.
@Suite struct VectorMutationTests {
  /// A format, and one of its fields with an expected answer.
  static let rows: [(format: String, field: String)] = [
    ("bezier", "exact"), ("chain", "local"), ("chain", "other"), ("chain", "back"),
    ("chain", "progress"), ("floaty", "progress"), ("group", "groupTime"), ("group", "progress"),
    ("keyframes", "value"), ("live", "local"), ("live", "fraction"), ("rate", "local"),
    ("rate", "fraction"), ("rate", "leg"), ("smil", "presented"), ("static", "progress"),
    ("static", "leg"), ("static", "activeDuration"),
  ]

  /// The record with a change to every answer in the named field, and the number of changes.
  private func moved(
    _ json: Any, _ field: String, isUnder: Bool = false, withNulls: Bool, _ count: inout Int
  ) -> Any {
    switch json {
    case let members as [String: Any]:
      return Dictionary(
        uniqueKeysWithValues: members.map {
          ($0, moved($1, field, isUnder: $0 == field, withNulls: withNulls, &count))
        })
    case let elements as [Any]:
      return elements.map { moved($0, field, isUnder: isUnder, withNulls: withNulls, &count) }
    case let number as NSNumber where isUnder:
      count += 1
      return number.doubleValue * 1.001 + 3
    case is NSNull where isUnder && withNulls:
      count += 1
      return 3
    default:
      return json
    }
  }

  @Test(arguments: rows.indices) func `a wrong answer of any kind is found in every record`(
    _ index: Int
  ) throws {
    let (format, field) = Self.rows[index]
    let url = URL(fileURLWithPath: CommandTests.vectors).appendingPathComponent("\(format).jsonl")
    var total = 0
    for line in try Data(contentsOf: url).split(separator: 0x0A).prefix(12) {
      var count = 0
      // If several answers are accepted, one of them may be `nil`.
      let json = moved(
        try JSONSerialization.jsonObject(with: line), field, withNulls: format == "floaty", &count)
      let record = try IdentifiedRecord.read(JSONSerialization.data(withJSONObject: json))
      var comparison = Comparison()
      record.record.compare(&comparison)
      #expect(comparison.failed > 0 || count == 0, "\(record.id)")
      total += count
    }
    #expect(total > 0)
  }
}
