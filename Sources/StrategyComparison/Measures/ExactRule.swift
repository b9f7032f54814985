// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// The integral of the requested rates, each in effect from its exact time.
struct IdealIntegral {
  private var line: RepeatLine

  init(at rate: SignedRate) { line = rate.line(from: 0) }

  mutating func apply(_ rate: SignedRate, at time: Double) {
    line = line.continued(at: time, as: rate.line(from: time))
  }

  /// The position at `time`, which must not be before the last rate change.
  func position(at time: Double) -> FramePosition { FramePosition(line.position(at: time)) }
}

/// A strategy's intended rule, computed exactly.
enum ExactRule {
  case integral(IdealIntegral)
  /// The library's own controller, starting with this policy.
  case controller(RepeatController, RatePolicy)

  init(_ rule: ComparisonStrategy.Rule, at rate: SignedRate) {
    let policy: RatePolicy
    switch rule {
    case .atOnce:
      self = .integral(IdealIntegral(at: rate))
      return
    case .nextCycle: policy = RestartPolicy.policy
    case .slide: policy = RampPolicy.policy
    }
    self = .controller(.running(policy, at: rate.requested), policy)
  }

  mutating func apply(_ rate: SignedRate, ramp: Double?, at time: Double) {
    switch self {
    case .integral(var integral):
      integral.apply(rate, at: time)
      self = .integral(integral)
    case .controller(var controller, let policy):
      controller.advance(to: time)
      do throws(RepeatError) {
        try controller.setRamp(ramp, of: policy)
        try controller.perform(.rate(rate.requested))
      } catch {
        preconditionFailure("a rate change of a valid schedule must succeed, but failed: \(error)")
      }
      self = .controller(controller, policy)
    }
  }

  /// The position at `time`, which must not be before the time of the previous call.
  mutating func position(at time: Double) -> FramePosition {
    switch self {
    case .integral(let integral): return integral.position(at: time)
    case .controller(var controller, let policy):
      controller.advance(to: time)
      self = .controller(controller, policy)
      return FramePosition(controller.sample(at: time).position)
    }
  }
}
