// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming

/// A way to get in step, known at compile time.
protocol LockPolicyStyle {
  static var style: LockStyle { get }
}

enum PhaseLock: LockPolicyStyle { static let style = LockStyle.phase }
enum WholeCycleLock: LockPolicyStyle { static let style = LockStyle.wholeCycles }

/// The library's own lock: at each rate change, to what the schedule plays from there on.
///
/// Source: `RepeatController.lock(to:within:style:)`.
enum LockPolicy<Style: LockPolicyStyle>: ControllerPolicy {
  static var policy: RatePolicy { .phaseMatched(ramp: 0) }

  static func request(_ rate: SignedRate, _ controller: inout RepeatController)
    throws(RepeatError)
  {
    // Nothing leads at rate 0: what is in step with it holds.
    guard let leader = rate.leader, rate.hertz != 0 else {
      return try controller.perform(.rate(rate.requested))
    }
    let share = ComparisonStrategy.lockBounds
    let ends = [rate.hertz * (1 - share), rate.hertz * (1 + share)]
    let highest = RepeatLeader.highestRate
    let bounds = LockBounds(
      leastRate: max(min(ends[0], ends[1]), -highest),
      mostRate: min(max(ends[0], ends[1]), highest))
    try controller.lock(to: leader, within: bounds, style: Style.style)
  }

  static func isInEffect(_ segment: MotionSegment, _ controller: RepeatController) -> Bool {
    segment.isAsRequested && (controller.lockState == .locked || controller.lockState == .unlocked)
  }
}
