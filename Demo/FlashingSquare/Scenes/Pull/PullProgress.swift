// SPDX-License-Identifier: Apache-2.0

import AnimationLayers

/// Lets a dragged distance play a layer, and starts another animation past a threshold.
///
/// The layer's time is stopped at the fraction dragged times the duration: 0 while idle, the
/// duration at the threshold; dragged back, its animations go backwards. To show at the threshold and
/// beyond, they fill forwards.
///
/// Source: D. Rönnqvist, "Controlling Animation Timing" (2013), pull to refresh.
final class PullProgress {
  /// The key of the loading animation on its layer.
  static let loadingKey = AnimationKey("PullProgress.loading")

  /// The layer whose animations the drag plays.
  let layer: Layer
  /// The distance at which loading begins, in the unit of the drag.
  let threshold: Double
  /// The local time at the threshold, in seconds.
  let duration: Double
  /// Whether loading has begun and not finished; drags are ignored meanwhile.
  private(set) var isLoading = false

  private let loading: (animation: BasicAnimation<Double>, layer: Layer)

  /// A pull on a layer, whose time is stopped at 0 from now on.
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

  /// Shows a dragged distance with the next update; at the threshold or beyond, loading begins.
  /// - Parameter distance: In the unit of the threshold; below 0, the other way, it is idle.
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

  /// Ends the loading animation, and takes the layer back to the start.
  func finish() {
    loading.layer.removeAnimation(forKey: Self.loadingKey)
    isLoading = false
    layer.timeOffset = 0
  }
}
