// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// A timing and timing function with their derived values, computed once for many samples.
struct PreparedTiming: Hashable, Sendable {
  let timing: MediaTiming
  let pacing: TimingFunction
  private let length: DoubleDouble
  private let rotation: DoubleDouble

  // Fields of the fast path; `begin` is NaN if this timing has no fast path.
  let begin: Double
  let speed: Double
  /// Bound of the relative error of a product with the speed.
  let speedError: Double
  let legDuration: Double
  let cycle: Double
  /// The cycle without the lower half of its significand's bits.
  let cycleHead: Double
  let cyclesPerSecond: Double
  /// Seconds of the active interval within which the fast path's cycle count is certain.
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

  /// Equals ``MediaTiming/sample(at:timing:inReversedTime:)``.
  func sample(at parent: Double, inReversedTime: Bool) -> MediaSample {
    timing.sample(
      at: parent, timing: pacing, inReversedTime: inReversedTime, length: length,
      rotation: rotation)
  }

  /// The sample's fraction at a time inside a leg (a run from start to end, or back), equal bit for
  /// bit to the general path's.
  ///
  /// The result is NaN if equality is not certain, for example near ends, turns and boundaries.
  ///
  /// The fast path leaves out the steps of the general path that change nothing here. It also
  /// leaves out one step that changes little: the general path adds the rounding error of `time +
  /// low.high` to `low.low`, rounds, and adds the result to that sum. This step moves the sum by
  /// at most 2 |`low.low`|. If a product with the speed is rounded, the two paths also differ by
  /// less than 2^-98 of the elapsed time.
  ///
  /// The fast path therefore requires that subtracting both bounds, 2 |`low.low`| and 2^-98 of the
  /// elapsed time, does not change the sum. The code subtracts 4 |`low.low`| to cover the rounding
  /// of this test. A test downwards is enough, because the next `Double` upwards is at least as far
  /// away.
  @inline(__always)
  func fraction(at parent: Double) -> Double {
    // For a negative speed and for NaN, the comparisons below are false.
    let since = DoubleDouble(sum: parent, -begin)
    var (elapsed, elapsedLow) = (since.high, since.low)
    // A product with 1 changes nothing.
    if speed != 1 {
      let product = elapsed * speed
      elapsedLow = elapsed.lost(times: speed, product: product) + elapsedLow * speed
      elapsed = product + elapsedLow
      elapsedLow -= elapsed - product
    }
    // Below 2^26 cycles, the count times either half of the cycle's significand is exact, and the
    // quotient's error is below the margin.
    guard elapsed > 0, elapsed < safeLength else { return .nan }
    let count = (elapsed * cyclesPerSecond - 0.5).nearestWhole
    let whole = count * cycle
    let wholeLow = (cycleHead * count - whole) + (cycle - cycleHead) * count
    let low = DoubleDouble(sum: elapsedLow, -wholeLow)
    // Both differences below are exact: neither number is more than twice the other, or one is 0.
    let time = elapsed - whole
    let folded = autoreverses ? min(time, cycle - time) : time
    let foldedLow = folded < time ? -low.high : low.high
    let margin = cycle * Self.margin
    guard folded > margin, folded < legDuration - margin else { return .nan }
    let rounded = folded + foldedLow
    let lost = foldedLow - (rounded - folded)
    let move = 4 * low.low.magnitude + speedError * elapsed
    guard rounded - (lost.magnitude + move) >= rounded else { return .nan }
    return rounded / legDuration
  }

  /// The progress at a fraction inside a leg; NaN if the timing function needs its slower
  /// evaluation.
  @inline(__always)
  func progress(atFraction fraction: Double) -> Double {
    if isLinear { return fraction }
    return table?.value(at: fraction) ?? .nan
  }

  /// The fraction of a cycle, or of the active interval, that the fast path excludes at each end.
  static var margin: Double { 0x1p-24 }
}
