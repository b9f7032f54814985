// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// A timing and its pace with all that follows from them alone: for many samples of the same.
struct PreparedTiming: Hashable, Sendable {
  let timing: MediaTiming
  let pacing: TimingFunction
  private let length: DoubleDouble
  private let rotation: DoubleDouble

  // What the short way reads; the beginning is not a number where there is none for this timing.
  let begin: Double
  let speed: Double
  /// What a product with the speed may have lost, as a part of it.
  let speedError: Double
  let legDuration: Double
  let cycle: Double
  /// The upper half of the cycle's bits.
  let cycleHead: Double
  let cyclesPerSecond: Double
  /// Seconds of the active interval that are surely inside, in cycles that are surely counted.
  let safeLength: Double
  let autoreverses: Bool
  let isLinear: Bool
  let table: BezierTable?

  init(_ timing: MediaTiming, pacing: TimingFunction = .linear) {
    self.timing = timing
    self.pacing = pacing
    length = timing.activeLength
    rotation = timing.rotation
    cycle = timing.cycleDuration
    let sizes = 0x1p-400...0x1p400
    let isUsual =
      sizes.contains(timing.speed) && sizes.contains(cycle)
      && timing.beginTime.magnitude <= sizes.upperBound && rotation == .zero
    begin = isUsual ? timing.beginTime : .nan
    speed = timing.speed
    speedError = speed.significand == 1 ? 0 : 0x1p-98
    legDuration = timing.legDuration
    cycleHead = cycle.head
    cyclesPerSecond = 1 / cycle
    safeLength = min(length.high * (1 - Self.margin), 0x1p26 * cycle)
    autoreverses = timing.autoreverses
    isLinear = pacing.bezier?.isEven == true
    table = pacing.bezier?.table
  }

  /// What ``MediaTiming/sample(at:timing:inReversedTime:)`` answers.
  func sample(at parent: Double, inReversedTime: Bool) -> MediaSample {
    let (time, leg) = inside(at: parent)
    if time.isNaN {
      return timing.sample(
        at: parent, timing: pacing, inReversedTime: inReversedTime, length: length,
        rotation: rotation)
    }
    let fraction = time / legDuration
    let progress = pacing(fraction)
    return MediaSample(
      stage: .active, isInEffect: true, leg: leg, fraction: fraction, progress: progress,
      localTime: progress == fraction ? time : (legDuration * progress).finite(default: 0),
      runsBackwards: autoreverses && leg & 1 == 1, isInCycleOfTwo: autoreverses)
  }

  /// The sample's fraction at a time inside a leg, forwards; not a number where ``inside(at:)`` has no
  /// answer.
  @inline(__always)
  func fraction(at parent: Double) -> Double { inside(at: parent).time / legDuration }

  /// The leg and the seconds in it at a time inside a leg of the active interval, forwards, bit for
  /// bit; not a number where that is not for sure, as next to ends, turns and boundaries.
  ///
  /// These are the full way's sums, step by step, without those that change nothing here. There,
  /// what `time + low.high` loses when it is rounded is added to `low.low`, rounded, and added to
  /// the sum once more: that moves it by 2 |`low.low`| at most. Where a product with the speed is
  /// rounded, both ways differ by less than 2^-98 of the elapsed time. Here the sum must stay as it
  /// is for a move by both together, with `low.low` twice as far for the roundings of this test;
  /// downwards, as upwards the next `Double` is as far away or farther.
  ///
  @inline(__always)
  private func inside(at parent: Double) -> (time: Double, leg: Int) {
    // Backwards no time is inside: the comparisons below are false for it and for no number.
    let since = DoubleDouble(sum: parent, -begin)
    var (elapsed, elapsedLow) = (since.high, since.low)
    // Times 1 nothing changes.
    if speed != 1 {
      let product = elapsed * speed
      elapsedLow = elapsed.lost(times: speed, product: product) + elapsedLow * speed
      elapsed = product + elapsedLow
      elapsedLow -= elapsed - product
    }
    // Below 2^26 cycles their product with half of the cycle's bits is exact, and the error of
    // their quotient is below the margin.
    guard elapsed > 0, elapsed < safeLength else { return (.nan, 0) }
    let count = (elapsed * cyclesPerSecond - 0.5).nearestWhole
    let whole = count * cycle
    let wholeLow = (cycleHead * count - whole) + (cycle - cycleHead) * count
    let low = DoubleDouble(sum: elapsedLow, -wholeLow)
    // Both differences are exact: neither number is more than twice the other, or one is 0.
    let time = elapsed - whole
    let folded = autoreverses ? min(time, cycle - time) : time
    let foldedLow = folded < time ? -low.high : low.high
    let margin = cycle * Self.margin
    guard folded > margin, folded < legDuration - margin else { return (.nan, 0) }
    let rounded = folded + foldedLow
    let lost = foldedLow - (rounded - folded)
    let move = 4 * low.low.magnitude + speedError * elapsed
    guard rounded - (lost.magnitude + move) >= rounded else { return (.nan, 0) }
    let cycles = count.wholeInteger
    return (rounded, autoreverses ? 2 * cycles + (folded < time ? 1 : 0) : cycles)
  }

  /// The progress at a fraction inside a leg, where that is quickly found; else not a number.
  @inline(__always)
  func progress(atFraction fraction: Double) -> Double {
    if isLinear { return fraction }
    return table?.value(at: fraction) ?? .nan
  }

  /// The part of a cycle, or of the whole, next to its ends that the short way leaves out.
  static var margin: Double { 0x1p-24 }
}
