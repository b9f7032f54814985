// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// The part of a controller that gives the position while its rate is constant: small, to be kept
/// at hand.
///
/// The position comes from a third of the steps that ``Motion/state(at:)`` takes, to the same bits.
@usableFromInline
package struct SteadyMotion: Hashable, Sendable {
  @usableFromInline let origin: DoubleDouble
  @usableFromInline let rate: DoubleDouble
  @usableFromInline let anchorCycle: WideInt
  @usableFromInline let anchorFraction: DoubleDouble
  /// It answers for times between these two.
  @usableFromInline let begin: Double
  @usableFromInline let end: Double

  /// The motion of a controller, as long as no command changes it.
  ///
  /// It answers for no time while idle, still, before the timeline has a start, on a ramp, or with
  /// delays between cycles.
  @inlinable @inline(__always)
  package init(_ controller: borrowing RepeatController) {
    origin = controller.motion.origin
    rate = controller.motion.curve.endRate
    anchorCycle = controller.motion.anchor.position.cycle
    anchorFraction = controller.motion.anchor.position.fraction
    begin = controller.run.startTime.high
    end = controller.steadyEnd
  }

  /// The position at `time`, or `nil` where the short way does not decide.
  ///
  /// The same sum as the long way's. With S = |rate| (|time| + |origin|), neither is off by 2^-100 of
  /// 1 + S: each of some ten low parts is below 2^-52 of it and loses 2^-53 of itself. Where all sums
  /// that lie within such errors round to the same `Double`, that is the phase; where they do not,
  /// and next to boundaries and turns, which have their own rules, there is no answer.
  /// - Parameter time: Any number.
  /// - Returns: Whole cycles, the fraction of the present one, and twice its way from or to the
  ///   nearest boundary: the progress of a motion there and back, in 0..<1.
  /// Source: A. Ziv, "Fast evaluation of elementary mathematical functions with correctly rounded
  /// last bit", ACM TOMS 17 (1991): the test of the rounding.
  @inlinable @inline(__always)
  package func position(at time: Double) -> (cycle: WideInt, phase: Double, thereAndBack: Double)? {
    guard time > begin, time < end else { return nil }
    // The end is where it would reach 2^36: all low parts together are below 6 * 2^-53 * 2^36, and so
    // below 2^-14.
    let size = rate.high.magnitude * (time.magnitude + origin.high.magnitude)
    // Times to come are the greater number, and so is the run from the second cycle on: then half of
    // the steps give the same sums.
    let elapsed =
      time.magnitude >= origin.high.magnitude
      ? DoubleDouble(differenceOfGreater: time, origin.high)
      : DoubleDouble(difference: time, origin.high)
    let elapsedLow = elapsed.low - origin.low
    let run = rate.high * elapsed.high
    let runLow =
      rate.high.lost(times: elapsed.high, product: run)
      + (rate.high * elapsedLow + rate.low * elapsed.high)
    let sum =
      run.magnitude >= 1
      ? DoubleDouble(sumOfGreater: run, anchorFraction.high)
      : DoubleDouble(sum: anchorFraction.high, run)
    let sumLow = sum.low + (runLow + anchorFraction.low)
    // Right but next to boundaries. The way from the boundary below is exact for positive sums;
    // before position 0 it may lose bits.
    let boundary = (sum.high - 0.5).nearestWhole
    let remainder = sum.high - boundary
    let remainderLow = sum.high < 0 ? sum.high - (remainder + boundary) : 0
    let phase = remainder + sumLow
    // Exact where the phase is above 2^-13, and the remainder so the greater part.
    let phaseLow = (sumLow - (phase - remainder)) + remainderLow
    // Upwards the next `Double` is as far away or farther: what rounds to the phase from below does
    // so from above.
    let spread = phaseLow.magnitude + 0x1p-98 * (1 + size)
    let thereAndBack = min(2 * phase, 2 - 2 * phase)
    // Above 2^-12 and below 1, in one comparison: the bits of positive numbers are in their order.
    let aboveLeast = thereAndBack.bitPattern &- (0x1p-12).bitPattern
    guard aboveLeast &- 1 < (1.0).bitPattern - (0x1p-12).bitPattern - 1, phase - spread >= phase
    else { return nil }
    return (anchorCycle &+ boundary.wholeInteger, phase, thereAndBack)
  }

  /// When a position ahead of the anchor is reached, as the first `Double` at or after that; `nil`
  /// where the short way does not decide.
  ///
  /// The same quotient and sum as the long way's, ``Motion/arrival(at:)``. Neither is off by 2^-100
  /// of |origin| + the time run. Where more than 32 times that lies between the sum and the nearest
  /// `Double`, both are on the same side of it.
  func arrival(at position: PrecisePosition) -> Double? {
    guard end > begin else { return nil }
    // Halves of cycles, which are exact.
    let cycles = Double(position.cycle &- anchorCycle) + position.fraction.high
    let distance = DoubleDouble(difference: cycles, anchorFraction.high)
    let run = distance.high / rate.high
    let product = run * rate.high
    let remainder =
      ((distance.high - product) - run.lost(times: rate.high, product: product))
      + ((distance.low - anchorFraction.low) - run * rate.low)
    let sum = DoubleDouble(sum: origin.high, run)
    let sumLow = sum.low + (remainder / rate.high + origin.low)
    let time = sum.high + sumLow
    let timeLow = sumLow - (time - sum.high)
    let spread = 0x1p-95 * (origin.high.magnitude + run)
    // False for what is no number. Products of shorter ways could lose bits to underflow.
    guard run > 0x1p-80, timeLow.magnitude > spread, cycles.magnitude < 0x1p50 else { return nil }
    return timeLow > 0 ? time.nextUp : time
  }
}
