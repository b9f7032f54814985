// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// A timing and timing function with their derived values, computed once for many samples.
struct PreparedTiming {
  let timing: MediaTiming
  let pacing: TimingFunction
  let begin: LayerTicks
  /// The magnitude of the timing's speed.
  let speed: LayerSpeed
  let isBackwards: Bool
  /// The active interval, `A`.
  let length: LayerTicks
  let leg: LayerTicks
  let rotation: LayerTicks

  /// The length of the active interval if a frame inside a leg may skip the sample; else 0.
  private let quickLength: LayerTicks
  /// Units of 2^`unitBits` ticks, less than 2^62 in a leg, in which a fraction is computed.
  private let unitBits: Int128
  private let unitsPerLeg: Double
  private let isLinear: Bool
  private let table: BezierTable?
  private var current = CurrentLeg()

  /// The leg of the last sample: the next sample is mostly in the same leg, and a division takes
  /// longer than the rest of a frame.
  private struct CurrentLeg {
    var index = 0 as Int128
    /// The content's time at which the leg starts.
    var start = LayerTicks.zero
    /// The part of the leg with quick fractions.
    var quickLength = LayerTicks.zero
    var isWayBack = false
  }

  /// - Parameter begin: The begin time, if it is not the timing's.
  init(_ timing: MediaTiming, pacing: TimingFunction = .linear, begin: LayerTicks? = nil) {
    trapping(timing.validate)
    self.timing = timing
    self.pacing = pacing
    self.begin = begin ?? LayerTicks(seconds: timing.beginTime)
    speed = LayerSpeed(timing.speed.magnitude)
    isBackwards = timing.speed < 0 && speed.sign != 0
    (length, rotation) = (timing.activeLength, timing.rotation)
    leg = timing.leg
    unitBits = max(0, Int128(66 - leg.count.leadingZeroBitCount))
    unitsPerLeg = leg.double(inUnitsOf: unitBits)
    let isForwards = speed.sign != 0 && !isBackwards
    let isQuick = leg > .zero && leg < .never && rotation == .zero && isForwards
    quickLength = isQuick ? length : .zero
    isLinear = pacing.bezier?.isEven == true
    table = pacing.bezier?.table
  }

  /// The elapsed time `e`.
  @inline(__always)
  func elapsed(at parent: LayerTicks) -> LayerTicks { (parent - begin) * speed }

  /// The fraction of a sample strictly inside the active interval; NaN elsewhere, and for rare
  /// timings.
  @inline(__always)
  mutating func quickFraction(at parent: LayerTicks) -> Double {
    let elapsed = elapsed(at: parent)
    var time = elapsed - current.start
    if time <= .zero || time >= current.quickLength {
      guard elapsed > .zero, elapsed < quickLength else { return .nan }
      findLeg(at: elapsed)
      time = elapsed - current.start
    }
    return fraction(at: current.isWayBack ? leg - time : time)
  }

  /// The number of the leg at a content's time, and the time since the start of this leg.
  mutating func place(at run: LayerTicks) -> (index: Int128, time: LayerTicks) {
    let time = run - current.start
    if time > .zero, time < leg { return (current.index, time) }
    findLeg(at: run)
    return (current.index, run - current.start)
  }

  @inline(never)
  private mutating func findLeg(at run: LayerTicks) {
    let (index, time) = run.dividedDown(by: leg)
    let start = run - time
    current = CurrentLeg(
      index: index, start: start,
      quickLength: quickLength > .zero ? min(leg, quickLength - start) : .zero,
      isWayBack: timing.autoreverses && index & 1 == 1)
  }

  /// The fraction at a time in a leg.
  @inline(__always)
  func fraction(at time: LayerTicks) -> Double {
    time.double(inUnitsOf: unitBits) / unitsPerLeg
  }

  /// The progress at a fraction; NaN if the timing function needs its slower evaluation.
  @inline(__always)
  func progress(atFraction fraction: Double) -> Double {
    if isLinear { return fraction }
    guard let table, fraction > 0, fraction < 1 else { return .nan }
    return table.value(at: fraction)
  }
}
