// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

extension Layer {
  /// Adds a copy of an animation; it begins with the next update.
  ///
  /// A copy: what is changed in the caller's own animation afterwards, or in what
  /// ``animation(forKey:)`` returns, changes nothing that runs. To change what runs, add another for
  /// the same key, or change the layer's speed.
  ///
  /// On a layer outside of any tree it waits for the first update after the layer has joined one,
  /// and belongs to the transaction in which the layer joins.
  /// - Parameters:
  ///   - animation: The animation; the layer keeps a copy.
  ///   - key: Replaces the animation of the same key, whose delegate hears that it stopped without
  ///     finishing; `nil`, the default, never does.
  /// - Precondition: the animation, and each in a group, is a struct or an enum: a class would be
  ///   shared, not copied.
  public func add(_ animation: some LayerAnimation, forKey key: AnimationKey? = nil) {
    requireValue(animation)
    let attached = AttachedAnimation(animation, key: key)
    if let tree { attached.join(tree) }
    let replaced = key.flatMap(takeAnimation)
    animations.append(attached)
    if let key { keyedAnimations[key] = attached }
    hasPending = true
    if let replaced { stop(replaced) }
  }

  /// A copy of the layer's copy of an animation.
  ///
  /// From the first update on it has the begin time that it was given.
  public func animation(forKey key: AnimationKey) -> (any LayerAnimation)? {
    keyedAnimations[key]?.animation
  }

  /// The keys of the animations that have one, in the order in which they were added.
  public var animationKeys: [AnimationKey] { animations.compactMap(\.key) }

  /// Whether it has animations, with or without keys.
  public var hasAnimations: Bool { !animations.isEmpty }

  /// Removes an animation; does nothing where there is none.
  public func removeAnimation(forKey key: AnimationKey) {
    if let removed = takeAnimation(forKey: key) { stop(removed) }
  }

  /// Removes all animations, with and without keys.
  public func removeAllAnimations() {
    let all = animations
    animations = []
    keyedAnimations = [:]
    for animation in all { stop(animation) }
  }

  /// Removes all animations without a report.
  func dropAnimations() {
    for animation in animations { animation.settle() }
    animations = []
    keyedAnimations = [:]
  }

  private func takeAnimation(forKey key: AnimationKey) -> AttachedAnimation? {
    guard let attached = keyedAnimations.removeValue(forKey: key) else { return nil }
    animations.removeAll { $0 === attached }
    return attached
  }

  /// Ends what has been taken out of the lists.
  private func stop(_ animation: AttachedAnimation) {
    isStale = true
    animation.settle()
    // Also before it has begun: who waits for its end has to hear that there will be none.
    if animation.hasEnded { return }
    if let tree { return tree.noteStop(of: animation, on: self, finished: false) }
    // Outside of a tree there is no update to report it.
    animation.animation.delegate?.animationDidStop(animation.event(on: self), finished: false)
  }
}

/// Stops the program where an animation is a class, or a group has one.
private func requireValue(_ animation: any LayerAnimation) {
  precondition(
    !(type(of: animation) is AnyObject.Type),
    "an animation must be a struct or an enum, but \(type(of: animation)) is a class: "
      + "a layer keeps a copy")
  if let group = animation as? AnimationGroup { group.animations.forEach(requireValue) }
}

// MARK: - Evaluation

extension Layer {
  /// What a property shows at a media time, without telling or changing anything.
  ///
  /// By the animations that the last update had; those added since have not begun.
  /// - Parameters:
  ///   - property: Which property.
  ///   - mediaTime: Seconds; finite; may lie in the past or the future.
  public func value<Value>(
    of property: AnimatableProperty<Value>, at mediaTime: Double
  ) -> Value {
    guard let slot = existingSlot(for: property) else { return property.defaultValue }
    for slot in slots { slot.save() }
    defer { for slot in slots { slot.restore() } }
    for slot in slots { slot.reset() }
    for pair in recorded { pair.show() }
    let point = contentPoint(atMediaTime: mediaTime)
    for animation in animations {
      _ = animation.runner?.run(at: point.time, inReversedTime: point.isReversed)
    }
    return slot.presentation
  }

  /// Shows the layer at the time that the update has set, and notes what has happened.
  @inline(__always)
  func evaluate(in tree: LayerTree) {
    if (isStale || !animations.isEmpty) && !showInside() { evaluateInFull(in: tree) }
  }

  /// Shows a frame in which all animations run, go on running and cover what is underneath: nothing
  /// starts or ends, and no model value shows that did not before.
  /// - Returns: Whether it is such a frame; if not, some of it may have been written.
  @inline(__always)
  private func showInside() -> Bool {
    guard !isStale, !hasPending, fold == nil, recorded.isEmpty else { return false }
    for index in animations.indices {
      // Nothing is retained: a frame changes no list, and to count would take most of its time.
      let isShown = Unmanaged.passUnretained(animations[index])
        ._withUnsafeGuaranteedRef { $0.showInside(at: contentTime) }
      guard isShown else { return false }
    }
    return true
  }

  @inline(never)
  private func evaluateInFull(in tree: LayerTree) {
    if hasPending {
      for animation in animations {
        animation.commit(on: self, at: contentTime, isStandingStill: direction == 0)
      }
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

  // The loops of every frame count: an iterator would retain the array, then each element twice.

  private func showAll() {
    for index in slots.indices {
      // A slot stays for as long as its layer, and resetting runs no other code: nothing to retain.
      Unmanaged.passUnretained(slots[index])._withUnsafeGuaranteedRef { $0.reset() }
    }
    for index in recorded.indices { recorded[index].show() }
    for index in animations.indices {
      animations[index].show(at: contentTime, inReversedTime: isReversed)
    }
  }

  /// - Returns: Whether any is to be removed.
  private func stepAll(in tree: LayerTree) -> Bool {
    var hasRemoved = false
    for index in animations.indices {
      let animation = animations[index]
      let (starts, ends) =
        fold.map(animation.step) ?? animation.step(at: contentTime, direction: direction)
      if starts { tree.noteStart(of: animation, on: self) }
      if ends {
        tree.noteStop(of: animation, on: self, finished: true)
        animation.settle()
      }
      guard animation.hasEnded, animation.isRemovedOnCompletion,
        !(fold.map(animation.isHeld) ?? false)
      else { continue }
      animation.isRemoved = true
      if let key = animation.key { keyedAnimations[key] = nil }
      hasRemoved = true
    }
    return hasRemoved
  }
}
