// SPDX-License-Identifier: Apache-2.0

/// Runs the children of a group in the group's time.
final class GroupRunner: AnimationRunner {
  private let children: [AnimationRunner]

  init(children: [AnimationRunner], settings: RunnerSettings) {
    self.children = children
    super.init(settings: settings)
  }

  override func show(_ sample: MediaSample, inReversedTime: Bool) {
    // The timing function may overshoot, but children's time stays within the group's duration.
    let inner = min(max(.zero, sample.content), prepared.leg)
    // A frame at an end shows the children just inside that end, whichever way time runs: at an end
    // of the group's time, and at an end of its active interval, where the group may fill.
    let isReversed =
      switch (inner, sample.stage) {
      case (.zero, _): false
      case (prepared.leg, _): true
      case (_, .active): inReversedTime != sample.runsBackwards
      case (_, .before): sample.runsBackwards
      case (_, .after): !sample.runsBackwards
      }
    for child in children { _ = child.run(at: inner, inReversedTime: isReversed) }
  }
}
