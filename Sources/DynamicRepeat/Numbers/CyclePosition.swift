// SPDX-License-Identifier: Apache-2.0

/// The position of a repeating thing: whole cycles, and the fraction of the present one.
///
/// `position = cycle + phase`. The whole part is an integer and the fraction a `Double` of its own,
/// so a run of years keeps the precision of its first second.
///
/// Negative positions are not mirrored: a quarter cycle before the start is cycle -1, phase 0.75,
/// so a value that runs backwards through 0 retraces its curve.
///
/// Source: the same split as Ableton Link's beat and phase.
public struct CyclePosition: Hashable, Sendable, BitwiseCopyable {
  /// The whole cycles that lie behind, negative before the start.
  public let cycle: WideInt

  /// The fraction of the present cycle, in [0, 1): never 1.0, not even a rounding error before a
  /// boundary.
  public let phase: Double

  /// The magnitude that no position may pass: 1e18 cycles, which leaves room below `Int.max` to add
  /// two.
  public static let limit = 1e18

  /// The farthest that a run can get from a jump to ±``limit`` before the latest time, and some
  /// more.
  package static let farthest: WideInt = 4_000_000_000_000_000_000

  /// The start: cycle 0, phase 0.
  public static let zero = CyclePosition(cycle: 0, phase: 0)

  /// The position of a plain number of cycles.
  ///
  /// `cycle` is the largest integer not above `cycles`. Where the fraction would round to 1.0 (as
  /// for -1e-18), `phase` is the largest `Double` below 1: the position stays on its side of the
  /// boundary.
  /// - Parameter cycles: Any finite number of cycles up to ±``limit``.
  /// - Precondition: `cycles` is finite and within ±``limit``, or ``init(validating:)`` throws
  ///   instead.
  public init(_ cycles: Double) {
    self = trapping { () throws(CyclePositionError) in try CyclePosition(validating: cycles) }
  }

  /// The same as ``init(_:)``, for a number from outside the program.
  /// - Throws: ``CyclePositionError/invalidCycles(_:)`` beyond ±``limit`` and for NaN.
  public init(validating cycles: Double) throws(CyclePositionError) {
    guard cycles.magnitude <= CyclePosition.limit else { throw .invalidCycles(cycles) }
    self.init(PrecisePosition(cycle: 0, fraction: DoubleDouble(cycles)))
  }

  /// The position `cycle + phase`.
  /// - Parameters:
  ///   - cycle: Whole cycles, within ±``limit``.
  ///   - phase: The fraction of the cycle, in [0, 1).
  /// - Precondition: `phase` is in [0, 1), `cycle` within ±``limit``, or
  ///   ``init(validatingCycle:phase:)`` throws instead.
  public init(cycle: WideInt, phase: Double) {
    self = trapping { () throws(CyclePositionError) in
      try CyclePosition(validatingCycle: cycle, phase: phase)
    }
  }

  /// The same as ``init(cycle:phase:)``, for numbers from outside the program.
  /// - Throws: ``CyclePositionError/invalidCycle(_:)`` or ``CyclePositionError/invalidPhase(_:)``.
  public init(validatingCycle cycle: WideInt, phase: Double) throws(CyclePositionError) {
    guard Self.holds(cycle: cycle) else { throw .invalidCycle(cycle) }
    guard phase >= 0, phase < 1 else { throw .invalidPhase(phase) }
    self.init(uncheckedCycle: cycle, phase: phase)
  }

  /// Whether a number of whole cycles is within ±``limit``.
  package static func holds(cycle: WideInt) -> Bool { cycle.magnitude <= WideInt(limit).magnitude }

  /// A position that a run has come to, which may lie beyond ±``limit``.
  @inlinable
  package init(uncheckedCycle cycle: WideInt, phase: Double) {
    self.cycle = cycle
    self.phase = phase
  }

  package init(_ precise: PrecisePosition) {
    cycle = precise.cycle
    phase = precise.phase
  }

  /// The position as one number of cycles, rounded to the nearest `Double`.
  ///
  /// Far from 0 the rounding may reach the next whole number: compare positions, not their values.
  public var cycles: Double { Double(cycle) + phase }

  /// The position that lies `cycles` further on (or back, where negative).
  /// - Precondition: `cycles` is finite, and the sum within ±``limit``, or
  ///   ``advanced(validating:)`` throws instead.
  public func advanced(by cycles: Double) -> CyclePosition {
    trapping { () throws(CyclePositionError) in try advanced(validating: cycles) }
  }

  /// The same as ``advanced(by:)``, for a number from outside the program.
  /// - Throws: ``CyclePositionError/invalidCycles(_:)`` with a sum beyond ±``limit``, or NaN;
  ///   ``CyclePositionError/invalidCycle(_:)`` where a `Double` cannot tell that it is beyond.
  public func advanced(validating cycles: Double) throws(CyclePositionError) -> CyclePosition {
    let sum = self.cycles + cycles
    guard sum.magnitude <= CyclePosition.limit else { throw .invalidCycles(sum) }
    let position = PrecisePosition(self).advanced(by: DoubleDouble(cycles))
    guard Self.holds(cycle: position.cycle) else { throw .invalidCycle(position.cycle) }
    return CyclePosition(position)
  }

  /// How far this position lies beyond `other`, in cycles; negative where it lies before.
  public func cycles(since other: CyclePosition) -> Double {
    PrecisePosition(self).distance(from: PrecisePosition(other)).high
  }
}

extension CyclePosition: Comparable {
  /// Whether `a` lies before `b`.
  public static func < (a: CyclePosition, b: CyclePosition) -> Bool {
    a.cycle < b.cycle || (a.cycle == b.cycle && a.phase < b.phase)
  }
}

#if !hasFeature(Embedded)
  extension CyclePosition: Codable {
    /// Reads a saved position.
    /// - Throws: `DecodingError` where the phase is not in [0, 1) or the cycle beyond ±``limit``.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let cycle = try container.decode(WideInt.self, forKey: .cycle)
      let phase = try container.decode(Double.self, forKey: .phase)
      do throws(CyclePositionError) {
        try self.init(validatingCycle: cycle, phase: phase)
      } catch {
        let key: CodingKeys = if case .invalidPhase = error { .phase } else { .cycle }
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container, debugDescription: error.description)
      }
    }
  }
#endif
