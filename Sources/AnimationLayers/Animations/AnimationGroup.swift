// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// Animations that run in one time of their own: the group's.
///
/// The children's time is the group's progress times its duration: clipped to that, not scaled to
/// it. A child that is over while the group runs shows the value underneath, unless it fills. The
/// group's timing function bends the time of all children. A child without a duration takes the
/// group's; a child's begin time is literal, 0 being the group's beginning; children's delegates
/// are not called. At the very ends of its time a group shows the frame that leads there: a child
/// as long as the group holds its last value where the group holds.
///
/// In a group of infinite duration the children's time runs on without an end.
///
/// Source: CAAnimationGroup. That children may do without a duration: the pull-to-refresh example
/// of D. Rönnqvist, "Controlling Animation Timing" (2013). The ends are ours.
public struct AnimationGroup: LayerAnimation {
  /// The children, in order: a later one shows on top of an earlier one of the same property.
  public var animations: [any LayerAnimation]

  /// When it runs, how often and which way.
  public var timing = MediaTiming()
  /// The pace of the children's time.
  public var timingFunction: TimingFunction?
  /// Whether it is removed when it is over; default yes.
  public var isRemovedOnCompletion = true
  /// Receives start and stop.
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
