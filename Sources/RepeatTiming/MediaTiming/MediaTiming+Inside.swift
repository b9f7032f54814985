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
  @inline(__always)
  func sampleInside(
    at parent: Double, timing: TimingFunction, length: DoubleDouble, rotation: DoubleDouble
  ) -> MediaSample? {
    let cycle = cycleDuration
    let most = 0x1p400
    // The comparisons are false for what is not a number.
    guard speed > 0, speed < most, cycle > 1 / most, cycle < most, parent.magnitude < most,
      beginTime.magnitude < most
    else { return nil }
    let sizes = (parent.magnitude + beginTime.magnitude) * speed + rotation.high.magnitude
    let error = 0x1p-98 * sizes

    let since = DoubleDouble(sum: parent, -beginTime)
    let elapsed = since.high * speed
    // Times 1 nothing is lost.
    let elapsedLow =
      speed == 1 ? since.low : since.low * speed + since.high.lost(times: speed, product: elapsed)
    guard elapsed > sizes * Self.margin, elapsed < length.high * (1 - Self.margin) else {
      return nil
    }
    let run = DoubleDouble(sum: elapsed, rotation.high)
    let quotient = run.high / cycle
    guard quotient >= 0, quotient < 0x1p50 else { return nil }
    let cycles = WideInt(quotient)
    let whole = Double(cycles) * cycle
    // Exact: the two are less than a cycle apart.
    let time = run.high - whole
    let timeLow =
      (run.low + (elapsedLow + rotation.low)) - Double(cycles).lost(times: cycle, product: whole)
    guard let time = Rounded(time, timeLow, error), time.value > cycle * Self.margin,
      time.value < cycle * (1 - Self.margin)
    else { return nil }
    guard autoreverses else { return sample(inLeg: cycles, at: time.value, timing) }
    guard (time.value - duration).magnitude > cycle * Self.margin else { return nil }
    if time.value < duration { return sample(inLeg: 2 * cycles, at: time.value, timing) }
    let folded = DoubleDouble(sum: cycle, -time.value)
    guard let wayBack = Rounded(folded.high, folded.low - time.low, error) else { return nil }
    return sample(inLeg: 2 * cycles + 1, at: wayBack.value, timing)
  }

  /// The part of a length next to its ends that is left to the full way.
  private static var margin: Double { 0x1p-40 }

  @inline(__always)
  private func sample(inLeg leg: WideInt, at time: Double, _ timing: TimingFunction) -> MediaSample
  {
    let fraction = max(0, min(1, time / duration))
    let progress = timing(fraction)
    return MediaSample(
      stage: .active, isInEffect: true, leg: leg, fraction: fraction, progress: progress,
      localTime: progress == fraction ? time : (duration * progress).finite(default: 0),
      runsBackwards: autoreverses && leg & 1 == 1, isInCycleOfTwo: autoreverses)
  }
}

/// The one `Double` that all values near a sum round to.
private struct Rounded {
  let value: Double
  /// What rounding has lost of the sum.
  let low: Double

  /// `nil` where values within `error` of the sum of `high` and `low` round to different ones.
  @inline(__always)
  init?(_ high: Double, _ low: Double, _ error: Double) {
    value = high + low
    self.low = low - (value - high)
    guard value + (self.low + error) == value, value + (self.low - error) == value else {
      return nil
    }
  }
}
