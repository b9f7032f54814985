// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import StrategyComparison

/// What moves a flash: the library's controller, or the comparison's run of a way that only it has.
enum FlashMotion: Sendable {
  case controller(RepeatController)
  case compared(ComparedFlash)

  /// Starts at `now`, with what `mode` says.
  /// - Precondition: `seconds` is in `RepeatLimits.cycleDurations`.
  init(_ mode: DemoMode, cycleDuration seconds: Double, now: Double) {
    guard let policy = mode.policy else {
      self = .compared(ComparedFlash(mode.strategy, cycleDuration: seconds, now: now))
      return
    }
    var controller = RepeatController.checked(policy, cycleDuration: seconds, now: now)
    controller.start()
    self = .controller(controller)
  }

  /// Seconds: the present time.
  var now: Double {
    switch self {
    case .controller(let controller): controller.now
    case .compared(let flash): flash.now
    }
  }

  var state: RepeatState {
    switch self {
    case .controller(let controller): controller.state
    case .compared(let flash): flash.state
    }
  }

  /// What shows at ``now``.
  var sample: FlashSample {
    switch self {
    case .controller(let controller): FlashSample(controller.sample(at: controller.now))
    case .compared(let flash): flash.sample
    }
  }

  /// Whether a rate change waits for the end of the cycle.
  var hasPendingRateChange: Bool {
    switch self {
    case .controller(let controller): controller.hasPendingRateChange
    case .compared(let flash): flash.hasPendingRateChange
    }
  }

  /// Seconds per cycle last requested, after the flash limit.
  var requestedDuration: Double {
    switch self {
    case .controller(let controller): controller.requestedRate.cycleDuration
    case .compared(let flash): flash.requested
    }
  }

  /// Seconds per cycle that it has, or would have but for a pause.
  var durationInEffect: Double {
    switch self {
    case .controller(var controller):
      if case .paused = controller.state {
        do throws(RepeatError) { try controller.perform(.resume) } catch { return .infinity }
      }
      let seconds = controller.sample(at: controller.now).cycleDuration
      return RepeatLimits.cycleDurations.contains(seconds) ? seconds : requestedDuration
    case .compared(let flash): return flash.durationInEffect
    }
  }

  /// Changes the rate now.
  /// - Returns: The value just before and just after.
  mutating func request(_ seconds: Double) -> (before: Double, after: Double) {
    switch self {
    case .controller(var controller):
      let before = controller.progress(at: controller.now)
      controller.performValid(.rate(.cycleDuration(seconds)))
      let after = controller.progress(at: controller.now)
      self = .controller(controller)
      return (before, after)
    case .compared(var flash):
      let values = flash.request(seconds, at: flash.now)
      self = .compared(flash)
      return values
    }
  }

  /// Gives a controller the rate changes later than ``now`` at their exact times.
  ///
  /// Frames do not matter to them. A run of the comparison is given each of them when it is due.
  mutating func load(_ schedule: PlaySchedule, limit: FlashLimit) {
    guard case .controller(var controller) = self else { return }
    for (index, change) in schedule.changes.enumerated() where change.time > controller.now {
      // Of several at one time the last wins: the others must not even jump.
      if schedule.isReplaced(index) { continue }
      let rate = RepeatRate.cycleDuration(limit.allowed(change.rate.cycleDuration))
      let command: RepeatCommand =
        change.ramp.map { .ramp(to: rate, over: $0, shape: .smooth) } ?? .rate(rate)
      do throws(RepeatError) {
        try controller.schedule(command, at: .time(change.time))
      } catch {
        preconditionFailure("load(\(change)): \(error)")
      }
    }
    self = .controller(controller)
  }

  /// Moves to a frame's time.
  /// - Returns: What has happened since the last frame.
  mutating func advance(to time: Double) -> [FlashEvent] {
    switch self {
    case .controller(var controller):
      let events = controller.advance(to: time)
      self = .controller(controller)
      return events.map { FlashEvent($0) }
    case .compared(var flash):
      let events = flash.advance(to: time)
      self = .compared(flash)
      return events
    }
  }

  /// The events of commands given since the last frame, without moving the time.
  mutating func takeEvents() -> [FlashEvent] {
    switch self {
    case .controller(var controller):
      let events = controller.takeEvents()
      self = .controller(controller)
      return events.map { FlashEvent($0) }
    case .compared(var flash):
      let events = flash.takeEvents()
      self = .compared(flash)
      return events
    }
  }

  /// Carries out a command that changes no rate: start, stop, pause, resume, seek.
  mutating func perform(_ command: RepeatCommand) {
    switch self {
    case .controller(var controller):
      controller.performValid(command)
      self = .controller(controller)
    case .compared(var flash):
      switch command {
      case .start: flash.start()
      case .stop(let mode): flash.stop(mode)
      case .pause: flash.pause()
      case .resume: flash.resume()
      case .seek(let position, _): flash.seek(to: position)
      default: preconditionFailure("perform(\(command)): no command of a flash")
      }
      self = .compared(flash)
    }
  }

  /// Goes on in another mode from the present position, without a jump.
  mutating func change(to mode: DemoMode) {
    guard let policy = mode.policy else {
      self = .compared(ComparedFlash(mode.strategy, continuing: self))
      return
    }
    if case .controller(var controller) = self {
      controller.performValid(.policy(policy))
      self = .controller(controller)
    } else {
      self = .controller(.continuing(self, policy))
    }
  }
}

extension RepeatController {
  /// - Precondition: `seconds` is in `RepeatLimits.cycleDurations`.
  fileprivate static func checked(
    _ policy: RatePolicy, cycleDuration seconds: Double, now: Double
  ) -> RepeatController {
    var settings = RepeatSettings()
    settings.policy = policy
    settings.rate = .cycleDuration(seconds)
    do throws(RepeatError) {
      return try RepeatController(settings, now: now)
    } catch {
      preconditionFailure("a flash of \(seconds) s a cycle: \(error)")
    }
  }

  /// A controller that goes on where `other` is, in its state, and has nothing to report yet.
  fileprivate static func continuing(
    _ other: FlashMotion, _ policy: RatePolicy
  ) -> RepeatController {
    guard other.state != .idle else {
      return checked(policy, cycleDuration: other.requestedDuration, now: other.now)
    }
    var controller = checked(policy, cycleDuration: other.durationInEffect, now: other.now)
    controller.start()
    controller.performValid(.seek(to: other.sample.position, isSilent: true))
    if other.requestedDuration != other.durationInEffect {
      controller.performValid(.rate(.cycleDuration(other.requestedDuration)))
    }
    switch other.state {
    case .stopping, .paused(isStopping: true): controller.performValid(.stop(.atCycleEnd))
    default: break
    }
    if case .paused = other.state { controller.performValid(.pause) }
    _ = controller.takeEvents()
    return controller
  }

  /// - Precondition: `command` has valid numbers.
  fileprivate mutating func performValid(_ command: RepeatCommand) {
    do throws(RepeatError) {
      try perform(command)
    } catch {
      preconditionFailure("perform(\(command)): \(error)")
    }
  }
}
