// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// Takes a property through values at given shares of the duration.
///
/// ```swift
/// let hop = try KeyframeTrack([0.0, 40, 0], keyTimes: [0, 0.25, 1], timingFunctions: [.easeOut, .easeIn])
/// layer.add(KeyframeAnimation(.rotation, hop))
/// ```
/// The track holds the calculation mode, the key times and the pace of each segment; the
/// animation's own timing function bends the whole.
///
/// Source: CAKeyframeAnimation.
public struct KeyframeAnimation<Value: AdditiveValue>: PropertyAnimation, Sendable {
  /// What it animates.
  public var target: AnimationTarget<Value>
  /// The values, and the way between them.
  public var track: KeyframeTrack<Value>
  /// How its value joins the one underlying it; by default it takes its place.
  public var composition = ValueComposition()

  /// When it runs, how often and which way.
  public var timing = MediaTiming()
  /// The pace of each leg.
  public var timingFunction: TimingFunction?
  /// Whether it is removed when it is over; default yes.
  public var isRemovedOnCompletion = true
  /// Receives start and stop, on the thread that updates the layer's tree.
  public nonisolated(unsafe) var delegate: (any AnimationDelegate)?

  /// An animation of a property through the values of a track.
  public init(_ property: AnimatableProperty<Value>, _ track: KeyframeTrack<Value>) {
    target = AnimationTarget(property)
    self.track = track
  }

  /// An animation of a part of a property through the values of a track.
  public init<Whole>(
    _ property: AnimatableProperty<Whole>, _ part: WritableKeyPath<Whole, Value> & Sendable,
    _ track: KeyframeTrack<Value>
  ) {
    target = AnimationTarget(property, part)
    self.track = track
  }

  /// Finds the value of the track.
  public var content: AnimationContent {
    AnimationContent { layer, settings in
      KeyframeRunner(
        track: track, slot: target.slot(layer), composition: composition,
        settings: settings)
    }
  }
}
