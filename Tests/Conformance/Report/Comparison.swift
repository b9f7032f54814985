// SPDX-License-Identifier: Apache-2.0

/// The allowed error of an answer, and its actual error.
struct Deviation: Equatable {
  let error: Double
  let tolerance: Double

  /// The error relative to the tolerance, for comparison with other answers.
  var share: Double { error == 0 ? 0 : error / tolerance }
}

/// One sample's answers and the expected ones.
struct SampleCheck {
  private(set) var problems: [String] = []
  private(set) var deviations: [(name: String, Deviation)] = []

  mutating func equal<Value: Equatable>(_ name: String, _ found: Value?, _ expected: Value?) {
    guard found != expected else { return }
    problems.append("\(name) is \(Self.text(found)), expected \(Self.text(expected))")
  }

  /// `nil` must match `nil`; a number must be within `tolerance` of the expected one.
  mutating func near(
    _ name: String, _ found: Double?, _ expected: Double?, within tolerance: Double
  ) {
    guard let found, let expected else { return equal(name, found, expected) }
    let error = found == expected ? 0 : (found - expected).magnitude
    deviations.append((name, Deviation(error: error, tolerance: tolerance)))
    // With the comparison in this form, NaN is out of tolerance.
    if !(error <= tolerance) {
      problems.append(
        "\(name) is \(found), expected \(expected): off by \(error), tolerance \(tolerance)")
    }
  }

  private static func text<Value>(_ value: Value?) -> String {
    value.map { "\($0)" } ?? "null"
  }
}

/// The compared samples of a file.
struct Comparison {
  private(set) var checked = 0
  private(set) var failed = 0
  private(set) var skipped: [String: Int] = [:]
  private(set) var worst: [String: Deviation] = [:]
  private(set) var failures: [String] = []
  /// The prefix of each failure: the record's file and line.
  var location = ""

  mutating func skip(_ reason: String) { skipped[reason, default: 0] += 1 }

  mutating func sample(_ label: String, _ compare: (inout SampleCheck) -> Void) {
    checked += 1
    whole(label, compare)
  }

  /// Compares a property of the whole record; a failure counts, but the property is not counted as
  /// a sample.
  mutating func whole(_ label: String, _ compare: (inout SampleCheck) -> Void) {
    var check = SampleCheck()
    compare(&check)
    for (name, deviation) in check.deviations
    where deviation.share >= worst[name]?.share ?? 0 || deviation.error.isNaN {
      worst[name] = deviation
    }
    guard !check.problems.isEmpty else { return }
    failed += 1
    failures.append("\(location), \(label): \(check.problems.joined(separator: "; "))")
  }
}
