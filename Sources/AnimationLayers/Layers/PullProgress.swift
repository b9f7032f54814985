// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// Lets a dragged distance play a layer, and starts another animation past a threshold.
///
/// ```swift
/// let pull = PullProgress(shape, threshold: 60, loading: PullProgress.Loading(wave, on: spinner))
/// shape.add(writing)                 // what the drag plays: 1 s long, filling forwards
/// if pull.drag(to: -scroll.y) { load() }
/// pull.finish()                      // the data are there: back to the start
/// ```
/// The layer's time is stopped at the fraction dragged times ``duration``: 0 while idle,
/// ``duration`` at the threshold; dragged back, its animations go backwards. They are to be added
/// when the pull has been made, and begin where the next update finds the layer: let it be idle. To
/// show at the threshold and beyond, they fill forwards.
///
/// Source: D. Rönnqvist, "Controlling Animation Timing" (2013), pull to refresh.
public final class PullProgress {
  /// What runs while loading.
  public struct Loading {
    let animation: any LayerAnimation
    let layer: Layer

    /// An animation, usually one that repeats for ever, and the layer that it is added to.
    public init(_ animation: any LayerAnimation, on layer: Layer) {
      self.animation = animation
      self.layer = layer
    }
  }

  /// The key of the loading animation on its layer.
  public static let loadingKey = AnimationKey("PullProgress.loading")

  /// What is played by the drag.
  public let layer: Layer
  /// The distance at which loading begins, in the unit of the drag.
  public let threshold: Double
  /// The local time at the threshold, in seconds; default 1, for animations that last 1 s.
  public let duration: Double
  /// Whether loading has begun and not finished; drags are ignored meanwhile.
  public private(set) var isLoading = false

  private let loading: Loading

  /// A pull on a layer, whose time is stopped at 0 from now on.
  /// - Precondition: threshold and duration are finite and above 0.
  public init(_ layer: Layer, threshold: Double, duration: Double = 1, loading: Loading) {
    precondition(
      threshold > 0 && threshold.isFinite,
      "a threshold must be finite and above 0, but is \(threshold)")
    precondition(
      duration > 0 && duration.isFinite,
      "a duration must be finite and above 0, but is \(duration)")
    self.layer = layer
    self.threshold = threshold
    self.duration = duration
    self.loading = loading
    layer.timeSpace = TimeSpace(speed: 0)
  }

  /// Shows a dragged distance with the next update; at the threshold or beyond, loading begins.
  /// - Parameter distance: In the unit of the threshold; below 0, the other way, it is idle.
  /// - Returns: Whether loading begins with this call.
  /// - Precondition: the distance is finite.
  @discardableResult
  public func drag(to distance: Double) -> Bool {
    precondition(distance.isFinite, "a dragged distance must be finite, but is \(distance)")
    guard !isLoading else { return false }
    let fraction = max(0, distance) / threshold
    layer.timeOffset = min(fraction * duration, .greatestFiniteMagnitude)
    guard fraction >= 1 else { return false }
    isLoading = true
    loading.layer.add(loading.animation, forKey: Self.loadingKey)
    return true
  }

  /// Ends the loading animation, and takes the layer back to the start.
  public func finish() {
    loading.layer.removeAnimation(forKey: Self.loadingKey)
    isLoading = false
    layer.timeOffset = 0
  }
}
