// SPDX-License-Identifier: Apache-2.0

extension Layer {
  /// Adds a copy of an animation, which begins with the next update or at its nonzero begin time.
  ///
  /// Later changes of the caller's value, or of the copy that ``animation(forKey:)`` returns, do
  /// not reach the running animation. To change a running animation, add another animation under
  /// the same key, or change the layer's speed.
  ///
  /// On a layer outside any tree, the animation waits for the first update after the layer has
  /// joined a tree, and belongs to the transaction in which the layer joins.
  /// - Parameters:
  ///   - animation: The animation; the layer keeps a copy.
  ///   - key: Replaces the animation with the same key; the replaced animation's delegate receives
  ///     a stop with `finished` false. With `nil`, the default, nothing is replaced.
  /// - Precondition: The animation, and each animation in a group, is a struct or an enum, and its
  ///   timing is valid; see `MediaTiming.validate()`. A class instance would be shared, not copied.
  public func add(_ animation: some LayerAnimation, forKey key: AnimationKey? = nil) {
    requireValid(animation)
    let attached = AttachedAnimation(animation, key: key)
    if let tree { attached.join(tree) }
    let replaced = key.flatMap(takeAnimation)
    animations.append(attached)
    if let key { keyedAnimations[key] = attached }
    hasPending = true
    if let replaced { stop(replaced) }
  }

  /// A copy of the layer's animation, after its first update with the resolved begin time.
  public func animation(forKey key: AnimationKey) -> (any LayerAnimation)? {
    keyedAnimations[key]?.animation
  }

  /// The keys of the animations that have one, in the order in which they were added.
  public var animationKeys: [AnimationKey] { animations.elements.compactMap(\.key) }

  /// Whether the layer has animations, with or without keys.
  package var hasAnimations: Bool { animations.count > 0 }

  /// Removes an animation; does nothing if the key is not in use.
  public func removeAnimation(forKey key: AnimationKey) {
    if let removed = takeAnimation(forKey: key) { stop(removed) }
  }

  /// Removes all animations, with and without keys.
  public func removeAllAnimations() {
    keyedAnimations = [:]
    for animation in animations.takeAll() { stop(animation) }
  }

  /// Removes all animations without reporting stops.
  func dropAnimations() {
    keyedAnimations = [:]
    for animation in animations.takeAll() { animation.settle() }
  }

  private func takeAnimation(forKey key: AnimationKey) -> AttachedAnimation? {
    guard let attached = keyedAnimations.removeValue(forKey: key) else { return nil }
    animations.remove(attached)
    return attached
  }

  /// Ends an animation that has been taken out of the lists.
  private func stop(_ animation: AttachedAnimation) {
    isStale = true
    animation.settle()
    // A stop is reported even without a start, because code that waits for the end needs an answer.
    if animation.hasEnded { return }
    if let tree { return tree.noteStop(of: animation, on: self, finished: false) }
    // Outside a tree no update could report the stop, so it is reported immediately.
    animation.animation.delegate?.animationDidStop(animation.event(on: self), finished: false)
  }
}

/// Traps if the animation, or an animation in a group, is an instance of a class or has an invalid
/// timing.
private func requireValid(_ animation: any LayerAnimation) {
  precondition(
    !(type(of: animation) is AnyObject.Type),
    "an animation must be a struct or an enum, but \(type(of: animation)) is a class, "
      + "which a layer cannot copy")
  trapping(animation.timing.validate)
  if let group = animation as? AnimationGroup { group.animations.forEach(requireValid) }
}

// MARK: - Evaluation

extension Layer {
  /// The value of a property at a media time, without side effects.
  ///
  /// The animations are those of the last update; animations added since then have not begun.
  /// - Parameters:
  ///   - property: The property.
  ///   - mediaTime: Seconds, within ±1e12; may be in the past or the future.
  public func value<Value>(
    of property: AnimatableProperty<Value>, at mediaTime: Double
  ) -> Value {
    guard let slot = existingSlot(for: property) else { return property.defaultValue }
    for slot in slots { slot.save() }
    defer { for slot in slots { slot.restore() } }
    for slot in slots { slot.reset() }
    for pair in recorded { pair.show() }
    let point = contentPoint(atMediaTime: mediaTime)
    for animation in animations.elements {
      _ = animation.runner?.run(at: point.time, inReversedTime: point.isReversed)
    }
    return slot.presentation
  }

  /// Shows the layer at the update's time and records the events.
  @inline(__always)
  func evaluate(in tree: LayerTree) {
    if (isStale || animations.count > 0) && !showInside() { evaluateInFull(in: tree) }
  }

  /// Fast path for a frame in which no animation starts or ends, and every animation replaces the
  /// underlying value, so that no model value becomes visible.
  /// - Returns: Whether the frame qualifies; if not, some values may already be written.
  @inline(__always)
  private func showInside() -> Bool {
    guard !isStale, !hasPending, fold == nil, recorded.isEmpty else { return false }
    for index in animations.entries.indices {
      // Unretained, because reference counting would take most of the frame's time.
      let isShown = Unmanaged.passUnretained(animations.entries[index])
        ._withUnsafeGuaranteedRef { $0.showInside(at: point.time) }
      guard isShown else { return false }
    }
    return true
  }

  @inline(never)
  private func evaluateInFull(in tree: LayerTree) {
    animations.close()
    if hasPending {
      for animation in animations.entries { animation.commit(on: self) }
      hasPending = false
    }
    showAll()
    if stepAll(in: tree) {
      animations.removeAll { $0.isRemoved }
      showAll()
    }
    isStale = false
    hasBeenShown = true
  }

  // Index loops instead of iterators: an iterator retains the array once, and each element twice.

  private func showAll() {
    for index in slots.indices {
      // Unretained: a slot lives as long as its layer, and `reset` runs no foreign code.
      Unmanaged.passUnretained(slots[index])._withUnsafeGuaranteedRef { $0.reset() }
    }
    for index in recorded.indices { recorded[index].show() }
    for index in animations.entries.indices {
      animations.entries[index].show(at: point)
    }
  }

  /// - Returns: Whether any animation must be removed.
  private func stepAll(in tree: LayerTree) -> Bool {
    var hasRemoved = false
    for index in animations.entries.indices {
      let animation = animations.entries[index]
      let (starts, finished) = animation.step(at: point, in: fold)
      if starts { tree.noteStart(of: animation, on: self) }
      if let finished {
        tree.noteStop(of: animation, on: self, finished: finished)
        animation.settle()
      }
      guard animation.hasEnded, animation.isRemovedOnCompletion, !animation.isHeld(at: point)
      else { continue }
      animation.isRemoved = true
      if let key = animation.key { keyedAnimations[key] = nil }
      hasRemoved = true
    }
    return hasRemoved
  }
}
