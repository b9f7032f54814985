// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

extension MediaTiming {
  /// The same, over at the end of the cycle under way at `time`; in reversed time, begun with it.
  ///
  /// Phase and direction stay: whole cycles are taken off the end that is still to come. They are
  /// those that the count counts: a time offset rotates what shows in a cycle, but moves no end.
  func endingWithCycle(at time: Double, inReversedTime: Bool) -> MediaTiming {
    guard speed != 0, cycleDuration > 0, cycleDuration.isFinite else { return self }
    var plain = self
    plain.timeOffset = 0
    plain.speed = speed.magnitude
    let sample = plain.sample(at: time, inReversedTime: inReversedTime)
    if inReversedTime { return beginning(afterCycles: sample.cycle) }
    let isBetween = sample.fraction == 0 && !(autoreverses && sample.leg & 1 == 1)
    let cycles = Double(max(1, isBetween ? sample.cycle : sample.cycle + 1))
    guard speed < 0, activeDuration.isFinite else { return lasting(cycles: cycles) }
    // Backwards from the end: what is left of the cycle that began with a fraction stays its end.
    let whole = activeDuration / cycleDuration
    let left = max(0, activeDuration - (time - beginTime) * plain.speed)
    return lasting(cycles: whole - (left / cycleDuration).rounded(.down))
  }

  private func lasting(cycles: Double) -> MediaTiming {
    var timing = self
    guard cycles * cycleDuration < activeDuration else { return self }
    timing.repeatCount = cycles
    timing.repeatDuration = 0
    return timing
  }

  private func beginning(afterCycles cycles: Int) -> MediaTiming {
    guard cycles > 0 else { return self }
    let passed = Double(cycles)
    var timing = self
    timing.beginTime += passed * cycleDuration / speed.magnitude
    if repeatCount > 0 { timing.repeatCount -= passed }
    if repeatDuration > 0 { timing.repeatDuration -= passed * cycleDuration }
    return timing
  }
}
