// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// Runs the children of a group in the group's time.
final class GroupRunner: AnimationRunner {
  private let children: [AnimationRunner]

  init(children: [AnimationRunner], settings: RunnerSettings) {
    self.children = children
    super.init(settings: settings)
  }

  override func show(_ sample: MediaSample, at time: Double, inReversedTime: Bool) {
    let timing = settings.timing
    let duration = max(0, timing.duration)
    let inner = innerTime(sample, at: time, duration: duration)
    let isWayBack = timing.autoreverses && sample.leg & 1 == 1
    var isReversed = inReversedTime != (isWayBack != (timing.speed < 0))
    // At its very ends the group shows the frame that leads there: closed, whichever the direction.
    if inner == 0 { isReversed = false } else if inner == duration { isReversed = true }
    for child in children { _ = child.run(at: inner, inReversedTime: isReversed) }
  }

  private func innerTime(_ sample: MediaSample, at time: Double, duration: Double) -> Double {
    guard duration.isFinite else {
      // Without an end there is no fraction of the way; its time is the seconds since it began.
      let timing = settings.timing
      let elapsed = (time - timing.beginTime) * timing.speed + timing.timeOffset
      return elapsed > 0 ? elapsed : 0
    }
    return min(max(0, sample.progress), 1) * duration
  }
}
