// SPDX-License-Identifier: Apache-2.0

// An animation in a repeating layer plays in every pass (a run of the layer's content, from start
// to end or back). Its start is reported only in the first pass, and its stop only in the last.
extension AttachedAnimation {
  /// Whether the animation begins, or has begun, in an interval of its layer's time.
  func begins(in passed: ElapsedInterval) -> Bool {
    runner?.prepared.begins(in: passed) ?? false
  }

  private func reachesEnd(in passed: ElapsedInterval) -> Bool {
    runner?.prepared.hasEnded(at: max(passed.from, passed.to)) ?? false
  }

  /// Whether the animation ends in this update.
  func ends(in fold: FoldedTime, at point: ContentPoint, isNew: Bool) -> Bool {
    if !hasPassedEnd { hasPassedEnd = fold.hasPassed(isNew: isNew, reachesEnd) }
    guard fold.isLastPass else { return false }
    return !fold.isAhead && hasReachedEnd(at: point) || fold.isOver && hasPassedEnd
  }

  /// Whether the animation is part of the frame that the layer holds, because animation and layer
  /// ended at the same time.
  func isHeld(at point: ContentPoint) -> Bool {
    point.isHeld && point.isShown && stage == .active
  }
}
