// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// bezier.jsonl: the outputs of a cubic Bezier at evenly spaced inputs from 0 to 1.
struct BezierRecord: OracleRecord {
  let controlPoints: Curve
  let name: String?
  let exact: [Double]

  func compare(_ comparison: inout Comparison) {
    let function = controlPoints.function
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
