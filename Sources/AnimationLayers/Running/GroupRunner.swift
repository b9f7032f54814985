// SPDX-License-Identifier: Apache-2.0

/// Runs the children of a group in the group's time.
final class GroupRunner: AnimationRunner {
  private let children: [AnimationRunner]

  init(children: [AnimationRunner], settings: RunnerSettings) {
    self.children = children
    super.init(settings: settings)
  }

  override func show(_ sample: MediaSample, inReversedTime: Bool) {
    let duration = max(0, timing.duration)
    // The timing function may overshoot, but children's time stays within the group's duration.
    let inner = min(max(0, sample.localTime), duration)
    var isReversed = inReversedTime != sample.runsBackwards
    // Exactly at its beginning or end, the group shows the first or last frame of its active
    // interval, whichever way time runs.
    if inner == 0 { isReversed = false } else if inner == duration { isReversed = true }
    for child in children { _ = child.run(at: inner, inReversedTime: isReversed) }
  }
}
