// SPDX-License-Identifier: Apache-2.0

import AnimationLayers

/// Time spaces, media timing and values, computed independently in plain arithmetic for comparison.
///
/// The computation is not exact at the boundaries of cycles.
enum DirectEvaluation {
  /// Progress before the timing function, the cycle, and whether the children's time runs
  /// backwards.
  ///
  /// `nil` if the animation is not in effect.
  static func fraction(
    of timing: MediaTiming, at time: Double, isReversed: Bool
  ) -> (fraction: Double, cycle: Double, isReversed: Bool)? {
    let c = timing.duration * (timing.autoreverses ? 2 : 1)
    let n = timing.repeatCount > 0 ? timing.repeatCount : 1
    var length = n * c
    if timing.repeatDuration > 0 {
      length = timing.repeatCount > 0 ? min(length, timing.repeatDuration) : timing.repeatDuration
    }
    var e = (time - timing.beginTime) * abs(timing.speed)
    let fillsBefore = timing.fillMode == .backwards || timing.fillMode == .both
    let fillsAfter = timing.fillMode == .forwards || timing.fillMode == .both
    if isReversed ? e <= 0 : e < 0 {
      guard fillsBefore else { return nil }
      e = 0
    }
    if isReversed ? e > length : e >= length {
      guard fillsAfter else { return nil }
      e = length
    }
    let isTop = timing.speed < 0 ? e == 0 : e == length
    let p = (timing.speed < 0 ? length - e : e) + timing.timeOffset
    var cycle = (p / c).rounded(.down)
    var u = p - cycle * c
    if isTop && u < 1e-9 * c {
      u = c
      cycle -= 1
    }
    let isWayBack = u > timing.duration
    let s = isWayBack ? 2 * timing.duration - u : u
    let isChildReversed = isReversed != ((timing.speed < 0) != isWayBack)
    return (min(1, max(0, s / timing.duration)), cycle, isChildReversed)
  }

  /// One animation of a number, alone or in a group.
  struct Plan {
    var timing: MediaTiming
    var pacing: TimingFunction
    var from: Double?
    var to: Double?
    var by: Double?
    var isAdditive = false
    var isCumulative = false
    var children: [Plan] = []

    /// The value of the animation over the underlying value `underlying`.
    func value(over underlying: Double, at time: Double, isReversed: Bool) -> Double {
      guard let point = fraction(of: timing, at: time, isReversed: isReversed) else {
        return underlying
      }
      let progress = pacing(point.fraction)
      guard children.isEmpty else {
        let inner = min(1, max(0, progress)) * timing.duration
        // Exactly at its beginning or end, the group shows its first or last frame, whichever way
        // time runs.
        let isChildReversed =
          inner == 0 ? false : (inner == timing.duration ? true : point.isReversed)
        return children.reduce(underlying) {
          $1.value(over: $0, at: inner, isReversed: isChildReversed)
        }
      }
      let base = isAdditive ? 0 : underlying
      let start = from ?? (by != nil && to != nil ? to! - by! : base)
      let end = to ?? (by.map { start + $0 } ?? base)
      var value = start + (end - start) * progress
      if isCumulative && point.cycle > 0 {
        value += point.cycle * (timing.autoreverses ? start : end)
      }
      return isAdditive ? underlying + value : value
    }
  }
}
