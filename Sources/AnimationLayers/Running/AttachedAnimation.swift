// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// A layer's copy of an animation, and its state.
final class AttachedAnimation: ListedObject {
  enum State: Equatable {
    /// Added, not yet seen by an update.
    case pending
    /// Seen by an update while the layer's time was stopped; waits until the layer's time moves.
    case dormant(since: LayerTicks)
    /// Seen by an update, not begun.
    case waiting
    /// Begun; the start has been reported, or will be in this update.
    case started
    /// Ended and reported; kept if it is not removed on completion.
    case ended
  }

  let key: AnimationKey?
  /// The animation's number in order of addition, unique in the tree.
  var number = 0
  var indexInList = 0
  private(set) var animation: any LayerAnimation
  // Copied out of `animation`, because reading a property of an existential in each frame costs
  // more than a sample.
  let isRemovedOnCompletion: Bool
  @exclusivity(unchecked) private(set) var runner: AnimationRunner?
  @exclusivity(unchecked) var state = State.pending
  var isRemoved = false
  @exclusivity(unchecked) private(set) var stage = MediaSample.Stage.before
  /// Whether the animation was committed after the last update of its repeating layer.
  var isNew = true
  /// Whether the animation has reached its end in any pass of its repeating layer.
  var hasPassedEnd = false
  /// Whether the layer's time was at or after the animation's begin time in any frame so far.
  var hasReachedBegin = false
  /// The duration used if the animation has none.
  private var inheritedDuration = Transaction.defaultDuration
  private var inheritedPacing: TimingFunction?
  private var completions: [CompletionGroup] = []

  init(_ animation: any LayerAnimation, key: AnimationKey?) {
    self.animation = animation
    isRemovedOnCompletion = animation.isRemovedOnCompletion
    self.key = key
  }

  static func makeVacancy() -> AttachedAnimation {
    AttachedAnimation(BasicAnimation(.opacity), key: nil)
  }

  /// Takes a number and the open transaction's settings, when the animation or its layer is added.
  func join(_ tree: LayerTree) {
    number = tree.nextNumber()
    completions = tree.openCompletions
    for group in completions { group.remaining += 1 }
    guard let transaction = tree.currentTransaction else { return }
    inheritedDuration = transaction.duration
    inheritedPacing = transaction.timingFunction
  }

  /// Resolves the begin time and duration at the animation's first update.
  func commit(on layer: Layer) {
    guard case .pending = state else { return }
    let now = layer.point.time
    // The layer's time is more precise than a `Double`, so the runner gets it directly.
    let isNow = animation.timing.beginTime == 0
    if isNow { animation.timing.beginTime = now.seconds }
    if !(animation.timing.duration > 0) { animation.timing.duration = inheritedDuration }
    let settings = RunnerSettings(
      timing: animation.timing, pacing: animation.timingFunction ?? inheritedPacing ?? .linear,
      begin: isNow ? now : nil)
    runner = animation.content.makeRunner(layer, settings)
    state = layer.point.direction == 0 ? .dormant(since: now) : .waiting
  }

  func show(at point: ContentPoint) {
    guard let runner else { return }
    let isInside = runner.runInside(at: point.time)
    stage = isInside ? .active : runner.run(at: point.time, inReversedTime: point.isReversed)
  }

  /// Fast path for a frame in which the animation neither starts nor ends, and replaces the
  /// underlying value.
  /// - Returns: Whether the fast path applied; if not, nothing has changed.
  @inline(__always)
  func showInside(at local: LayerTicks) -> Bool {
    guard case .started = state, runner != nil else { return false }
    let isInside = Unmanaged.passUnretained(runner.unsafelyUnwrapped)
      ._withUnsafeGuaranteedRef { $0.runInside(at: local) }
    if isInside { stage = .active }
    return isInside
  }

  /// Compares the current frame with the last frame.
  /// - Parameter fold: The state of a layer that repeats or is in a repeating layer; else `nil`.
  /// - Returns: The events since the last frame: whether the animation starts, and if it stops,
  ///   whether it has finished. An animation that has not finished when its layer is over stops.
  func step(at point: ContentPoint, in fold: FoldedTime?) -> (starts: Bool, finished: Bool?) {
    let isNew = isNew
    if fold != nil { self.isNew = false }
    guard !hasEnded else { return (false, nil) }
    let wasStarted = state == .started
    if case .dormant(let since) = state {
      let hasMoved = fold?.hasPassed(isNew: isNew, { $0.from != $0.to }) ?? false
      if point.time != since || hasMoved { state = .waiting }
    }
    if state == .waiting, fold?.hasPassed(isNew: isNew, begins) ?? begins(at: point) {
      state = .started
    }
    let isStarted = state == .started
    let isFinished =
      isStarted
      && (fold.map { ends(in: $0, at: point, isNew: isNew) } ?? hasReachedEnd(at: point))
    let stops = isFinished || fold?.isOver == true
    if stops { state = .ended }
    return (isStarted && !wasStarted, stops ? isFinished : nil)
  }

  /// Whether a waiting animation has begun.
  private func begins(at point: ContentPoint) -> Bool {
    let isAtBegin = point.time >= runner?.prepared.begin ?? .never
    let isBackwards = point.direction < 0
    // If time runs backwards, the animation begins at its end. An animation whose active interval
    // is already past in this direction never begins.
    let hasBegun = isBackwards && stage == .before ? hasReachedBegin || isAtBegin : stage != .before
    if isAtBegin && isBackwards || stage != .before { hasReachedBegin = true }
    return hasBegun && !(isBackwards && stage == .after)
  }

  /// Whether the animation has reached its end in the current direction of time.
  func hasReachedEnd(at point: ContentPoint) -> Bool {
    // While content is held, `stage` counts the end as part of the active interval. For the end
    // event the end is outside the interval, so the stage is sampled again.
    let stage =
      point.isHeld
      ? runner?.sample(at: point.time, inReversedTime: point.direction < 0).stage ?? .before
      : stage
    return point.direction != 0 && stage == (point.direction > 0 ? .after : .before)
  }

  var hasEnded: Bool { state == .ended }

  func event(on layer: Layer) -> AnimationEvent {
    AnimationEvent(layer: layer, key: key, animation: animation)
  }

  /// Reports the end to the completion groups that wait for the animation.
  func settle() {
    for group in completions { group.leave() }
    completions = []
  }
}

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
