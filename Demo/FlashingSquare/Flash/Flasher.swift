// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming

/// One flashing thing: a controller, the flash limit before and behind it, and its recent past.
struct Flasher: Sendable {
  /// The repeat; orders go through `ask(_:)`, so that the limit sees them.
  private(set) var controller: RepeatController
  private(set) var mode: DemoMode
  let limit: FlashLimit

  /// Seconds per cycle last asked for, before the limit.
  private(set) var asked: Double
  /// What shows: 0 the calm colour, 1 the alarm colour.
  private(set) var shown = 0.0
  /// The controller's answer for the last frame.
  private(set) var sample: RepeatSample
  /// Seconds per cycle in effect; infinite where nothing moves.
  var inEffect: Double { sample.cycleDuration }

  /// What became of the last order.
  private(set) var lastOrder: OrderReport?
  /// The largest jump of the value that an order has caused since the start.
  private(set) var largestJump = 0.0
  private(set) var history = FlashHistory()

  private var flashGuard = FlashGuard()
  private var play: PlaySchedule.Cursor?

  /// A flasher that runs from `now` on.
  /// - Parameters:
  ///   - asked: Seconds per cycle at first.
  ///   - schedule: Orders to carry out at their times; those before `now` have been.
  init(
    mode: DemoMode, asked: Double, limit: FlashLimit, schedule: PlaySchedule? = nil, now: Double
  ) {
    var cursor = schedule?.cursor()
    let past = cursor?.take(through: now).last
    let first = past?.cycleDuration ?? asked
    var settings = RepeatSettings()
    settings.policy = mode.policy
    settings.rate = .cycleDuration(limit.allowed(first))
    do throws(RepeatError) {
      controller = try RepeatController(settings, now: now)
      if let schedule { try controller.load(schedule, limit: limit, after: now) }
    } catch {
      preconditionFailure("Flasher(asked: \(asked)): \(error)")
    }
    self.mode = mode
    self.asked = first
    self.limit = limit
    play = cursor
    controller.start()
    sample = controller.sample(at: now)
  }

  /// Whether the last order was too short for the limit, or the guard holds the value.
  var isHeldBack: Bool { limit.holdsBack(asked) || isHeldByGuard }

  /// Whether what shows is held, because it would flash too often.
  var isHeldByGuard: Bool { flashGuard.isHolding }

  /// Asks for a cycle duration from now on; the same one again is no order.
  /// - Precondition: `seconds` is in `RepeatLimits.cycleDurations`.
  mutating func ask(_ seconds: Double) {
    guard seconds != asked else { return }
    let now = controller.now
    let before = controller.progress(at: now)
    carryOut(.rate(.cycleDuration(limit.allowed(seconds))))
    note(seconds, at: now, slide: nil, progressBefore: before)
  }

  /// Changes what orders do, without a jump.
  mutating func setMode(_ newMode: DemoMode) {
    guard newMode != mode else { return }
    mode = newMode
    carryOut(.policy(newMode.policy))
  }

  /// Carries out a command that is no order of a rate.
  mutating func carryOut(_ command: RepeatCommand) {
    do throws(RepeatError) {
      try controller.perform(command)
    } catch {
      preconditionFailure("carryOut(\(command)): \(error)")
    }
  }

  /// Moves to a frame's time.
  /// - Returns: What happened on the way.
  mutating func advance(to time: Double) -> [RepeatEvent] {
    if let orders = play?.take(through: time) {
      for order in orders { note(order) }
    }
    let events = controller.advance(to: time)
    for event in events where event.kind == .cycle {
      history.mark(.cycle, at: event.time)
    }
    sample = controller.sample(at: time)
    shown = limit.isOn ? flashGuard.show(sample.progress, at: time) : sample.progress
    lastOrder?.look(at: sample, events, now: time)
    history.record(
      FlashHistory.Sample(
        time: time, value: shown, hertz: sample.hertz, askedHertz: 1 / asked, mode: mode))
    return events
  }

  /// An order of the schedule: the controller has it already, and looks ahead to its time.
  private mutating func note(_ order: PlaySchedule.Order) {
    let justBefore = controller.progress(at: max(order.time.nextDown, controller.now))
    note(order.cycleDuration, at: order.time, slide: order.ramp, progressBefore: justBefore)
  }

  private mutating func note(
    _ seconds: Double, at time: Double, slide: Double?, progressBefore: Double
  ) {
    asked = seconds
    let after = controller.sample(at: time)
    let jump = abs(after.progress - progressBefore)
    // Differences of the last few bits are the way between two neighbouring times.
    let visibleJump = jump > 1e-9 ? jump : 0
    largestJump = max(largestJump, visibleJump)
    lastOrder = OrderReport(
      time: time, hertz: 1 / limit.allowed(seconds), jump: visibleJump,
      slide: slide ?? (mode == .ramp ? DemoMode.rampSeconds : 0), sample: after)
    history.mark(.order(jump: visibleJump), at: time)
  }
}

extension RepeatController {
  /// Schedules the orders later than `now` at their exact times: frames do not matter to them.
  fileprivate mutating func load(
    _ schedule: PlaySchedule, limit: FlashLimit, after now: Double
  ) throws(RepeatError) {
    let orders = schedule.orders
    for (index, order) in orders.enumerated() where order.time > now {
      // Of several orders at one time the last wins: the others must not even jump.
      if index + 1 < orders.count, orders[index + 1].time == order.time { continue }
      let rate = RepeatRate.cycleDuration(limit.allowed(order.cycleDuration))
      let command: RepeatCommand =
        if let ramp = order.ramp { .ramp(to: rate, over: ramp, shape: .smooth) } else {
          .rate(rate)
        }
      try self.schedule(command, at: .time(order.time))
    }
  }
}
