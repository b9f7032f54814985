// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// Animates a property through the values of a keyframe track.
///
/// ```swift
/// let hop = try KeyframeTrack([0.0, 40, 0], keyTimes: [0, 0.25, 1], timingFunctions: [.easeOut, .easeIn])
/// layer.add(KeyframeAnimation(.rotation, hop))
/// ```
/// The track holds the calculation mode, the key times and the timing function of each segment. The
/// animation's own timing function applies to the track as a whole.
///
/// Source: CAKeyframeAnimation.
public struct KeyframeAnimation<Value: AdditiveValue>: PropertyAnimation, Sendable {
  /// The animated property, or a part of one.
  public var target: AnimationTarget<Value>
  /// The keyframes and their interpolation.
  public var track: KeyframeTrack<Value>
  /// Whether the value is added to the underlying value instead of replacing it; default no.
  public var isAdditive = false
  /// Whether each cycle starts from the end of the previous one; default no.
  public var isCumulative = false

  /// Begin time, duration, repetition and direction.
  public var timing = MediaTiming()
  /// The easing of each leg; default `nil`, explained at ``LayerAnimation/timingFunction``.
  public var timingFunction: TimingFunction?
  /// Whether the animation is removed when it ends; default yes.
  public var isRemovedOnCompletion = true
  /// Receives start and stop, on the thread that updates the layer's tree.
  public nonisolated(unsafe) var delegate: (any AnimationDelegate)?

  /// Animates a property through the values of a track.
  public init(_ property: AnimatableProperty<Value>, _ track: KeyframeTrack<Value>) {
    target = AnimationTarget(property)
    self.track = track
  }

  /// Animates a part of a property through the values of a track.
  public init<Whole>(
    _ property: AnimatableProperty<Whole>, _ part: WritableKeyPath<Whole, Value> & Sendable,
    _ track: KeyframeTrack<Value>
  ) {
    target = AnimationTarget(property, part)
    self.track = track
  }

  /// Evaluates the track in each frame.
  public var content: AnimationContent {
    AnimationContent { layer, settings in
      KeyframeRunner(
        track: track, slot: target.slot(layer), composition: composition,
        settings: settings)
    }
  }
}
