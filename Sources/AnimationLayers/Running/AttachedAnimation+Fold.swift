// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

// An animation in a repeating layer plays in every pass (one leg of the layer). Its start is
// reported only in the first pass, and its stop only in the last.
extension AttachedAnimation {
  /// Compares the present frame with the last frame.
  /// - Returns: The events since the last frame.
  func step(in fold: FoldedTime) -> (starts: Bool, ends: Bool) {
    let point = fold.point
    let isNew = isNew
    self.isNew = false
    var isStart = false
    switch state {
    case .pending, .ended: return (false, false)
    case .dormant(let since):
      guard point.time != since || fold.hasPassed(isNew: isNew, { $0.from != $0.to }) else {
        return (false, false)
      }
      state = .waiting
      fallthrough
    case .waiting:
      guard fold.hasPassed(isNew: isNew, begins) else { return (false, false) }
      state = .started
      isStart = true
    case .started: break
    }
    let endTime = animation.timing.endTime
    if fold.hasPassed(isNew: isNew, { max($0.from, $0.to) >= endTime }) { hasPassedEnd = true }
    guard fold.isLastPass else { return (isStart, false) }
    let isEnd = hasReachedEnd(in: fold) || fold.isOver && hasPassedEnd
    if isEnd { state = .ended }
    return (isStart, isEnd)
  }

  /// Whether the animation begins, or has begun, in an interval of its layer's time.
  private func begins(in passed: ElapsedInterval) -> Bool {
    let begin = animation.timing.beginTime
    guard passed.isBackwards else { return passed.to >= begin }
    return passed.from >= begin && passed.to <= animation.timing.endTime
  }

  /// Whether the animation has reached its end in the present pass.
  private func hasReachedEnd(in fold: FoldedTime) -> Bool {
    let point = fold.point
    guard !fold.isAhead, point.direction != 0 else { return false }
    // While content is held, `stage` counts the end as part of the active interval. For the end
    // event the end is outside the interval, so the stage is sampled again.
    let stage =
      point.isHeld
      ? runner?.sample(at: point.time, inReversedTime: point.direction < 0).stage ?? .before
      : stage
    return stage == (point.direction > 0 ? .after : .before)
  }

  /// Whether the animation is part of the frame that the layer holds, because animation and layer
  /// ended at the same time.
  func isHeld(by fold: FoldedTime) -> Bool {
    fold.point.isHeld && fold.point.isShown && stage == .active
  }
}
