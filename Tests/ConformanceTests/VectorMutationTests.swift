// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Conformance

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

  private func records(_ format: String) throws -> [JSON] {
    let url = URL(fileURLWithPath: CommandTests.vectors).appendingPathComponent("\(format).jsonl")
    let lines = try Data(contentsOf: url).split(separator: 0x0A)
    return try lines.prefix(12).map { try JSON($0) }
  }

  /// The record with every answer of a name changed, and the number of changes.
  private func moved(
    _ json: JSON, _ field: String, isUnder: Bool = false, withNulls: Bool, _ count: inout Int
  ) -> JSON {
    switch json {
    case .number(let number) where isUnder:
      count += 1
      return .number(number * 1.001 + 3)
    case .null where isUnder && withNulls:
      count += 1
      return .number(3)
    case .array(let elements):
      return .array(
        elements.map { moved($0, field, isUnder: isUnder, withNulls: withNulls, &count) })
    case .object(let members):
      return .object(
        Dictionary(
          uniqueKeysWithValues: members.map {
            ($0, moved($1, field, isUnder: $0 == field, withNulls: withNulls, &count))
          }))
    default:
      return json
    }
  }

  @Test(arguments: rows.indices) func `wrong answers of any kind are found in every record`(
    _ index: Int
  ) throws {
    let (format, field) = Self.rows[index]
    var total = 0
    for record in try records(format) {
      var count = 0
      // If any of several answers is accepted, one of them may be none.
      let withNulls = format == "floaty"
      let (id, wrong) = try Format.record(moved(record, field, withNulls: withNulls, &count))
      var comparison = Comparison()
      wrong.compare(&comparison)
      #expect(comparison.failed > 0 || count == 0, "\(id)")
      total += count
    }
    #expect(total > 0)
  }

  @Test(arguments: Format.allCases.map(\.rawValue))
  func `every record's format is found by its fields, and a further field is an error`(
    name: String
  ) throws {
    for record in try records(name) {
      guard case .object(var members) = record else { continue }
      #expect(Format(of: try Fields(record), record)?.rawValue == name)
      members["colour"] = .string("red")
      #expect(throws: RecordError(problem: "colour is not a field of this format")) {
        try Format.record(.object(members))
      }
    }
  }
}
