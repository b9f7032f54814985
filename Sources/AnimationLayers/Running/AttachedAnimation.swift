// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// A layer's copy of an animation, and how far it has come.
final class AttachedAnimation {
  enum State: Equatable {
    /// Added, not yet seen by an update.
    case pending
    /// Committed while its layer's time was stopped; waits for that to move.
    case dormant(since: Double)
    /// Not begun.
    case waiting
    /// Its start has been reported, or is about to be.
    case started
    /// Over, and reported; still there if it is not removed on completion.
    case ended
  }

  let key: AnimationKey?
  /// Its index in the order of adding, over the whole tree.
  var number = 0
  var animation: any LayerAnimation {
    didSet { (beginTime, isRemovedOnCompletion) = Self.readings(of: animation) }
  }
  // What every frame needs of it: to look into a value of any type takes longer than a sample.
  private var beginTime: Double
  private(set) var isRemovedOnCompletion: Bool
  @exclusivity(unchecked) private(set) var runner: AnimationRunner?
  @exclusivity(unchecked) var state = State.pending
  var isRemoved = false
  @exclusivity(unchecked) private(set) var stage = MediaSample.Stage.before
  /// Whether it was committed since the last update of a layer in whose time something repeats.
  var isNew = true
  /// Whether a pass has come to its end, in such a layer.
  var hasPassedEnd = false
  /// Whether a frame has shown its layer's time at or after its beginning.
  var hasReachedBegin = false
  /// What it lasts where it does not say.
  private var inheritedDuration = Transaction.defaultDuration
  private var inheritedPacing: TimingFunction?
  private var completions: [CompletionGroup] = []

  init(_ animation: any LayerAnimation, key: AnimationKey?) {
    self.animation = animation
    (beginTime, isRemovedOnCompletion) = Self.readings(of: animation)
    self.key = key
  }

  /// Takes its number and what the open transaction says: when it is added to a layer of the tree,
  /// or when its layer joins.
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

  /// Settles what was left open, at the layer's time of the first update that sees it.
  func commit(on layer: Layer, at local: Double, isStandingStill: Bool) {
    guard case .pending = state else { return }
    // One that is not a number reads as the default, 0: now.
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

  /// Shows the frame at `local` where it runs, goes on running and covers what is underneath.
  /// - Returns: Whether it does; if not, nothing has changed.
  @inline(__always)
  func showInside(at local: Double) -> Bool {
    guard case .started = state, runner != nil else { return false }
    let isInside = Unmanaged.passUnretained(runner.unsafelyUnwrapped)
      ._withUnsafeGuaranteedRef { $0.runInside(at: local) }
    if isInside { stage = .active }
    return isInside
  }

  /// Compares with the last frame.
  /// - Parameter direction: The sign of the layer's speed against media time.
  /// - Returns: What has happened since.
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

  /// Whether one that waits begins at `local`, or before it.
  func begins(at local: Double, direction: Int, stage: MediaSample.Stage) -> Bool {
    let isAtBegin = local >= beginTime
    // Backwards, it begins at its far end, or not at all if that has been passed already.
    let hasBegun =
      direction < 0 && stage == .before ? hasReachedBegin || isAtBegin : stage != .before
    if isAtBegin && direction < 0 || stage != .before { hasReachedBegin = true }
    return hasBegun && !(direction < 0 && stage == .after)
  }

  /// Whether its start has been reported and its end has not.
  var isRunning: Bool { state == .started }

  /// Whether its end has been reported.
  var hasEnded: Bool { state == .ended }

  func event(on layer: Layer) -> AnimationEvent {
    AnimationEvent(layer: layer, key: key, animation: animation)
  }

  /// Nobody needs to wait for it any more.
  func settle() {
    for group in completions { group.leave() }
    completions = []
  }
}
