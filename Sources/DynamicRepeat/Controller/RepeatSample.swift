// SPDX-License-Identifier: Apache-2.0

/// Position, progress and state at a time.
public struct RepeatSample: Hashable, Sendable, BitwiseCopyable {
  /// Whole cycles since the start, and the phase; while idle, those at which the repeat rests.
  public let position: CyclePosition
  /// 0 in the default state, 1 in the alternate one, after pacing; a pace that overshoots leaves
  /// this range.
  public let progress: Double
  /// The progress before pacing.
  public let fraction: Double
  /// The rate in 2^-96 Hz, precise enough to return a requested duration exactly as it was given.
  @usableFromInline let rate: Rate
  /// The state at the sample's time.
  public let state: RepeatState
  /// Whether the run is in the delay between two cycles.
  public let isWaiting: Bool

  @inlinable @inline(__always)
  init(
    position: CyclePosition, progress: Double, fraction: Double, rate: Rate, state: RepeatState,
    isWaiting: Bool
  ) {
    self.position = position
    self.progress = progress
    self.fraction = fraction
    self.rate = rate
    self.state = state
    self.isWaiting = isWaiting
  }

  /// Cycles per second in effect: 0 while idle, paused, held, and in a delay between cycles.
  public var hertz: Double { rate.hertz }

  /// Seconds per cycle in effect; infinite while nothing moves.
  ///
  /// A requested duration is returned bit for bit.
  public var cycleDuration: Double { rate.cycleDuration }
}
