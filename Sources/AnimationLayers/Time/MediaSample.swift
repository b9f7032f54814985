// SPDX-License-Identifier: Apache-2.0

/// The progress of an animation at one time.
///
/// Outside the active interval all but `stage` and `isInEffect` speak of the frame that would be
/// held, whether or not it is.
public struct MediaSample: Hashable, Sendable {
  /// Before, in or after the active interval.
  public enum Stage: Hashable, Sendable {
    /// Not begun.
    case before
    /// Begun and not over.
    case active
    /// Over.
    case after
  }

  /// Before, in or after the active interval.
  public let stage: Stage

  /// Whether it shows: in the active interval, and outside it where it fills.
  public let isInEffect: Bool

  /// The number of the one-way run, from 0; with autoreverse two make a cycle, and odd ones run
  /// back.
  ///
  /// Negative where a negative offset rotates to before the first, and where it plays backwards
  /// from an end that never comes. Held at ±``greatestLeg``.
  public let leg: Int

  /// What ``leg`` is where there are more legs than can be counted, as in no time at all for ever.
  public static let greatestLeg = Int.max / 2

  /// The number of the cycle, from 0.
  public var cycle: Int { isInCycleOfTwo ? leg.flooredQuotient(by: 2) : leg }

  /// How far from start to end, 0...1, after direction and before pacing.
  public let fraction: Double

  /// How far from start to end after pacing; what a value is interpolated with.
  public let progress: Double

  /// Seconds from the start of the leg, after direction and pacing: what a group hands to its
  /// children.
  ///
  /// From 0 to the duration, unless the pacing overshoots; with an infinite duration, the time
  /// since the beginning.
  public let localTime: Double

  /// Whether ``localTime`` falls while the parent's time rises.
  ///
  /// What runs in it runs in reversed time if this and its parent's time do not both run backwards.
  public let runsBackwards: Bool

  /// Whether each cycle goes there and back.
  let isInCycleOfTwo: Bool
}
