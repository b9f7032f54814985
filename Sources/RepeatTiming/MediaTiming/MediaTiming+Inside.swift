// SPDX-License-Identifier: Apache-2.0

extension MediaTiming {
  /// The sample of a time inside a leg of the active interval, forwards; `nil` where that is not for
  /// sure.
  ///
  /// The same sums as the full way's, as pairs of `Double`s that are not normalized after each step.
  /// Their errors are below 2^-98 of the largest term. Where all values within such an error round
  /// to the same `Double`, that is the answer, bit for bit; where they do not, and next to ends,
  /// turns and boundaries, there is none.
  ///
  /// Source: A. Ziv, "Fast evaluation of elementary mathematical functions with correctly rounded
  /// last bit", ACM TOMS 17 (1991): the test of the rounding.
  /// - Parameter length: Seconds of the active interval, to a part in 2^42.
  @inline(__always)
  func sampleInside(
    at parent: Double, timing: borrowing TimingFunction, length: Double, rotation: DoubleDouble
  ) -> MediaSample? {
    let cycle = autoreverses ? 2 * duration : duration
    let sizes = (parent.magnitude + beginTime.magnitude) * speed + rotation.high.magnitude
    // No product overflows, and none that counts is below the least number. The comparisons are
    // false for what is not a number.
    guard speed > 0, sizes < 0x1p900, cycle > 0x1p-400 else { return nil }
    let error = 0x1p-98 * sizes

    let since = DoubleDouble(difference: parent, beginTime)
    let elapsed = since.high * speed
    // Times 1 nothing is lost.
    let elapsedLow =
      speed == 1 ? since.low : since.low * speed + since.high.lost(times: speed, product: elapsed)
    guard elapsed > sizes * Self.margin, elapsed < length * (1 - Self.margin) else {
      return nil
    }
    let isRotated = rotation.high != 0
    let run = isRotated ? DoubleDouble(sum: elapsed, rotation.high) : DoubleDouble(elapsed)
    let quotient = run.high / cycle
    // In 26 bits its product with a half of the cycle's bits is exact.
    guard quotient >= 0, quotient < 0x1p26 else { return nil }
    let count = quotient.wholePart
    let whole = count * cycle
    let head = cycle.head
    let wholeLow = (head * count - whole) + (cycle - head) * count
    // Exact: the two are less than a cycle apart.
    let time = run.high - whole
    let timeLow = (run.low + (elapsedLow + rotation.low)) - wholeLow
    // Up to 2^26 cycles, the low parts come to less than 5 * 2^-53 of them in all.
    let margin = cycle * 0x1p-24
    guard time > margin, time < cycle - margin else { return nil }
    let cycles = count.wholeInteger
    guard autoreverses else { return sample(inLeg: cycles, at: time, timeLow, error, timing) }
    guard (time - duration).magnitude > margin else { return nil }
    if time < duration { return sample(inLeg: 2 &* cycles, at: time, timeLow, error, timing) }
    let folded = DoubleDouble(difference: cycle, time)
    return sample(
      inLeg: 2 &* cycles &+ 1, at: folded.high, folded.low - timeLow, error, timing)
  }

  /// Seconds of the active interval in plain arithmetic: a unit or two in the last place off.
  @inline(__always)
  var roundedLength: Double {
    let byCount = (repeatCount > 0 ? repeatCount : 1) * cycleDuration
    guard repeatDuration > 0 else { return byCount }
    return repeatCount > 0 ? min(byCount, repeatDuration) : repeatDuration
  }

  /// The part of the active interval next to its ends that is left to the full way.
  private static var margin: Double { 0x1p-40 }

  /// The sample at the sum of `time` and `low` seconds in a leg, not next to its ends; `nil` where
  /// values within `error` of the sum round to different ones.
  @inline(__always)
  private func sample(
    inLeg leg: WideInt, at time: Double, _ low: Double, _ error: Double,
    _ timing: borrowing TimingFunction
  ) -> MediaSample? {
    let rounded = time + low
    let rest = low - (rounded - time)
    // Upwards the next `Double` is as far away or farther: what rounds to this one from below does so
    // from above.
    guard rounded - (rest.magnitude + error) >= rounded else { return nil }
    let time = rounded
    let fraction = time / duration
    let progress = timing.paced(fraction)
    return MediaSample(
      stage: .active, isInEffect: true, leg: leg, fraction: fraction, progress: progress,
      localTime: progress == fraction ? time : (duration * progress).finite(default: 0),
      runsBackwards: autoreverses && leg & 1 == 1, isInCycleOfTwo: autoreverses)
  }
}
