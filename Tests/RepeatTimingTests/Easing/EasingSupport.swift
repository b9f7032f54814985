// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// What the tests of easing and interpolation share.
enum EasingSupport {
  /// A seeded generator that prints its seed, so that a failure can be played again.
  struct Random: RandomNumberGenerator {
    private var random: SeededRandom

    init(seed: UInt64) {
      random = SeededRandom(seed: seed)
      print("random seed: \(seed)")
    }

    mutating func next() -> UInt64 { random.next() }

    mutating func number(_ range: ClosedRange<Double>) -> Double {
      Double.random(in: range, using: &self)
    }
  }

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

  /// `count + 1` inputs from 0 to 1 at even distances.
  static func sweep(_ count: Int) -> [Double] { (0...count).map { Double($0) / Double(count) } }
}
