// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// What a repeat is doing.
public enum RepeatState: Hashable, Sendable {
  /// Not repeating: before the first run or after one.
  case idle
  /// Repeating.
  case running
  /// Repeating until the present cycle ends.
  case stopping
  /// Paused; `isStopping` says whether it resumes as stopping or as running.
  case paused(isStopping: Bool)
}

/// What a repeat shows at one time.
public struct RepeatSample: Hashable, Sendable {
  /// Whole cycles and phase.
  ///
  /// While idle: the position of the start.
  public let position: CyclePosition

  /// How far it is from the default state (0) to the alternate one (1), after pacing; a timing
  /// function that overshoots leaves that range.
  public let progress: Double

  /// The leg's own way before pacing: 0 in the default state, 1 in the alternate one.
  public let fraction: Double

  /// The rate in effect to 106 bits, so that a requested duration comes back as it was given.
  @usableFromInline let rate: DoubleDouble

  /// Cycles per second in effect: 0 while idle, paused, held and between cycles.
  public var hertz: Double { rate.high }

  /// What the repeat is doing then.
  public let state: RepeatState

  /// Whether it is in the delay between two cycles.
  public let isWaiting: Bool

  @inlinable
  init(
    position: CyclePosition, progress: Double, fraction: Double, rate: DoubleDouble,
    state: RepeatState, isWaiting: Bool
  ) {
    self.position = position
    self.progress = progress
    self.fraction = fraction
    self.rate = rate
    self.state = state
    self.isWaiting = isWaiting
  }

  /// Seconds per cycle in effect; infinite where nothing moves.
  ///
  /// A requested duration comes back bit for bit.
  public var cycleDuration: Double {
    // Not by dividing by 0, which some programs let trap.
    rate.sign == 0 ? .infinity : (DoubleDouble.one / rate.magnitude).high
  }
}

#if !hasFeature(Embedded)
  extension RepeatState: Codable {}
#endif
