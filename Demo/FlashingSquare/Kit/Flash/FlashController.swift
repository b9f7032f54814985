// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming

/// One thing that flashes: a repeat, the mode that says what rate changes do, and its last seconds.
///
/// In each frame ``advance(to:)``, then commands and rate changes, which hold from that time on, then
/// ``finishFrame()``, which takes the frame's one sample.
struct FlashController: Sendable {
  private(set) var controller: RepeatController
  private(set) var mode: DemoMode
  let limit: FlashLimit
  /// What the last frame showed.
  private(set) var sample: RepeatSample
  /// What became of the last rate change.
  private(set) var lastRateChange: RateChangeReport?
  /// What rate changes have cost since the start of the run.
  private(set) var figures: FlashFigures
  private(set) var history = FlashHistory()

  private let schedule: PlaySchedule?
  private var play = PlaySchedule.Cursor()
  /// What has happened in this frame so far, and what commands have caused.
  private var events: [RepeatEvent] = []
  private var caused: [RepeatEvent] = []

  /// A flash that runs from `now` on.
  /// - Parameters:
  ///   - requested: Seconds per cycle at first.
  ///   - schedule: Rate changes at exact times; those up to `now` have been.
  init(
    mode: DemoMode, requested: Double, limit: FlashLimit, schedule: PlaySchedule? = nil,
    now: Double
  ) {
    var settings = RepeatSettings(
      rate: .cycleDuration(requested), policy: mode.policy,
      maxFlashRate: limit.isOn ? FlashLimit.hertz : .infinity)
    if let schedule, let past = play.take(through: now, of: schedule).last {
      settings.rate = schedule.changes[past].rate
    }
    do throws(RepeatError) {
      controller = try RepeatController(settings, now: now)
    } catch {
      preconditionFailure("a flash of \(requested) s a cycle: \(error)")
    }
    controller.start()
    self.mode = mode
    self.limit = limit
    self.schedule = schedule
    sample = controller.sample(at: now)
    figures = FlashFigures(since: now)
  }

  /// Seconds: the present time.
  var now: Double { controller.now }
  var state: RepeatState { controller.state }
  var isActive: Bool { controller.isActive }
  var isPaused: Bool { state.isPaused }

  /// Seconds per cycle last requested, before the limit.
  var requested: Double { controller.requestedRate.cycleDuration }
  /// Seconds per cycle in effect; infinite where nothing moves.
  var inEffect: Double { sample.cycleDuration }
  /// What shows: 0 the calm colour, 1 the alarm colour.
  var shown: Double { sample.progress }
  /// Whether the last requested cycle was too short for the limit.
  var isHeldBack: Bool { limit.holdsBack(requested) }

  // MARK: - A frame

  /// Moves to a frame's time, through the schedule's rate changes.
  /// - Returns: What happened on the way.
  mutating func advance(to time: Double) -> [RepeatEvent] {
    var passed: [RepeatEvent] = []
    if let schedule {
      for index in play.take(through: time, of: schedule) where !schedule.isReplaced(index) {
        passed += move(to: schedule.changes[index].time)
        request(schedule.changes[index].rate.cycleDuration, ramp: schedule.changes[index].ramp)
      }
    }
    return passed + move(to: time)
  }

  /// Requests a cycle duration from now on; the same one again is no rate change.
  /// - Precondition: `seconds` is in `RepeatLimits.cycleDurations`.
  mutating func request(_ seconds: Double) {
    if seconds != requested { request(seconds, ramp: nil) }
  }

  /// Changes what rate changes do, without a jump.
  mutating func setMode(_ newMode: DemoMode) {
    mode = newMode
    perform(.policy(newMode.policy))
  }

  /// Performs a command; rate changes go through ``request(_:)``, which reports on them.
  /// - Precondition: `command` has valid numbers.
  mutating func perform(_ command: RepeatCommand) {
    do throws(RepeatError) {
      try controller.perform(command)
    } catch {
      preconditionFailure("perform(\(command)): \(error)")
    }
    // Taken at once, since only a few may wait.
    caused += controller.advance(to: now)
  }

  /// Takes the frame's sample, after all its commands.
  /// - Returns: What the commands caused.
  mutating func finishFrame() -> [RepeatEvent] {
    let caused = caused
    note(caused)
    sample = controller.sample(at: now)
    let time = now
    lastRateChange?.update(sample, events, now: time)
    figures.update(sample, lastRateChange, allowed: limit.allowed(requested), at: now)
    history.record(
      FlashHistory.Sample(
        time: now, value: shown, hertz: sample.hertz, requestedHertz: 1 / requested, mode: mode))
    (events, self.caused) = ([], [])
    return caused
  }

  private mutating func move(to time: Double) -> [RepeatEvent] {
    var passed = controller.advance(to: time)
    if mode == .frame, let boundary = passed.first(where: \.isCycle) {
      // The next cycle begins at the frame that notices: its lateness, and further cycles, are lost.
      perform(.seek(to: CyclePosition(cycle: boundary.cycle, phase: 0), isSilent: true))
      passed.removeAll { $0.time > boundary.time }
    }
    note(passed)
    return passed
  }

  private mutating func note(_ new: [RepeatEvent]) {
    for event in new {
      if event.isCycle { history.note(.cycle, at: event.time) }
      if event.kind == .started { figures = FlashFigures(since: event.time) }
    }
    events += new
  }

  // MARK: - Rate changes

  /// Differences of the last few bits are the way between two neighbouring times: no jump.
  static let jumpNoise = 1e-9

  private mutating func request(_ seconds: Double, ramp: Double?) {
    let before = controller.sample(at: now)
    let old = limit.allowed(requested)
    figures.add(allowed: old, isMoving: before.hertz != 0, to: now)
    let ramp = mode.isCompared ? nil : ramp
    let rate = RepeatRate.cycleDuration(seconds)
    perform(ramp.map { .ramp(to: rate, over: $0) } ?? .rate(rate))
    if mode == .naive {
      // The time since the start, read at the new rate.
      let ratio = old / limit.allowed(seconds)
      let jump = before.position.cycles * (ratio - 1)
      perform(.seek(to: before.position.advanced(by: jump), isSilent: true))
    }
    let after = controller.sample(at: now)
    let difference = abs(after.progress - before.progress)
    let jump = difference > Self.jumpNoise ? difference : 0
    lastRateChange = RateChangeReport(
      time: now, hertz: 1 / limit.allowed(seconds), jump: jump,
      slide: ramp ?? (mode == .ramp ? DemoMode.rampSeconds : 0), sample: after)
    history.note(.rateChange(jump: jump), at: now)
  }
}
