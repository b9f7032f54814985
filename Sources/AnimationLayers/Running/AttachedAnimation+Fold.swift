// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

// In a layer in whose time something repeats an animation plays in every pass, but starts in the
// first and stops in the last.
extension AttachedAnimation {
  /// Compares with the last frame.
  /// - Returns: What has happened since.
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
    let isEnd = isThrough(in: fold) || fold.isOver && hasPassedEnd
    if isEnd { state = .ended }
    return (isStart, isEnd)
  }

  /// Whether it begins, or has begun, in a stretch of its layer's time.
  private func begins(in passed: PassedTime) -> Bool {
    let begin = animation.timing.beginTime
    guard passed.isBackwards else { return passed.to >= begin }
    return passed.from >= begin && passed.to <= animation.timing.endTime
  }

  /// Whether it has come to its end in the present pass.
  private func isThrough(in fold: FoldedTime) -> Bool {
    let point = fold.point
    guard !fold.isAhead, point.direction != 0 else { return false }
    // What shows is closed at a held end; whether it has come to its end is not.
    let stage =
      point.isHeld
      ? runner?.sample(at: point.time, inReversedTime: point.direction < 0).stage ?? .before
      : stage
    return stage == (point.direction > 0 ? .after : .before)
  }

  /// Whether it belongs to the frame that its layer holds: it ended exactly with the layer.
  func isHeld(by fold: FoldedTime) -> Bool {
    fold.point.isHeld && fold.point.isShown && stage == .active
  }
}
