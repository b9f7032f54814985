// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

// In a layer in whose time something repeats an animation plays in every pass, but starts in the
// first and stops in the last.
extension AttachedAnimation {
  /// Compares with the last frame.
  /// - Returns: What has happened since.
  func step(in fold: FoldedTime) -> (starts: Bool, ends: Bool) {
    let point = fold.point
    // What shows is closed at a held end; whether it has come to its end is not.
    let stage =
      point.isHeld
      ? runner?.sample(at: point.time, inReversedTime: point.direction < 0).stage ?? .before
      : stage
    let previous = lastStage
    lastStage = stage
    if fold.isAhead { return (false, false) }
    var isStart = false
    switch state {
    case .pending, .ended: return (false, false)
    case .dormant(let since):
      if point.time == since && !fold.hasTurned { return (false, false) }
      state = .waiting
      fallthrough
    case .waiting:
      let isBegun =
        fold.isOver
        ? false : begins(at: point.time, direction: point.direction, stage: stage)
      guard isBegun || hasPassedBegin(since: previous, in: fold) else { return (false, false) }
      state = .started
      isStart = true
    case .started: break
    }
    if previous != nil, fold.passed.upperBound >= endTime { hasPassedEnd = true }
    guard fold.isLastPass else { return (isStart, false) }
    let isThrough =
      point.direction > 0 ? stage == .after : (point.direction < 0 && stage == .before)
    let isEnd = isThrough || fold.isOver && hasPassedEnd
    if isEnd { state = .ended }
    return (isStart, isEnd)
  }

  /// Whether time has passed its beginning since a frame in which it waited.
  private func hasPassedBegin(since previous: MediaSample.Stage?, in fold: FoldedTime) -> Bool {
    switch previous {
    case nil: false
    case .before: fold.passed.upperBound >= animation.timing.beginTime
    case .active: true
    case .after: fold.passed.lowerBound < endTime
    }
  }

  private var endTime: Double { animation.timing.endTime }

  /// Whether it belongs to the frame that its layer holds: it ended exactly with the layer.
  func isHeld(by fold: FoldedTime) -> Bool {
    fold.point.isHeld && fold.point.isShown && stage == .active
  }
}
