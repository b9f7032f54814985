// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// Random numbers of a test, the same for the same seed, on every machine.
package typealias SeededRandom = SplitMix64

extension SplitMix64 {
  /// A number in `range`.
  package mutating func double(in range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }

  /// True in `share` of all cases.
  package mutating func chance(_ share: Double) -> Bool { double(in: 0...1) < share }
}
