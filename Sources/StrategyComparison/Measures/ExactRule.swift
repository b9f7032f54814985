// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming

/// The integral of the requested rates, each in effect from its exact time on, in 106 bits.
struct IdealIntegral {
  private var since = 0.0
  private var position = PrecisePosition(cycle: 0, fraction: .zero)
  private var rate: DoubleDouble

  init(at rate: SignedRate) { self.rate = rate.precise }

  mutating func apply(_ rate: SignedRate, at time: Double) {
    position = precisePosition(at: time)
    since = time
    self.rate = rate.precise
  }

  /// The position at `time`, which is not before the last rate change.
  func position(at time: Double) -> FramePosition {
    let here = precisePosition(at: time)
    return FramePosition(cycle: here.cycle, phase: here.phase)
  }

  private func precisePosition(at time: Double) -> PrecisePosition {
    position.advanced(by: rate * DoubleDouble(sum: time, -since))
  }
}

/// What a strategy is meant to do, computed exactly.
enum ExactRule {
  case atOnce(IdealIntegral)
  case nextCycle(RepeatController)
  case slide(RepeatController)

  init(_ rule: ComparisonStrategy.Rule, at rate: SignedRate) {
    switch rule {
    case .atOnce, .inStep: self = .atOnce(IdealIntegral(at: rate))
    case .nextCycle: self = .nextCycle(.running(.restartPerCycle, at: rate.requested))
    case .slide: self = .slide(.running(RampPolicy.policy, at: rate.requested))
    }
  }

  mutating func apply(_ rate: SignedRate, ramp: Double?, at time: Double) {
    do throws(RepeatError) {
      switch self {
      case .atOnce(var integral):
        integral.apply(rate, at: time)
        self = .atOnce(integral)
      case .nextCycle(var controller):
        controller.advance(to: time)
        try controller.perform(.rate(rate.requested))
        self = .nextCycle(controller)
      case .slide(var controller):
        controller.advance(to: time)
        let policy = RatePolicy.phaseMatched(
          ramp: ramp ?? ComparisonStrategy.defaultRamp, shape: .smooth)
        if controller.policy != policy { try controller.setPolicy(policy) }
        try controller.perform(.rate(rate.requested))
        self = .slide(controller)
      }
    } catch {
      preconditionFailure("a rate change of a valid schedule: \(error)")
    }
  }

  /// The position at `time`, which is not before the time of the last call.
  mutating func position(at time: Double) -> FramePosition {
    switch self {
    case .atOnce(let integral): return integral.position(at: time)
    case .nextCycle(var controller):
      controller.advance(to: time)
      self = .nextCycle(controller)
      return FramePosition(controller.segment.position(at: time))
    case .slide(var controller):
      controller.advance(to: time)
      self = .slide(controller)
      return FramePosition(controller.segment.position(at: time))
    }
  }
}
