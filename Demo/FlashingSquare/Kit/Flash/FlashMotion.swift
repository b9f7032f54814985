// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import StrategyComparison

/// What moves a flash: the library's controller, or the comparison's run of a way that only it has.
protocol FlashMotion: Sendable {
  /// Seconds: the present time.
  var now: Double { get }
  var state: RepeatState { get }
  /// What shows at ``now``.
  var sample: FlashSample { get }
  /// Whether a rate change waits for the end of the cycle.
  var hasPendingRateChange: Bool { get }
  /// Seconds per cycle last requested, after the flash limit.
  var requestedDuration: Double { get }
  /// Seconds per cycle that it has, or would have but for a pause.
  var durationInEffect: Double { get }

  /// Changes the rate now.
  /// - Returns: The value just before and just after.
  mutating func request(_ seconds: Double) -> (before: Double, after: Double)

  /// Takes the rate changes later than ``now``, to carry them out at their exact times; without
  /// effect on a run of the comparison, which is given each of them when it is due.
  mutating func load(_ schedule: PlaySchedule, limit: FlashLimit)

  /// Moves to a frame's time.
  /// - Returns: What has happened since the last frame.
  mutating func move(to time: Double) -> [FlashEvent]

  /// The events of commands given since the last frame, without moving the time.
  mutating func takeFlashEvents() -> [FlashEvent]

  /// Carries out a command: start, stop, pause, resume, seek.
  mutating func carryOut(_ command: RepeatCommand)
}

extension DemoMode {
  /// What moves a flash from `now` on.
  /// - Precondition: `seconds` is in `RepeatLimits.cycleDurations`.
  func motion(cycleDuration seconds: Double, now: Double) -> any FlashMotion {
    guard let policy else { return ComparedFlash(strategy, cycleDuration: seconds, now: now) }
    var controller = RepeatController.checked(policy, cycleDuration: seconds, now: now)
    controller.start()
    return controller
  }

  /// What goes on where another has come to, without a jump.
  func motion(continuing other: any FlashMotion) -> any FlashMotion {
    guard let policy else { return ComparedFlash(strategy, continuing: other) }
    guard var controller = other as? RepeatController else {
      return RepeatController.continuing(other, policy)
    }
    controller.carryOut(.policy(policy))
    return controller
  }
}

extension RepeatController: FlashMotion {
  var sample: FlashSample { FlashSample(sample(at: now)) }
  var requestedDuration: Double { requestedRate.cycleDuration }

  var durationInEffect: Double {
    var running = self
    if case .paused = state {
      do throws(RepeatError) { try running.perform(.resume) } catch { return .infinity }
    }
    let seconds = running.sample(at: now).cycleDuration
    return RepeatLimits.cycleDurations.contains(seconds) ? seconds : requestedDuration
  }

  mutating func request(_ seconds: Double) -> (before: Double, after: Double) {
    let before = progress(at: now)
    carryOut(.rate(.cycleDuration(seconds)))
    return (before, progress(at: now))
  }

  mutating func load(_ schedule: PlaySchedule, limit: FlashLimit) {
    for (index, change) in schedule.changes.enumerated() where change.time > now {
      // Of several at one time the last wins: the others must not even jump.
      if schedule.isReplaced(index) { continue }
      let rate = RepeatRate.cycleDuration(limit.allowed(change.rate.cycleDuration))
      let command: RepeatCommand =
        change.ramp.map { .ramp(to: rate, over: $0, shape: .smooth) } ?? .rate(rate)
      do throws(RepeatError) {
        try self.schedule(command, at: .time(change.time))
      } catch {
        preconditionFailure("load(\(change)): \(error)")
      }
    }
  }

  mutating func move(to time: Double) -> [FlashEvent] { advance(to: time).map { FlashEvent($0) } }

  mutating func takeFlashEvents() -> [FlashEvent] { takeEvents().map { FlashEvent($0) } }

  /// - Precondition: `command` has valid numbers.
  mutating func carryOut(_ command: RepeatCommand) {
    do throws(RepeatError) {
      try perform(command)
    } catch {
      preconditionFailure("carryOut(\(command)): \(error)")
    }
  }

  /// - Precondition: `seconds` is in `RepeatLimits.cycleDurations`.
  fileprivate static func checked(
    _ policy: RatePolicy, cycleDuration seconds: Double, now: Double
  ) -> RepeatController {
    var settings = RepeatSettings(policy: policy)
    settings.rate = .cycleDuration(seconds)
    do throws(RepeatError) {
      return try RepeatController(settings, now: now)
    } catch {
      preconditionFailure("a flash of \(seconds) s a cycle: \(error)")
    }
  }

  /// A controller that goes on where `other` is, in its state, and has nothing to report yet.
  fileprivate static func continuing(
    _ other: any FlashMotion, _ policy: RatePolicy
  ) -> RepeatController {
    guard other.state != .idle else {
      return checked(policy, cycleDuration: other.requestedDuration, now: other.now)
    }
    var controller = checked(policy, cycleDuration: other.durationInEffect, now: other.now)
    controller.start()
    controller.carryOut(.seek(to: other.sample.position, isSilent: true))
    if other.requestedDuration != other.durationInEffect {
      controller.carryOut(.rate(.cycleDuration(other.requestedDuration)))
    }
    switch other.state {
    case .stopping, .paused(isStopping: true): controller.carryOut(.stop(.atCycleEnd))
    default: break
    }
    if case .paused = other.state { controller.carryOut(.pause) }
    _ = controller.takeEvents()
    return controller
  }
}
