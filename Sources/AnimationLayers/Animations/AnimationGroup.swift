// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// Animations that run in a common time, the group's time.
///
/// Children run in the group's local time, which the group's timing function eases. The group's
/// duration cuts their motion off and does not scale it. A child without a duration takes the
/// group's; one with a begin time of 0 begins with the group. A child that is over has no effect,
/// unless it fills. Children's delegates are not called.
///
/// A group that fills holds the frame just inside its active interval. A child that ends together
/// with the group, also part-way through the group's duration, is held at its last value.
///
/// Source: CAAnimationGroup. The rule for children without a duration is from the pull-to-refresh
/// example of D. Rönnqvist, "Controlling Animation Timing" (2013). The rule for held frames is ours.
public struct AnimationGroup: LayerAnimation {
  /// The children, in order: a later child covers an earlier child that animates the same property.
  public var animations: [any LayerAnimation]

  /// Begin time, duration, repetition and direction.
  public var timing = MediaTiming()
  /// The easing of the children's time.
  public var timingFunction: TimingFunction?
  /// Whether the group is removed when it ends; default yes.
  public var isRemovedOnCompletion = true
  /// Receives the group's start and stop.
  public var delegate: (any AnimationDelegate)?

  /// A group of animations.
  public init(_ animations: [any LayerAnimation]) {
    self.animations = animations
  }

  /// Runs the children in the group's time.
  public var content: AnimationContent {
    AnimationContent { layer, settings in
      let runners = animations.map { child in
        var timing = child.timing
        if !(timing.duration > 0) { timing.duration = settings.timing.duration }
        let pacing = child.timingFunction ?? .linear
        return child.content.makeRunner(layer, RunnerSettings(timing: timing, pacing: pacing))
      }
      return GroupRunner(children: runners, settings: settings)
    }
  }
}
