// SPDX-License-Identifier: Apache-2.0

/// An object with two states, between which a ``DynamicRepeatAnimation`` moves it.
///
/// Properties that move are marked ``Repeated``: the values that the two methods assign to them are
/// their ends.
public protocol DynamicRepeatDelegate: AnyObject {
  /// Sets up the default state (A), in which a cycle begins and ends, and which shows while idle.
  ///
  /// Called at the start, at each new cycle, and when the run ends.
  func setupDefaultState()

  /// Sets up the alternate state (B), the other end of the way; called after ``setupDefaultState()`` at
  /// the start and at each new cycle.
  func setupAlternateState()

  /// Reports a start, a cycle, a turn, a stop or invalid input. Default: does nothing.
  func dynamicRepeat(_ animation: DynamicRepeatAnimation, didReport event: RepeatEvent)
}

extension DynamicRepeatDelegate {
  /// Does nothing.
  public func dynamicRepeat(_ animation: DynamicRepeatAnimation, didReport event: RepeatEvent) {}
}

/// Captures changes of a delegate's two set-up methods that are not to ``Repeated`` properties, and shows
/// them between the two states: those of a scene graph's layers, for one.
///
/// ```swift
/// extension StateRecording: StateCapture {}   // AnimationLayers: it has the three methods
/// let animation = DynamicRepeatAnimation(delegate: label, capture: StateRecording(tree))
/// ```
public protocol StateCapture: AnyObject {
  /// Forgets earlier changes and runs `setUp`, once and at once, which sets up the default state.
  func captureDefaultState(_ setUp: () -> Void)

  /// Runs `setUp`, once and at once, which sets up the alternate state; always after a default state, and
  /// not called when a run ends.
  func captureAlternateState(_ setUp: () -> Void)

  /// Shows the captured changes, once a frame.
  /// - Parameter progress: 0 is the default state, 1 the alternate; a pace that overshoots leaves 0...1.
  func show(progress: Double)
}
