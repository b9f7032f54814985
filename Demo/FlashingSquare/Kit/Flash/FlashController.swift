// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming

/// One flashing thing: what moves it, the flash limit before and behind it, and its recent past.
struct Flasher: Sendable {
  /// What moves it; rate changes go through `request(_:)`, so that the limit sees them.
  private(set) var motion: FlashMotion
  private(set) var mode: DemoMode
  let limit: FlashLimit

  /// Seconds per cycle last asked for, before the limit.
  private(set) var asked: Double
  /// What shows: 0 the calm colour, 1 the alarm colour.
  private(set) var shown = 0.0
  /// What the motion showed at the last frame.
  private(set) var sample: FlashSample
  /// Seconds per cycle in effect; infinite where nothing moves.
  var inEffect: Double { sample.cycleDuration }

  /// What became of the last order.
  private(set) var lastOrder: OrderReport?
  /// The largest jump of the value that an order has caused since the start.
  private(set) var largestJump = 0.0
  private(set) var history = FlashHistory()

  private var flashGuard = FlashGuard()
  private let schedule: PlaySchedule?
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
    motion = FlashMotion(mode, cycleDuration: limit.allowed(first), now: now)
    if let schedule { motion.load(schedule, limit: limit) }
    self.mode = mode
    self.asked = first
    self.limit = limit
    self.schedule = schedule
    play = cursor
    sample = motion.sample
  }

  /// Seconds: the present time.
  var now: Double { motion.now }
  var state: RepeatState { motion.state }
  var isActive: Bool { state != .idle }

  /// Whether the last order was too short for the limit, or the guard holds the value.
  var isHeldBack: Bool { limit.holdsBack(asked) || isHeldByGuard }

  /// Whether what shows is held, because it would flash too often.
  var isHeldByGuard: Bool { flashGuard.isHolding }

  /// Asks for a cycle duration from now on; the same one again is no order.
  /// - Precondition: `seconds` is in `RepeatLimits.cycleDurations`.
  mutating func ask(_ seconds: Double) {
    guard seconds != asked else { return }
    let values = motion.request(limit.allowed(seconds))
    note(seconds, at: now, ramp: nil, values, motion.sample)
  }

  /// Changes what orders do, without a jump.
  mutating func setMode(_ newMode: DemoMode) {
    guard newMode != mode else { return }
    let wasCompared = mode.policy == nil
    mode = newMode
    motion.change(to: newMode)
    // A controller has the schedule's rate changes beforehand, a run of the comparison has not.
    if wasCompared, let schedule { motion.load(schedule, limit: limit) }
  }

  /// Carries out a command that changes no rate.
  mutating func carryOut(_ command: RepeatCommand) { motion.carryOut(command) }

  /// Moves to a frame's time.
  /// - Returns: What happened on the way.
  mutating func advance(to time: Double) -> [FlashEvent] {
    if let changes = play?.take(through: time) {
      for index in changes.indices {
        let isReplaced =
          index + 1 < changes.endIndex && changes[index + 1].time == changes[index].time
        follow(changes[index], isReplaced: isReplaced)
      }
    }
    let events = motion.advance(to: time)
    for event in events where event.kind == .cycle {
      history.mark(.cycle, at: event.time)
    }
    sample = motion.sample
    shown = limit.isOn ? flashGuard.show(sample.progress, at: time) : sample.progress
    lastOrder?.look(at: sample, events, now: time)
    history.record(
      FlashHistory.Sample(
        time: time, value: shown, hertz: sample.hertz, askedHertz: 1 / asked, mode: mode))
    return events
  }

  /// Notes a rate change of the schedule.
  ///
  /// A controller has it already, and looks ahead to its time.
  private mutating func follow(_ change: PlaySchedule.Order, isReplaced: Bool) {
    switch motion {
    case .controller(let controller):
      let before = controller.progress(at: max(change.time.nextDown, controller.now))
      let after = controller.sample(at: change.time)
      note(
        change.cycleDuration, at: change.time, ramp: change.ramp, (before, after.progress),
        FlashSample(after))
    case .compared(var flash):
      if isReplaced { return }
      let values = flash.request(limit.allowed(change.cycleDuration), at: change.time)
      motion = .compared(flash)
      note(change.cycleDuration, at: change.time, ramp: change.ramp, values, flash.sample)
    }
  }

  private mutating func note(
    _ seconds: Double, at time: Double, ramp: Double?, _ values: (before: Double, after: Double),
    _ sample: FlashSample
  ) {
    asked = seconds
    let jump = abs(values.after - values.before)
    // Differences of the last few bits are the way between two neighbouring times.
    let visibleJump = jump > 1e-9 ? jump : 0
    largestJump = max(largestJump, visibleJump)
    lastOrder = OrderReport(
      time: time, hertz: 1 / limit.allowed(seconds), jump: visibleJump,
      slide: mode.policy == nil ? 0 : ramp ?? (mode == .ramp ? DemoMode.rampSeconds : 0),
      sample: sample)
    history.mark(.order(jump: visibleJump), at: time)
  }
}
