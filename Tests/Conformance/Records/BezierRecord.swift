// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// bezier.jsonl: the outputs of a cubic Bezier at even inputs from 0 to 1.
struct BezierRecord: OracleRecord {
  private let function: TimingFunction
  private let name: String?
  private let exact: [Double]

  init(reading fields: inout Fields) throws(RecordError) {
    let p = try fields.numbers("controlPoints")
    guard p.count == 4 else {
      throw RecordError(problem: "there must be 4 controlPoints, but there are \(p.count)")
    }
    function = .cubicBezier(p[0], p[1], p[2], p[3])
    name = fields.has("name") ? try fields.text("name") : nil
    exact = try fields.numbers("exact")
    guard exact.count >= 2 else {
      throw RecordError(problem: "exact must hold at least 2 outputs, but holds \(exact.count)")
    }
    // The engines' answers and their errors.
    fields.ignore("y", "maxError", "tags")
  }

  func compare(_ comparison: inout Comparison) {
    if let name {
      let named: [String: TimingFunction] = [
        "linear": .linear, "easeIn": .easeIn, "easeOut": .easeOut,
        "easeInEaseOut": .easeInEaseOut, "default": .default,
      ]
      comparison.whole("the name \(name)") { check in
        check.equal("function", named[name], function)
      }
    }
    for (index, expected) in exact.enumerated() {
      let input = Double(index) / Double(exact.count - 1)
      comparison.sample("x = \(input)") { check in
        check.near("output", function(input), expected, within: 1e-9)
      }
    }
  }
}
