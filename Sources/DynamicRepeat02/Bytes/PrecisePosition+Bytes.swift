// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

extension ByteWriter {
  mutating func write(_ value: DoubleDouble) {
    write(value.high)
    write(value.low)
  }

  mutating func write(_ position: PrecisePosition) {
    write(position.cycle)
    write(position.fraction)
  }
}

extension ByteReader {
  /// The two parts of one number within ±`limit`, or 0.
  mutating func precise(within limit: Double) -> DoubleDouble {
    let (high, low) = (number(), number())
    guard high.magnitude <= limit, high + low == high else {
      require(false)
      return .zero
    }
    return DoubleDouble(high: high, low: low)
  }

  /// A position of at most ``CyclePosition/farthest`` cycles, or 0.
  mutating func position() -> PrecisePosition {
    let cycle = integer(in: -CyclePosition.farthest...CyclePosition.farthest)
    let fraction = precise(within: 1)
    guard fraction >= .zero, fraction < .one else {
      require(false)
      return PrecisePosition(cycle: 0, fraction: .zero)
    }
    return PrecisePosition(cycle: cycle, fraction: fraction)
  }
}
