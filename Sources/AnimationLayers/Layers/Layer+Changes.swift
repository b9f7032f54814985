// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

extension Layer {
  /// Changes the layer's copy of an animation, also while it runs, without a jump.
  ///
  /// ```swift
  /// layer.updateAnimation(forKey: "pulse") { $0.duration = 2 }   // goes on from the same phase
  /// ```
  /// What runs keeps its phase, counted in cycles, at the given time: its begin time is moved such
  /// that it does, unless the body sets that. Changes of speed, duration and repeats so leave what
  /// shows as it is; speed 0 holds it. Other values, another timing function or offset show at
  /// once, and so may jump, as do a group's children where its duration changes, since they run in
  /// its seconds. What has not begun begins as changed; what is over stays over.
  ///
  /// It keeps its key and its position in the order; no stop or start is reported.
  /// - Parameters:
  ///   - key: The key that the animation was added for.
  ///   - mediaTime: Seconds; finite; when the change is made. By default that of the last update.
  ///   - change: Called once with the copy: with the begin time and duration that it was given.
  /// - Returns: Whether there is an animation of this key; if not, ``LayerTree/diagnosticsHandler``
  ///   hears of it.
  @discardableResult
  public func updateAnimation(
    forKey key: AnimationKey, at mediaTime: Double? = nil,
    _ change: (inout any LayerAnimation) -> Void
  ) -> Bool {
    let time = mediaTime ?? tree?.now ?? 0
    precondition(time.isFinite, LayerError.timeNotFinite(time).description)
    guard let attached = animations.first(where: { $0.key == key }) else {
      tree?.noteDiagnostic(.changeIgnored, on: self, key)
      return false
    }
    // It may animate another property now: what the old one shows is no longer covered.
    isStale = true
    let point = contentPoint(atMediaTime: time)
    if let (from, to) = attached.update(on: self, at: point, change), abs(from - to) > 1e-9 {
      tree?.noteDiagnostic(.animationJumped(from: from, to: to), on: self, key)
    }
    return true
  }
}

extension AttachedAnimation {
  /// Changes the copy and runs it on.
  /// - Returns: The progress before and after; `nil` where it is not under way.
  fileprivate func update(
    on layer: Layer, at point: ContentPoint, _ change: (inout any LayerAnimation) -> Void
  ) -> (from: Double, to: Double)? {
    guard let old = runner else {
      var pending = animation
      change(&pending)
      animation = pending
      return nil
    }
    let oldTiming = animation.timing
    var changed = animation
    change(&changed)
    if !(changed.timing.duration > 0) { changed.timing.duration = inheritedDuration }
    if changed.timing.beginTime == 0 && oldTiming.beginTime != 0 || changed.timing.beginTime.isNaN {
      changed.timing.beginTime = point.time
    } else if changed.timing.beginTime == oldTiming.beginTime {
      changed.timing = changed.timing.continuing(oldTiming, at: point.time)
    }
    let from = old.sample(at: point.time, inReversedTime: point.isReversed)
    attach(changed, to: layer)
    guard isRunning, let runner else { return nil }
    runner.goOn(from: old)
    let to = runner.sample(at: point.time, inReversedTime: point.isReversed)
    return (from.progress, to.progress)
  }
}
