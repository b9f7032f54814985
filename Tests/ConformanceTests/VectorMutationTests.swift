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
