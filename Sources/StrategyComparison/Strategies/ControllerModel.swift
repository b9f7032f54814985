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
///
/// It advances the controller at rate changes, at changes of motion, and at each frame that enters
/// a cycle. Between these, the controller's `segment` gives the same position, bit for bit, without
/// bookkeeping.
struct ControllerModel<Policy: ControllerPolicy>: StrategyModel {
  private var controller: RepeatController
  private var segment: MotionSegment
  private var last = FramePosition.zero
  private var reported: WideInt = 0

  init(at rate: SignedRate) {
    controller = .running(Policy.policy, at: rate.requested)
    segment = controller.segment
  }

  var isSliding: Bool { segment.isSliding }

  func hertz(at time: Double) -> Double { segment.hertz(at: time) }

  func position(at time: Double) -> FramePosition {
    if time < segment.end { return FramePosition(segment.position(at: time)) }
    var controller = controller
    controller.advance(to: time)
    return FramePosition(controller.segment.position(at: time))
  }

  mutating func apply(_ rate: SignedRate, ramp: Double?, at time: Double, _ meter: inout Meter) {
    do throws(RepeatError) {
      advance(to: time, &meter)
      meter.requested(at: time)
      let before = movement(at: time)
      try controller.setRamp(ramp, of: Policy.policy)
      try controller.perform(.rate(rate.requested))
      note(from: before, at: time, &meter)
    } catch {
      preconditionFailure("a rate change of a valid schedule: \(error)")
    }
  }

  @inline(__always)
  mutating func show(at time: Double, _ meter: inout Meter) -> DrawnFrame {
    if time < segment.end {
      let position = FramePosition(segment.position(at: time))
      // In reverse, a boundary reached exactly at a frame is reported in that frame, as the end of
      // the cycle above it.
      if position.cycle == last.cycle && reported == 0 && position.phase != 0 {
        last = position
        return DrawnFrame(position: position)
      }
    }
    return settle(at: time, &meter)
  }

  /// Advances the controller for a frame that enters a cycle or a new segment.
  @inline(never)
  private mutating func settle(at time: Double, _ meter: inout Meter) -> DrawnFrame {
    advance(to: time, &meter)
    last = FramePosition(segment.position(at: time))
    defer { reported = 0 }
    return DrawnFrame(position: last, reported: reported)
  }

  /// Advances the controller, counts its boundary events, and reports changes of motion to the
  /// meter.
  private mutating func advance(to time: Double, _ meter: inout Meter) {
    let before = segment
    for event in controller.advance(to: time) where event.kind == .cycle { reported += event.count }
    segment = controller.segment
    let change = segment.start
    if change > before.start {
      // The end of a cycle or ramp changes the motion without a jump.
      let phase = segment.startPosition.phase
      meter.motionChanged(
        from: Movement(phase: phase, hertz: before.hertz(at: change)),
        to: Movement(phase: phase, hertz: segment.hertz(at: change)))
    }
    if meter.isWaiting, segment.isAsRequested { meter.tookEffect(at: change) }
  }

  /// Reports a rate change at `time` to the meter.
  private mutating func note(from before: Movement, at time: Double, _ meter: inout Meter) {
    segment = controller.segment
    last = FramePosition(segment.position(at: time))
    meter.motionChanged(from: before, to: movement(at: time))
    if segment.isAsRequested { meter.tookEffect(at: time) }
  }

  private func movement(at time: Double) -> Movement {
    Movement(phase: segment.position(at: time).phase, hertz: segment.hertz(at: time))
  }
}

extension RepeatController {
  /// Sets the duration of the next ramp if `standard` is a policy with a ramp; `nil` keeps the
  /// default.
  mutating func setRamp(_ ramp: Double?, of standard: RatePolicy) throws(RepeatError) {
    guard case .phaseMatched(let seconds) = standard, seconds > 0 else { return }
    let next = RatePolicy.phaseMatched(ramp: ramp ?? seconds)
    if policy != next { try setPolicy(next) }
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
      preconditionFailure("the rate of a checked schedule: \(error)")
    }
  }
}
