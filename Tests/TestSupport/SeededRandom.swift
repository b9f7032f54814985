// SPDX-License-Identifier: Apache-2.0

import DemoNumbers

/// Random numbers for tests; equal seeds give equal numbers on every machine.
package typealias SeededRandom = SplitMix64

extension SplitMix64 {
  /// A number in `range`.
  package mutating func double(in range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }

  /// A number in 0..<limit.
  package mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

  /// True with the probability `share`.
  package mutating func chance(_ share: Double) -> Bool { double(in: 0...1) < share }
}
