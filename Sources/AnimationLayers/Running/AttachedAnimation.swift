// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// A layer's copy of an animation, and its state.
final class AttachedAnimation {
  enum State: Equatable {
    /// Added, not yet seen by an update.
    case pending
    /// Seen by an update while the layer's time was stopped; waits until the layer's time moves.
    case dormant(since: Double)
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
  var animation: any LayerAnimation {
    didSet { (beginTime, isRemovedOnCompletion) = Self.readings(of: animation) }
  }
  // Copied out of `animation`, because reading a property of an existential in each frame costs
  // more than a sample.
  private var beginTime: Double
  private(set) var isRemovedOnCompletion: Bool
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
    (beginTime, isRemovedOnCompletion) = Self.readings(of: animation)
    self.key = key
  }

  /// Assigns a number and the open transaction's settings.
  ///
  /// Called when the animation is added to a layer of the tree, or when its layer joins the tree.
  func join(_ tree: LayerTree) {
    number = tree.nextNumber()
    completions = tree.openCompletions
    for group in completions { group.remaining += 1 }
    guard let transaction = tree.currentTransaction else { return }
    inheritedDuration = transaction.duration
    inheritedPacing = transaction.timingFunction
  }

  private static func readings(of animation: any LayerAnimation) -> (Double, Bool) {
    (animation.timing.beginTime, animation.isRemovedOnCompletion)
  }

  /// Resolves the begin time and duration at the animation's first update.
  func commit(on layer: Layer) {
    guard case .pending = state else { return }
    let now = layer.point.time
    // A begin time of NaN reads as the default 0, which means now.
    let begin = animation.timing.beginTime
    if begin == 0 || begin.isNaN { animation.timing.beginTime = now }
    if !(animation.timing.duration > 0) { animation.timing.duration = inheritedDuration }
    let settings = RunnerSettings(
      timing: animation.timing, pacing: animation.timingFunction ?? inheritedPacing ?? .linear)
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
  func showInside(at local: Double) -> Bool {
    guard case .started = state, runner != nil else { return false }
    let isInside = Unmanaged.passUnretained(runner.unsafelyUnwrapped)
      ._withUnsafeGuaranteedRef { $0.runInside(at: local) }
    if isInside { stage = .active }
    return isInside
  }

  /// Compares the current frame with the last frame.
  /// - Parameter fold: The state of a layer that repeats or is in a repeating layer; else `nil`.
  /// - Returns: The events since the last frame.
  func step(at point: ContentPoint, in fold: FoldedTime?) -> (starts: Bool, ends: Bool) {
    let isNew = isNew
    if fold != nil { self.isNew = false }
    var isStart = false
    switch state {
    case .pending, .ended: return (false, false)
    case .dormant(let since):
      let hasMoved = fold?.hasPassed(isNew: isNew, { $0.from != $0.to }) ?? false
      guard point.time != since || hasMoved else { return (false, false) }
      state = .waiting
      fallthrough
    case .waiting:
      guard fold?.hasPassed(isNew: isNew, begins) ?? begins(at: point) else {
        return (false, false)
      }
      state = .started
      isStart = true
    case .started: break
    }
    let isEnd = fold.map { ends(in: $0, at: point, isNew: isNew) } ?? hasReachedEnd(at: point)
    if isEnd { state = .ended }
    return (isStart, isEnd)
  }

  /// Whether a waiting animation has begun.
  private func begins(at point: ContentPoint) -> Bool {
    let isAtBegin = point.time >= beginTime
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
