// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// What happens to a running cycle when another rate or duration is requested.
///
/// While the rate stays as it is, all policies agree to the last bit.
public enum RatePolicy: Hashable, Sendable {
  /// The current cycle keeps its rate; the new rate holds from its boundary on.
  ///
  /// The boundary is the ideal one, also when it lies inside a frame: nothing drifts. Requested
  /// exactly on a boundary, or while nothing moves, the rate holds at once. Where the motion comes
  /// to a standstill before the boundary, at the end of a ramp to 0, the rate holds from there on.
  case restartPerCycle

  /// The new rate is reached over `ramp` seconds (0: at once) from the present phase: the value
  /// never jumps.
  ///
  /// With a ramp the rate is continuous too, and so is the slope of the value.
  case phaseMatched(ramp: Double, shape: RampShape = .linear)

  /// The new rate holds at once, the phase is kept: ``phaseMatched(ramp:shape:)`` with no ramp.
  public static var phaseMatched: RatePolicy { .phaseMatched(ramp: 0) }

  /// Says what is wrong with the ramp, if anything is.
  /// - Throws: ``RepeatError/invalidInterval(_:)``.
  public func validate() throws(RepeatError) {
    guard case .phaseMatched(let ramp, _) = self else { return }
    guard RepeatLimits.intervals.contains(ramp) else { throw .invalidInterval(ramp) }
  }
}

#if !hasFeature(Embedded)
  extension RatePolicy: Codable {}
#endif
