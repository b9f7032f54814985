// SPDX-License-Identifier: Apache-2.0

/// Notes what a delegate's two set-up methods do to things that are not ``Repeated`` properties,
/// and shows it between the two states: a scene graph's layers, for one.
///
/// ```swift
/// extension StateRecording: StateCapture {}   // AnimationLayers: it has the three methods
/// let animation = DynamicRepeatAnimation(delegate: label, capture: StateRecording(tree))
/// ```
/// Given to a ``DynamicRepeatAnimation``, it works beside the built-in capture of ``Repeated``
/// properties.
public protocol StateCapture: AnyObject {
  /// Forgets what was captured before and runs `setUp`, which sets up the default state.
  /// - Parameter setUp: To be called once, at once.
  func captureDefaultState(_ setUp: () -> Void)

  /// Runs `setUp`, which sets up the alternate state; always after a default state.
  ///
  /// Not called where a run ends.
  /// - Parameter setUp: To be called once, at once.
  func captureAlternateState(_ setUp: () -> Void)

  /// Shows what was captured, once a frame.
  /// - Parameter progress: 0 is the default state, 1 the alternate; a curve that overshoots leaves
  ///   0...1.
  func show(progress: Double)
}
