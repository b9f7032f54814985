// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import FramePacing

/// The opening scene: one slider requests a speed for two squares, and each responds in its own
/// way.
struct AnswersScene: Scene {
  static let name = "answers"
  static let title = "Same request, two answers"
  static let label = "Two answers"
  static let summary = "one slider, two squares, and what most code does"
  static let keys = [
    KeyHelp("\u{2190}\u{2192}", "change the speed; the slider does so too"),
    KeyHelp("M", "add a third square, then change or remove it"),
  ]

  /// The left and the right lane.
  private(set) var left: Lane
  private(set) var right: Lane
  /// The middle lane, if added.
  private(set) var third: Lane?
  /// The last requested seconds per pulse, before the flash limit.
  private(set) var requested: Double
  /// The knob's position, 0...1; requests are rounded to hundredths of a second.
  private(set) var knob: Double
  private(set) var wasAsked = false
  private(set) var driver: Steering
  private(set) var hand: Hand
  var slider = Track()
  private(set) var ticks: [Tick]? = []

  private let start: Double
  private let limit: FlashLimit
  private let schedule: PlaySchedule?
  private var play = PlaySchedule.Cursor()
  /// The mode whose lane the trace records.
  private let traced: DemoMode
  /// The seconds for which an arrow key has been held.
  private var held = 0.0
  /// A request that the third lane has not received yet.
  private var thirdRequest: Double?
  /// The last frame's time in seconds.
  private(set) var now: Double

  /// The seconds per pulse at the start.
  static let first = 1.6
  /// The fractions of the slider by which an arrow key moves the knob: at once, and per second
  /// after the key has been held for `arrowPatience` seconds.
  static let arrowStep = 0.1
  static let arrowSpeed = 0.6
  static let arrowPatience = 0.3
  /// The modes of the third square, in the order of the M key.
  static let thirdModes: [DemoMode?] = [nil, .naive, .ramp, .frame]

  init(_ setup: SceneSetup) {
    limit = setup.limit
    schedule = setup.schedule
    traced = setup.mode
    (start, now) = (setup.now, setup.now)
    requested = Self.first
    driver = Steering(setup)
    if let schedule, let past = play.take(through: now, of: schedule).last {
      requested = schedule.changes[past].rate.cycleDuration
    }
    knob = PulseRange.share(of: requested)
    hand = Hand(at: knob)
    let seconds = setup.limit.allowed(requested)
    left = Lane(.restart, requested: seconds, since: now, now: now)
    right = Lane(.phase, requested: seconds, since: now, now: now)
    if setup.mode != .restart, setup.mode != .phase {
      third = Lane(setup.mode, requested: seconds, since: now, now: now)
    }
  }

  var steering: Steering? { driver }
  /// The lanes from left to right.
  var lanes: [Lane] { [left] + (third.map { [$0] } ?? []) + [right] }
  /// The last requested seconds per pulse after the flash limit.
  var limitedRequest: Double { limit.allowed(requested) }

  mutating func update(_ frame: Frame, _ controls: Controls) -> TraceRow? {
    var names: [String] = []
    let isFirst = frame.time <= now
    now = frame.time
    let wasAutomatic = driver.isAutomatic
    if let change = driver.update(controls, delta: frame.delta) { names.append(change) }
    if driver.isAutomatic, !wasAutomatic { hand = Hand(at: knob) }
    for press in controls.presses where press == .nextMode { stepThird(&names) }
    if let schedule {
      playFile(schedule, &names)
    } else if let share = wanted(controls, delta: frame.delta), !isFirst {
      knob = min(max(share, 0), 1)
      let seconds = PulseRange.seconds(at: knob)
      if seconds != requested {
        request(seconds, at: now)
        names.append("rate_change")
      }
    }
    askThird(at: now)
    left.show(at: now)
    right.show(at: now)
    third?.show(at: now)
    ticks = beginnings
    let lane = lanes.first { $0.mode == traced } ?? left
    return TraceRow(lane, requested: requested, time: now, events: names)
  }

  // MARK: - Requests

  /// The knob's requested position in this frame, by the mouse, an arrow key or the autopilot.
  private mutating func wanted(_ controls: Controls, delta: Double) -> Double? {
    if let share = slider.drag(controls) { return share }
    let way = controls.move.x
    guard way == 0 else {
      let isNew = held == 0
      held += max(delta, 1e-9)
      let step = isNew ? Self.arrowStep : held > Self.arrowPatience ? Self.arrowSpeed * delta : 0
      return step == 0 ? nil : knob + way * step
    }
    held = 0
    return driver.isAutomatic ? hand.update(delta).map(PulseRange.share) : nil
  }

  private mutating func playFile(_ schedule: PlaySchedule, _ names: inout [String]) {
    for index in play.take(through: now, of: schedule) where !schedule.isReplaced(index) {
      let change = schedule.changes[index]
      request(change.rate.cycleDuration, ramp: change.ramp, at: change.time)
      knob = PulseRange.share(of: requested)
      names.append("rate_change")
    }
  }

  private mutating func request(_ seconds: Double, ramp: Double? = nil, at time: Double) {
    requested = seconds
    wasAsked = true
    let allowed = limit.allowed(seconds)
    left.request(allowed, at: time)
    right.request(allowed, at: time)
    // A naive square computes sin(time × speed), so it jumps at each request, and a drag makes a
    // request in each frame. With the flash limit, it therefore gets at most three requests a
    // second.
    thirdRequest = allowed
    if third?.mode != .naive || !limit.isOn {
      third?.request(allowed, ramp: ramp, at: time)
      thirdRequest = nil
    }
  }

  private mutating func askThird(at time: Double) {
    guard let wanted = thirdRequest, let lane = third,
      time - (lane.answer?.time ?? -.infinity) >= FlashLimit.shortestCycle
    else { return }
    third?.request(wanted, at: time)
    thirdRequest = nil
  }

  /// Adds, replaces or removes the middle lane.
  private mutating func stepThird(_ names: inout [String]) {
    let modes = Self.thirdModes
    let index = modes.firstIndex(of: third?.mode) ?? 0
    let mode = modes[(index + 1) % modes.count]
    third = mode.map { Lane($0, requested: limit.allowed(requested), since: start, now: now) }
    thirdRequest = nil
    names.append("third_\(mode?.rawValue ?? "off")")
  }

  /// The ticks of the cycles that began in this frame; left and right are an octave apart.
  private var beginnings: [Tick] {
    zip([left, right], [784.0, 1568]).compactMap { lane, hertz in
      lane.frame.reported > 0 ? Tick(hertz: hertz, volume: 0.15) : nil
    }
  }
}
