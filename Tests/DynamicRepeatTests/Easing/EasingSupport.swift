// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Helpers of the tests of easing and interpolation.
enum EasingSupport {
  /// One curve of Tests/Vectors/bezier.jsonl: `exact[i]` is y at `i / 100`.
  struct BezierRecord: Decodable {
    var id: String
    var controlPoints: [Double]
    var exact: [Double]
  }

  static func bezierRecords() throws -> [BezierRecord] {
    let file = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Vectors/bezier.jsonl")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    return try lines.map { try JSONDecoder().decode(BezierRecord.self, from: Data($0.utf8)) }
  }

  /// `count + 1` evenly spaced inputs from 0 to 1.
  static func sweep(_ count: Int) -> [Double] { (0...count).map { Double($0) / Double(count) } }
}
