// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming

/// The integral of the ordered rates, each in effect from its exact time on, in 106 bits.
struct IdealIntegral {
  private var since = 0.0
  private var position = PrecisePosition(cycle: 0, fraction: .zero)
  private var rate: DoubleDouble

  init(at rate: SignedRate) { self.rate = rate.precise }

  mutating func obey(_ rate: SignedRate, at time: Double) {
    position = precisePosition(at: time)
    since = time
    self.rate = rate.precise
  }

  /// Where it is at `time`, not before the last order.
  func position(at time: Double) -> FramePosition {
    let here = precisePosition(at: time)
    return FramePosition(cycle: here.cycle, phase: here.phase)
  }

  private func precisePosition(at time: Double) -> PrecisePosition {
    position.advanced(by: rate * DoubleDouble(sum: time, -since))
  }
}

/// What a strategy means to do, done exactly.
enum ExactRule {
  case atOnce(IdealIntegral)
  case nextCycle(RepeatController)
  case slide(RepeatController)

  init(_ rule: ComparisonStrategy.Rule, at rate: SignedRate) {
    switch rule {
    case .atOnce: self = .atOnce(IdealIntegral(at: rate))
    case .nextCycle: self = .nextCycle(.running(.restartPerCycle, at: rate.ordered))
    case .slide: self = .slide(.running(RampPolicy.policy, at: rate.ordered))
    }
  }

  mutating func obey(_ rate: SignedRate, ramp: Double?, at time: Double) {
    do throws(RepeatError) {
      switch self {
      case .atOnce(var integral):
        integral.obey(rate, at: time)
        self = .atOnce(integral)
      case .nextCycle(var controller):
        controller.advance(to: time)
        try controller.perform(.rate(rate.ordered))
        self = .nextCycle(controller)
      case .slide(var controller):
        controller.advance(to: time)
        let policy = RatePolicy.phaseMatched(
          ramp: ramp ?? ComparisonStrategy.defaultRamp, shape: .smooth)
        if controller.policy != policy { try controller.setPolicy(policy) }
        try controller.perform(.rate(rate.ordered))
        self = .slide(controller)
      }
    } catch {
      preconditionFailure("an order of a checked schedule: \(error)")
    }
  }

  /// Where it is at `time`, not before what it was asked or told last.
  mutating func position(at time: Double) -> FramePosition {
    switch self {
    case .atOnce(let integral): return integral.position(at: time)
    case .nextCycle(var controller):
      controller.advance(to: time)
      self = .nextCycle(controller)
      return FramePosition(controller.course.position(at: time))
    case .slide(var controller):
      controller.advance(to: time)
      self = .slide(controller)
      return FramePosition(controller.course.position(at: time))
    }
  }
}

extension SignedRate {
  /// Cycles per second in 106 bits.
  fileprivate var precise: DoubleDouble {
    switch ordered {
    case .hertz(let hertz): return DoubleDouble(hertz)
    case .cycleDuration(let seconds):
      let rate = DoubleDouble(reciprocalOf: seconds)
      return hertz < 0 ? -rate : rate
    }
  }
}
