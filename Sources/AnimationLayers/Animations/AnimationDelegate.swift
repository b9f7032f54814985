// SPDX-License-Identifier: Apache-2.0

/// Receives an animation's start and stop.
///
/// Called by ``LayerTree/update(at:)`` when all layers show the new time, so that layers and
/// animations may be added and removed from inside; what that causes is reported by the next
/// update. An animation is over, and its key free, before its delegate is called. One removed from a
/// layer outside of any tree is reported at once.
///
/// Source: CAAnimationDelegate.
public protocol AnimationDelegate: AnyObject {
  /// The first frame at or after the animation's beginning: once, and not if it was removed before.
  /// - Parameter event: Which animation on which layer.
  func animationDidStart(_ event: AnimationEvent)

  /// The animation is over: once, also where it was removed before it began.
  /// - Parameters:
  ///   - event: Which animation on which layer.
  ///   - finished: Whether it came to its end, rather than being removed, replaced, or taken
  ///     off the tree with its layer.
  func animationDidStop(_ event: AnimationEvent, finished: Bool)
}

extension AnimationDelegate {
  /// Does nothing.
  public func animationDidStart(_ event: AnimationEvent) {}

  /// Does nothing.
  public func animationDidStop(_ event: AnimationEvent, finished: Bool) {}
}

/// Which animation started or stopped, and where.
public struct AnimationEvent {
  /// The layer that it was added to.
  public let layer: Layer

  /// Its key, if it was added under one.
  public let key: AnimationKey?

  /// The layer's copy, with the begin time and the duration that it was given.
  public let animation: any LayerAnimation
}
