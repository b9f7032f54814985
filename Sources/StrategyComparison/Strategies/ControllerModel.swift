// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// A policy of the library's own controller, known at compile time.
protocol ControllerPolicy {
  static var policy: RatePolicy { get }
}

enum RestartPolicy: ControllerPolicy { static let policy = RatePolicy.restartPerCycle }
enum PhasePolicy: ControllerPolicy { static let policy = RatePolicy.phaseMatched(ramp: 0) }
enum RampPolicy: ControllerPolicy {
  static let policy = RatePolicy.phaseMatched(ramp: ComparisonStrategy.defaultRamp)
}

/// The library's own controller.
struct ControllerModel<Policy: ControllerPolicy>: StrategyModel {
  private var controller: RepeatController
  private var reported: WideInt = 0

  init(at rate: SignedRate) { controller = .running(Policy.policy, at: rate.requested) }

  var isSliding: Bool { controller.isRamping }

  func hertz(at time: Double) -> Double { controller.sample(at: time).hertz }

  func position(at time: Double) -> FramePosition {
    FramePosition(controller.sample(at: time).position)
  }

  mutating func apply(_ rate: SignedRate, ramp: Double?, at time: Double, _ meter: inout Meter) {
    do throws(RepeatError) {
      advance(to: time, &meter)
      let before = movement(at: time)
      meter.requested(rate, at: time, inEffect: before.hertz)
      try controller.setRamp(ramp, of: Policy.policy)
      try controller.perform(.rate(rate.requested))
      meter.motionChanged(from: before, to: movement(at: time))
      if isAsRequested { meter.tookEffect(at: time) }
    } catch {
      preconditionFailure("a rate change of a valid schedule must succeed, but failed: \(error)")
    }
  }

  @inline(__always)
  mutating func show(at time: Double, _ meter: inout Meter) -> DrawnFrame {
    if reported == 0, controller.advanceQuietly(to: time) {
      return DrawnFrame(position: position(at: time))
    }
    advance(to: time, &meter)
    defer { reported = 0 }
    return DrawnFrame(position: position(at: time), reported: reported)
  }

  /// Advances the controller, counts its boundary events, and reports changes of motion to the
  /// meter.
  @inline(never)
  private mutating func advance(to time: Double, _ meter: inout Meter) {
    let before = controller
    for event in controller.advance(to: time) where event.kind == .cycle { reported += event.count }
    let change = controller.motionStart
    if change > before.motionStart {
      // The end of a cycle or ramp changes the motion without a jump.
      let after = movement(at: change)
      let hertz = before.sample(at: change.nextDown).hertz
      meter.motionChanged(from: Movement(phase: after.phase, hertz: hertz), to: after)
      meter.slid(to: hertz, at: change)
    }
    if meter.isWaiting, isAsRequested { meter.tookEffect(at: change) }
  }

  /// Whether the requested rate is in effect: no rate waits, and no ramp is in progress.
  private var isAsRequested: Bool { !controller.hasPendingRateChange && !controller.isRamping }

  private func movement(at time: Double) -> Movement {
    let sample = controller.sample(at: time)
    return Movement(phase: sample.position.phase, hertz: sample.hertz)
  }
}

extension RepeatController {
  /// Sets the duration of the next ramp if `standard` is a policy with a ramp; a `ramp` of `nil`
  /// stands for the duration in `standard`.
  mutating func setRamp(_ ramp: Double?, of standard: RatePolicy) throws(RepeatError) {
    guard case .phaseMatchedOver(let seconds) = standard, seconds > 0 else { return }
    let next = RatePolicy.phaseMatched(ramp: ramp ?? seconds)
    if settings.policy != next { try setPolicy(next) }
  }

  /// A repeat that starts at time 0 and never ends.
  static func running(_ policy: RatePolicy, at rate: RepeatRate) -> RepeatController {
    var settings = RepeatSettings()
    settings.policy = policy
    settings.rate = rate
    do throws(RepeatError) {
      var controller = try RepeatController(settings, now: 0)
      controller.start()
      return controller
    } catch {
      preconditionFailure("the rate of a checked schedule must be valid, but is not: \(error)")
    }
  }
}
