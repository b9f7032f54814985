// SPDX-License-Identifier: Apache-2.0

import AnimationLayers

/// A dragged distance drives a layer's animations; beyond a threshold another animation starts.
///
/// The layer's speed is 0, and its time is the dragged fraction of the duration: 0 while idle, the
/// duration at the threshold. If the drag goes back, the animations run backwards. The animations
/// need forward fill to be visible at and beyond the threshold.
///
/// Source: D. Rönnqvist, "Controlling Animation Timing" (2013), pull to refresh.
final class PullProgress {
  /// The key of the loading animation on its layer.
  static let loadingKey = AnimationKey("PullProgress.loading")

  /// The layer whose animations the drag plays.
  let layer: Layer
  /// The distance at which loading begins, in the unit of the drag.
  let threshold: Double
  /// The layer's local time at the threshold, in seconds.
  let duration: Double
  /// Whether loading has begun and not ended.
  ///
  /// During loading, drags are ignored.
  private(set) var isLoading = false

  private let loading: (animation: BasicAnimation<Double>, layer: Layer)

  /// Takes control of a layer, whose time is stopped at 0 from now on.
  init(
    _ layer: Layer, threshold: Double, duration: Double,
    loading: (animation: BasicAnimation<Double>, layer: Layer)
  ) {
    self.layer = layer
    self.threshold = threshold
    self.duration = duration
    self.loading = loading
    layer.timeSpace = TimeSpace(speed: 0)
  }

  /// Sets the dragged distance for the next update.
  ///
  /// At or beyond the threshold, loading begins.
  /// - Parameter distance: In the unit of the threshold; negative distances, in the other
  ///   direction, count as idle.
  /// - Returns: Whether loading begins with this call.
  @discardableResult
  func drag(to distance: Double) -> Bool {
    guard !isLoading else { return false }
    let fraction = max(0, distance) / threshold
    layer.timeOffset = fraction * duration
    guard fraction >= 1 else { return false }
    isLoading = true
    loading.layer.add(loading.animation, forKey: Self.loadingKey)
    return true
  }

  /// Ends the loading animation, and sets the layer's time to 0.
  func finish() {
    loading.layer.removeAnimation(forKey: Self.loadingKey)
    isLoading = false
    layer.timeOffset = 0
  }
}
