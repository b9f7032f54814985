// SPDX-License-Identifier: Apache-2.0

/// An object with two states, animated by a ``DynamicRepeatAnimation``.
///
/// Mark animated properties with ``Repeated``; the two set-up methods assign the end values of
/// these properties.
public protocol DynamicRepeatDelegate: AnyObject {
  /// Sets up the default state (A), in which each cycle begins and ends.
  ///
  /// This state also shows while the repeat is idle. Called at the start, at each new cycle, and at
  /// the end of the run.
  func setupDefaultState()

  /// Sets up the alternate state (B), the other end of the motion. Called after
  /// ``setupDefaultState()``, at the start and at each new cycle.
  func setupAlternateState()

  /// Reports a start, a cycle, a turn, a stop or invalid input. Default: does nothing.
  func dynamicRepeat(_ animation: DynamicRepeatAnimation, didReport event: RepeatEvent)
}

extension DynamicRepeatDelegate {
  /// Does nothing.
  public func dynamicRepeat(_ animation: DynamicRepeatAnimation, didReport event: RepeatEvent) {}
}

/// Captures what a delegate's two set-up methods change besides ``Repeated`` properties, for
/// example a scene graph's layers, and shows the states in between.
///
/// ```swift
/// extension StateRecording: @retroactive StateCapture {}  // AnimationLayers; has the three methods
/// let animation = DynamicRepeatAnimation(delegate: label, capture: StateRecording(tree))
/// ```
public protocol StateCapture: AnyObject {
  /// Discards earlier changes and runs `setUp`, exactly once and immediately, to set up the default
  /// state.
  func captureDefaultState(_ setUp: () -> Void)

  /// Runs `setUp`, exactly once and immediately, to set up the alternate state. Always called after
  /// ``captureDefaultState(_:)``; not called when a run ends.
  func captureAlternateState(_ setUp: () -> Void)

  /// Shows the captured changes; called once per frame.
  /// - Parameter progress: 0 is the default state, 1 the alternate state; an overshooting timing
  ///   function leaves 0...1.
  func show(progress: Double)
}
