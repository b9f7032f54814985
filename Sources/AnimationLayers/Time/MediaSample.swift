// SPDX-License-Identifier: Apache-2.0

/// The state of an animation at one time.
///
/// Outside the active interval, all properties except `stage` and `isInEffect` describe the frame
/// that a filling animation holds, even if this animation does not fill.
public struct MediaSample: Hashable, Sendable {
  /// Before, in or after the active interval.
  public enum Stage: Hashable, Sendable {
    /// Before the beginning.
    case before
    /// In the active interval.
    case active
    /// After the end.
    case after
  }

  /// Before, in or after the active interval.
  public let stage: Stage

  /// Whether the animation contributes a value: in the active interval, and outside this interval
  /// if the animation fills.
  public let isInEffect: Bool

  /// The number of the leg (one run from start to end, or back), from 0.
  ///
  /// With autoreverse, two legs make a cycle, and odd legs run back.
  ///
  /// Legs before the first leg, which a negative time offset or an endless animation that plays
  /// backwards shows, have negative numbers. The magnitude is at most half of the greatest `Int`.
  public let leg: Int

  /// The largest ``leg``; shown if infinitely many legs have passed.
  package static let greatestLeg = Int.max / 2

  /// The number of the cycle, from 0; negative if ``leg`` is.
  public var cycle: Int { isInCycleOfTwo ? leg >> 1 : leg }

  /// The position in the leg, 0...1, before the timing function; on the way back it falls.
  public let fraction: Double

  /// The interpolation parameter: ``fraction`` after the timing function.
  public let progress: Double

  /// The eased position in the leg in seconds, the time of a group's children.
  ///
  /// The time runs from 0 to the duration, and falls on the way back, unless the timing function
  /// overshoots. With an infinite duration, it is the time since the beginning.
  public var localTime: Double { content.seconds }

  /// ``localTime``, exactly.
  let content: LayerTicks

  /// Whether ``localTime`` falls while the parent's time rises.
  package let runsBackwards: Bool

  /// Whether each cycle has a leg back.
  let isInCycleOfTwo: Bool
}
