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
  /// The same sum as the long way's, with errors of some 2^-104 of its largest term. Where all sums
  /// that lie within such errors round to the same `Double`, that is the phase; where they do not,
  /// and next to boundaries and turns, which have their own rules, there is no answer.
  /// - Parameter time: Any number.
  /// Source: A. Ziv, "Fast evaluation of elementary mathematical functions with correctly rounded
  /// last bit", ACM TOMS 17 (1991): the test of the rounding.
  @inlinable @inline(__always)
  package func position(at time: Double) -> (cycle: WideInt, phase: Double)? {
    guard time > begin, time < end else { return nil }
    let elapsed = DoubleDouble(sum: time, -origin.high)
    let elapsedLow = elapsed.low - origin.low
    let run = rate.high * elapsed.high
    let runLow =
      rate.high.lost(times: elapsed.high, product: run)
      + (rate.high * elapsedLow + rate.low * elapsed.high)
    let sum = DoubleDouble(sum: anchorFraction.high, run)
    guard sum.high.magnitude < 0x1p50 else { return nil }
    // The nearest integer, in the last bits of a sum with the shift; then the one below.
    // To convert to an integer and back takes twice as long.
    let shifted = sum.high + Self.shift
    let nearest = shifted - Self.shift
    let isAbove = nearest > sum.high
    let whole = nearest - (isAbove ? 1 : 0)
    let remainder = sum.high - whole
    // Just below 0 the difference is not exact: what it has lost counts too.
    let remainderLow = sum.high - (remainder + whole)
    let sumLow = remainderLow + (sum.low + (runLow + anchorFraction.low))
    guard remainder > sumLow.magnitude else { return nil }
    let phase = remainder + sumLow
    let phaseLow = sumLow - (phase - remainder)
    let error = 0x1p-98 * (1 + rate.high.magnitude * (time.magnitude + origin.high.magnitude))
    guard phase + (phaseLow + error) == phase, phase + (phaseLow - error) == phase,
      phase > 1e-18, phase < 1, phase != 0.5
    else { return nil }
    let cycles = WideInt(truncatingIfNeeded: shifted.bitPattern &- Self.shift.bitPattern)
    return (anchorCycle &+ cycles &- (isAbove ? 1 : 0), phase)
  }

  /// In the middle between 2^52 and 2^53, where the last bit of a `Double` is worth 1.
  @inlinable
  static var shift: Double { 0x1.8p52 }
}
