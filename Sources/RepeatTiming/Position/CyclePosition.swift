// SPDX-License-Identifier: Apache-2.0

/// Where a repeating thing stands: whole cycles, and the fraction of the present one.
///
/// `position = cycle + phase`. The whole part is an integer and the fraction a `Double` of its own, so
/// a run of years keeps the precision of its first second.
///
/// Negative positions are not mirrored: a quarter cycle before the start is cycle -1, phase 0.75, so a
/// value that runs backwards through 0 retraces its curve.
///
/// Source: SEMANTICS "phase" and "position"; the same split as Ableton Link's beat and phase.
public struct CyclePosition: Hashable, Sendable {
  /// The whole cycles that lie behind, negative before the start.
  public let cycle: Int

  /// The fraction of the present cycle, in [0, 1): never 1.0, not even a rounding error before a boundary.
  public let phase: Double

  /// The magnitude that no position may pass: 1e18 cycles, which leaves room below `Int.max` to add two.
  public static let limit = 1e18

  /// The start: cycle 0, phase 0.
  public static let zero = CyclePosition(cycle: 0, phase: 0)

  /// The position of a plain number of cycles.
  ///
  /// `cycle` is the largest integer not above `cycles`. Where the fraction would round to 1.0 (as for
  /// -1e-18), `phase` is the largest `Double` below 1: the position stays on its side of the boundary.
  /// - Parameter cycles: Any finite number of cycles up to ±``limit``.
  /// - Precondition: `cycles` is finite and within ±``limit``.
  public init(_ cycles: Double) {
    precondition(
      cycles.magnitude <= CyclePosition.limit,
      "a position must be finite and within ±1e18 cycles, but is \(cycles)")
    self.init(PrecisePosition(cycle: 0, fraction: DoubleDouble(cycles)))
  }

  /// The position `cycle + phase`.
  /// - Parameters:
  ///   - cycle: Whole cycles, within ±``limit``.
  ///   - phase: The fraction of the cycle, in [0, 1).
  /// - Precondition: `phase` is in [0, 1), `cycle` within ±``limit``.
  public init(cycle: Int, phase: Double) {
    precondition(phase >= 0 && phase < 1, "a phase must be in [0, 1), but is \(phase)")
    precondition(
      Double(cycle).magnitude <= CyclePosition.limit,
      "a cycle must be within ±1e18, but is \(cycle)")
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
  /// - Precondition: `cycles` is finite, and the sum within ±``limit``.
  public func advanced(by cycles: Double) -> CyclePosition {
    precondition(
      (self.cycles + cycles).magnitude <= CyclePosition.limit,
      "a position must stay finite and within ±1e18 cycles, but \(self.cycles) + \(cycles) does not"
    )
    return CyclePosition(PrecisePosition(self).advanced(by: DoubleDouble(cycles)))
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
    private enum CodingKeys: String, CodingKey {
      case cycle
      case phase
    }

    /// Reads a saved position.
    /// - Throws: `DecodingError` where the phase is not in [0, 1) or the cycle beyond ±``limit``.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      cycle = try container.decode(Int.self, forKey: .cycle)
      phase = try container.decode(Double.self, forKey: .phase)
      guard phase >= 0, phase < 1 else {
        throw DecodingError.dataCorruptedError(
          forKey: .phase, in: container,
          debugDescription: "a phase must be in [0, 1), but is \(phase)")
      }
      guard Double(cycle).magnitude <= CyclePosition.limit else {
        throw DecodingError.dataCorruptedError(
          forKey: .cycle, in: container,
          debugDescription: "a cycle must be within ±1e18, but is \(cycle)")
      }
    }
  }
#endif
