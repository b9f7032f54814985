// SPDX-License-Identifier: Apache-2.0

/// Receives an animation's start and stop.
///
/// ``LayerTree/update(at:)`` calls a delegate after all layers show the new time. A delegate may
/// therefore add and remove layers and animations; the next update reports the resulting starts and
/// stops. At the stop, the animation's key is free. Outside any tree, a removal reports its stop
/// immediately.
///
/// Source: CAAnimationDelegate.
public protocol AnimationDelegate: AnyObject {
  /// Called once, in the first frame at or after the animation's beginning; never called if the
  /// animation is removed before that frame.
  /// - Parameter event: The animation and its layer.
  func animationDidStart(_ event: AnimationEvent)

  /// Called once when the animation has ended or been removed, even if the animation has not begun.
  /// - Parameters:
  ///   - event: The animation and its layer.
  ///   - finished: `true` if the animation reached its end; `false` if it was removed or replaced,
  ///     left the tree with its layer, or its layer of finite duration ended first.
  func animationDidStop(_ event: AnimationEvent, finished: Bool)
}

extension AnimationDelegate {
  /// Does nothing.
  public func animationDidStart(_ event: AnimationEvent) {}

  /// Does nothing.
  public func animationDidStop(_ event: AnimationEvent, finished: Bool) {}
}

/// An animation that started or stopped, and its layer.
public struct AnimationEvent {
  /// The layer that runs the animation.
  public let layer: Layer

  /// The animation's key; `nil` if the animation was added without a key.
  public let key: AnimationKey?

  /// The layer's copy of the animation, with its resolved begin time and duration.
  public let animation: any LayerAnimation
}
