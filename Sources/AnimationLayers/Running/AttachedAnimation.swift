// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// A layer's copy of an animation, and its state.
final class AttachedAnimation {
  enum State: Equatable {
    /// Added, not yet seen by an update.
    case pending
    /// Committed while the layer's time was stopped; waits until the layer's time moves.
    case dormant(since: Double)
    /// Committed, not begun.
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

  /// Resolves the begin time and duration at the animation's first update; `local` is the layer's
  /// time.
  func commit(on layer: Layer, at local: Double, isStandingStill: Bool) {
    guard case .pending = state else { return }
    // A begin time of NaN reads as the default 0, which means now.
    let begin = animation.timing.beginTime
    if begin == 0 || begin.isNaN { animation.timing.beginTime = local }
    if !(animation.timing.duration > 0) { animation.timing.duration = inheritedDuration }
    let settings = RunnerSettings(
      timing: animation.timing, pacing: animation.timingFunction ?? inheritedPacing ?? .linear)
    runner = animation.content.makeRunner(layer, settings)
    state = isStandingStill ? .dormant(since: local) : .waiting
  }

  func show(at local: Double, inReversedTime: Bool) {
    guard let runner else { return }
    stage =
      runner.runInside(at: local) ? .active : runner.run(at: local, inReversedTime: inReversedTime)
  }

  /// Fast path for a frame in which the animation runs, keeps running and covers the underlying
  /// value.
  /// - Returns: Whether the fast path applied; if not, nothing has changed.
  @inline(__always)
  func showInside(at local: Double) -> Bool {
    guard case .started = state, runner != nil else { return false }
    let isInside = Unmanaged.passUnretained(runner.unsafelyUnwrapped)
      ._withUnsafeGuaranteedRef { $0.runInside(at: local) }
    if isInside { stage = .active }
    return isInside
  }

  /// Compares the present frame with the last frame.
  /// - Parameter direction: The sign of the layer's speed relative to media time.
  /// - Returns: The events since the last frame.
  func step(at local: Double, direction: Int) -> (starts: Bool, ends: Bool) {
    var isStart = false
    switch state {
    case .pending, .ended: return (false, false)
    case .dormant(let since):
      if local == since { return (false, false) }
      state = .waiting
      fallthrough
    case .waiting:
      guard begins(at: local, direction: direction, stage: stage) else { return (false, false) }
      state = .started
      isStart = true
    case .started: break
    }
    let isEnd = direction > 0 ? stage == .after : (direction < 0 && stage == .before)
    if isEnd { state = .ended }
    return (isStart, isEnd)
  }

  /// Whether a waiting animation has begun at `local`.
  func begins(at local: Double, direction: Int, stage: MediaSample.Stage) -> Bool {
    let isAtBegin = local >= beginTime
    // If time runs backwards, the animation begins at its end. An animation whose active interval
    // is already past in this direction never begins.
    let hasBegun =
      direction < 0 && stage == .before ? hasReachedBegin || isAtBegin : stage != .before
    if isAtBegin && direction < 0 || stage != .before { hasReachedBegin = true }
    return hasBegun && !(direction < 0 && stage == .after)
  }

  /// Whether the end has been reported.
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
