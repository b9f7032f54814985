// SPDX-License-Identifier: Apache-2.0

/// The position of a repetition: the whole cycles, and the fraction of the current cycle.
///
/// `position = cycle + phase`. The whole part is an integer and the fraction is a separate
/// `Double`. After years a run is therefore as precise as in its first second.
///
/// Negative positions are not mirrored. A quarter cycle before the start is cycle -1, phase 0.75,
/// so a value that runs backwards through 0 retraces its curve.
///
/// Source: the same split as Ableton Link's beat and phase.
public struct CyclePosition: Hashable, Sendable, BitwiseCopyable {
  /// The number of completed cycles; negative before the start.
  public let cycle: WideInt

  /// The fraction of the current cycle, in [0, 1).
  ///
  /// The phase is never 1.0, even if only a rounding error separates the position from the
  /// boundary.
  public let phase: Double

  /// The largest magnitude of a position: 1e18 cycles.
  ///
  /// This leaves enough room below `Int.max` to add two positions.
  public static let limit = 1e18

  /// The start: cycle 0, phase 0.
  public static let zero = CyclePosition(cycle: 0, phase: 0)

  /// The position after `cycles` cycles.
  ///
  /// `cycle` is the largest integer not above `cycles`. If the fraction would round to 1.0, as for
  /// -1e-18, `phase` is the largest `Double` below 1. The position thus stays on its side of the
  /// boundary.
  /// - Precondition: `cycles` is finite and within ±``limit``.
  public init(_ cycles: Double) {
    precondition(
      cycles.magnitude <= Self.limit,
      "a position must be finite and within ±1e18 cycles, but is \(cycles)")
    let whole = cycles.rounded(.down)
    (cycle, phase) = (WideInt(whole), min(cycles - whole, (1.0).nextDown))
  }

  /// The position `cycle + phase`.
  /// - Precondition: `phase` is in [0, 1), `cycle` within ±``limit``.
  public init(cycle: WideInt, phase: Double) {
    self = trapping { () throws(RepeatError) in
      try CyclePosition(validatingCycle: cycle, phase: phase)
    }
  }

  /// As ``init(cycle:phase:)``, for numbers from outside the program.
  package init(validatingCycle cycle: WideInt, phase: Double) throws(RepeatError) {
    try check(cycle: cycle)
    try check(phase: phase)
    self.init(uncheckedCycle: cycle, phase: phase)
  }

  /// The position of a run, which may be beyond ±``limit``.
  @inlinable
  package init(uncheckedCycle cycle: WideInt, phase: Double) {
    self.cycle = cycle
    self.phase = phase
  }

  /// The position as one number of cycles, rounded to the nearest `Double`.
  ///
  /// Far from 0 the result may round to the next whole number. Compare positions rather than their
  /// `cycles`.
  public var cycles: Double { Double(cycle) + phase }

  /// This position moved by `cycles`, which may be negative; exact to 2^-53 of a cycle.
  /// - Precondition: `cycles` is finite, and the sum within ±``limit``.
  public func advanced(by cycles: Double) -> CyclePosition {
    precondition(cycles.magnitude <= 2 * Self.limit, "\(cycles) cycles lead beyond ±1e18")
    let sum = Position(self) + Position(cycles: cycles)
    let phase = Double(UInt64(truncatingIfNeeded: sum.units)) * 0x1p-64
    return CyclePosition(cycle: sum.cycle, phase: min(phase, (1.0).nextDown))
  }

  /// The cycles from `other` to this position; negative if this position is before `other`.
  public func cycles(since other: CyclePosition) -> Double {
    (Position(self) - Position(other)).cycles
  }
}

extension CyclePosition: Comparable {
  /// Whether `a` is before `b`.
  public static func < (a: CyclePosition, b: CyclePosition) -> Bool {
    a.cycle < b.cycle || (a.cycle == b.cycle && a.phase < b.phase)
  }
}
