// SPDX-License-Identifier: Apache-2.0

/// Why a number of cycles is no position.
public enum CyclePositionError: Error, Hashable, Sendable {
  /// A phase outside [0, 1), or NaN.
  case invalidPhase(Double)
  /// Whole cycles beyond ±``CyclePosition/limit``.
  case invalidCycle(WideInt)
  /// Cycles beyond ±``CyclePosition/limit``, or NaN.
  case invalidCycles(Double)
}

extension CyclePositionError: CustomStringConvertible {
  /// What was wrong and what would be right, in one sentence.
  public var description: String {
    switch self {
    case .invalidPhase(let phase): "a phase must be at least 0 and below 1, but is \(phase)"
    case .invalidCycle(let cycle): "a cycle must be within ±1e18, but is \(cycle)"
    case .invalidCycles(let cycles):
      "a position must be finite and within ±1e18 cycles, but is \(cycles)"
    }
  }
}
