// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming
import StrategyComparison

/// One thing that flashes: what moves it, its flash limit, and its last seconds.
///
/// A frame goes through it once: ``advance(to:)``, then commands and rate changes, then
/// ``finishFrame()``, which reads what shows.
struct FlashController: Sendable {
  /// What moves it; rate changes go through ``request(_:)``, so that the limit sees them.
  private(set) var motion: any FlashMotion
  private(set) var mode: DemoMode
  let limit: FlashLimit

  /// Seconds per cycle last requested, before the limit.
  private(set) var requested: Double
  /// What shows: 0 the calm colour, 1 the alarm colour.
  var shown: Double { sample.progress }
  /// What the motion showed at the last frame.
  private(set) var sample: FlashSample
  /// Seconds per cycle in effect; infinite where nothing moves.
  var inEffect: Double { sample.cycleDuration }

  /// What became of the last rate change.
  private(set) var lastRateChange: RateChangeReport?
  /// The largest jump of the value that a rate change has caused since the start.
  private(set) var largestJump = 0.0
  private(set) var history = FlashHistory()

  private let schedule: PlaySchedule?
  private var play = PlaySchedule.Cursor()
  /// What has happened in this frame so far.
  private var events: [FlashEvent] = []

  /// A flash that runs from `now` on.
  /// - Parameters:
  ///   - requested: Seconds per cycle at first.
  ///   - schedule: Rate changes to carry out at their times; those before `now` have been.
  init(
    mode: DemoMode, requested: Double, limit: FlashLimit, schedule: PlaySchedule? = nil,
    now: Double
  ) {
    var first = requested
    if let schedule, let past = play.take(through: now, of: schedule).last {
      first = schedule.changes[past].rate.cycleDuration
    }
    motion = mode.motion(cycleDuration: limit.allowed(first), now: now)
    if let schedule { motion.load(schedule, limit: limit) }
    self.mode = mode
    self.requested = first
    self.limit = limit
    self.schedule = schedule
    sample = motion.sample
  }

  /// Seconds: the present time.
  var now: Double { motion.now }
  var state: RepeatState { motion.state }
  var isActive: Bool { state != .idle }

  /// Whether the last requested cycle was too short for the limit.
  var isHeldBack: Bool { limit.holdsBack(requested) }

  // MARK: - A frame

  /// Moves to a frame's time.
  /// - Returns: What happened on the way.
  mutating func advance(to time: Double) -> [FlashEvent] {
    if let schedule {
      for index in play.take(through: time, of: schedule) {
        noteScheduled(schedule.changes[index], isReplaced: schedule.isReplaced(index))
      }
    }
    return note(motion.move(to: time))
  }

  /// Requests a cycle duration from now on; the same one again is no rate change.
  /// - Precondition: `seconds` is in `RepeatLimits.cycleDurations`.
  mutating func request(_ seconds: Double) {
    guard seconds != requested else { return }
    let values = motion.request(limit.allowed(seconds))
    note(seconds, at: now, ramp: nil, values, motion.sample)
  }

  /// Changes what rate changes do, without a jump.
  mutating func setMode(_ newMode: DemoMode) {
    guard newMode != mode else { return }
    let wasCompared = mode.policy == nil
    mode = newMode
    motion = newMode.motion(continuing: motion)
    // A controller has the schedule's rate changes beforehand, a run of the comparison has not.
    if wasCompared, let schedule { motion.load(schedule, limit: limit) }
  }

  /// Carries out a command that changes no rate.
  mutating func perform(_ command: RepeatCommand) { motion.carryOut(command) }

  /// Reads what shows in this frame, after all its commands.
  /// - Returns: What the commands caused.
  mutating func finishFrame() -> [FlashEvent] {
    let caused = note(motion.takeFlashEvents())
    sample = motion.sample
    let time = now
    lastRateChange?.update(sample, events, now: time)
    history.record(
      FlashHistory.Sample(
        time: time, value: shown, hertz: sample.hertz, requestedHertz: 1 / requested, mode: mode))
    events.removeAll(keepingCapacity: true)
    return caused
  }

  private mutating func note(_ new: [FlashEvent]) -> [FlashEvent] {
    for event in new where event.kind == .cycle { history.note(.cycle, at: event.time) }
    events += new
    return new
  }

  // MARK: - Rate changes

  /// Differences of the last few bits are the way between two neighbouring times: no jump.
  static let jumpNoise = 1e-9

  /// Notes a rate change of the schedule.
  ///
  /// A controller has it already, and looks ahead to its time.
  private mutating func noteScheduled(_ change: RateChange, isReplaced: Bool) {
    let seconds = change.rate.cycleDuration
    if let controller = motion as? RepeatController {
      let before = controller.progress(at: max(change.time.nextDown, controller.now))
      let after = controller.sample(at: change.time)
      note(
        seconds, at: change.time, ramp: change.ramp, (before, after.progress), FlashSample(after))
    } else if !isReplaced, var flash = motion as? ComparedFlash {
      let values = flash.request(limit.allowed(seconds), at: change.time)
      motion = flash
      note(seconds, at: change.time, ramp: change.ramp, values, flash.sample)
    }
  }

  private mutating func note(
    _ seconds: Double, at time: Double, ramp: Double?, _ values: (before: Double, after: Double),
    _ sample: FlashSample
  ) {
    requested = seconds
    let jump = abs(values.after - values.before)
    let visibleJump = jump > Self.jumpNoise ? jump : 0
    largestJump = max(largestJump, visibleJump)
    lastRateChange = RateChangeReport(
      time: time, hertz: 1 / limit.allowed(seconds), jump: visibleJump,
      slide: mode.policy == nil ? 0 : ramp ?? (mode == .ramp ? DemoMode.rampSeconds : 0),
      sample: sample)
    history.note(.rateChange(jump: visibleJump), at: time)
  }
}
