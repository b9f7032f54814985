// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming

/// A policy of the library's own controller, known at compile time.
protocol ControllerPolicy {
  static var policy: RatePolicy { get }
}

enum NaivePolicy: ControllerPolicy { static let policy = RatePolicy.preserveElapsed }
enum RestartPolicy: ControllerPolicy { static let policy = RatePolicy.restartPerCycle }
enum FrameRestartPolicy: ControllerPolicy { static let policy = RatePolicy.restartAtFrame }
enum PhasePolicy: ControllerPolicy { static let policy = RatePolicy.phaseMatched(ramp: 0) }
enum RampPolicy: ControllerPolicy {
  static let policy = RatePolicy.phaseMatched(
    ramp: ComparisonStrategy.defaultRamp, shape: .smooth)
}

/// The library's own controller.
///
/// It is advanced wherever something happens: at orders, at changes of course, and at each frame that
/// enters a cycle. In between its course answers, with the same bits and without the bookkeeping.
struct ControllerFollower<Policy: ControllerPolicy>: Follower {
  private var controller: RepeatController
  private var course: RepeatCourse
  private var last = FramePosition.zero
  private var told = 0

  init(at rate: SignedRate) {
    controller = .running(Policy.policy, at: rate.ordered)
    course = controller.course
  }

  var isSliding: Bool { course.isSliding }

  func hertz(at time: Double) -> Double { course.hertz(at: time) }

  mutating func obey(_ rate: SignedRate, ramp: Double?, at time: Double, _ meter: inout Meter) {
    do throws(RepeatError) {
      guard Policy.policy != .restartAtFrame else {
        meter.ordered(at: time)
        // A stop at `time` would be a frame: it must not notice a boundary there.
        try controller.schedule(.rate(rate.ordered), at: .time(time))
        if course.hertz(at: time) == rate.hertz { meter.tookEffect(at: time) }
        course = controller.course
        return
      }
      advance(to: time, &meter)
      meter.ordered(at: time)
      let before = movement(at: time)
      if case .phaseMatched(let standard, let shape) = Policy.policy, standard > 0 {
        let policy = RatePolicy.phaseMatched(ramp: ramp ?? standard, shape: shape)
        if controller.policy != policy { try controller.setPolicy(policy) }
      }
      try controller.perform(.rate(rate.ordered))
      note(from: before, at: time, &meter)
    } catch {
      preconditionFailure("an order of a checked schedule: \(error)")
    }
  }

  @inline(__always)
  mutating func show(at time: Double, _ meter: inout Meter) -> Shown {
    if time < course.end {
      let position = FramePosition(course.position(at: time))
      // A boundary that is met exactly on the way down is told there, in the cycle above it.
      if position.cycle == last.cycle && told == 0 && position.phase != 0 {
        last = position
        return Shown(position: position)
      }
    }
    return settle(at: time, &meter)
  }

  /// A frame that enters a cycle or a new course: the controller itself is asked.
  @inline(never)
  private mutating func settle(at time: Double, _ meter: inout Meter) -> Shown {
    advance(to: time, &meter)
    last = FramePosition(course.position(at: time))
    defer { told = 0 }
    return Shown(position: last, told: told)
  }

  /// Moves the controller, counts the boundaries it tells, and tells the meter of changes.
  private mutating func advance(to time: Double, _ meter: inout Meter) {
    let before = course
    for event in controller.advance(to: time) where event.kind == .cycle { told += event.count }
    course = controller.course
    let change = course.start
    if change > before.start {
      // What the motion brings by itself, the end of a cycle or of a ramp, it brings without a jump.
      let phase = course.startPosition.phase
      meter.courseChanged(
        from: Movement(phase: phase, hertz: before.hertz(at: change)),
        to: Movement(phase: phase, hertz: course.hertz(at: change)))
    }
    if meter.isWaiting, course.isAsOrdered { meter.tookEffect(at: change) }
  }

  /// Tells the meter of an order that has been given at `time`.
  private mutating func note(from before: Movement, at time: Double, _ meter: inout Meter) {
    course = controller.course
    last = FramePosition(course.position(at: time))
    meter.courseChanged(from: before, to: movement(at: time))
    if course.isAsOrdered { meter.tookEffect(at: time) }
  }

  private func movement(at time: Double) -> Movement {
    Movement(phase: course.position(at: time).phase, hertz: course.hertz(at: time))
  }
}

extension RepeatController {
  /// A run from time 0 on that never ends.
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
