// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import FramePacing
import StrategyComparison

/// The opening scene: one slider requests a speed for three squares, each with its own response.
///
/// The past can be dragged, and shows what would have happened.
struct AnswersScene: Scene {
  static let name = "answers"
  static let title = "One slider, three pulses. Which one is broken?"
  static let label = "Which one is broken?"
  static let summary = "one slider, three pulses; one of them jumps"
  static let keys = [
    KeyHelp("\u{2190}\u{2192}", "change the speed; the slider does so too"),
    KeyHelp(", .", "move the last request earlier or later"),
    KeyHelp("M", "choose the code of the first square"),
    KeyHelp("Ctrl+S", "write the requests as a file for --play"),
  ]

  /// The lanes from left to right: the usual code, then the two cures.
  private(set) var lanes: [Lane]
  /// The requests, in seconds per pulse before the flash limit.
  private(set) var log: RequestLog
  /// The knob's position, 0...1; requests are rounded to hundredths of a second.
  private(set) var knob: Double
  private(set) var driver: Steering
  private(set) var hand: Hand
  var slider = Track()
  private(set) var ticks: [Tick]? = []

  /// The things of the past that the mouse drags.
  enum Grip: Hashable, Sendable {
    /// The requests with these indices in the log.
    case request(Range<Int>)
    /// The number in the sentence: the seconds per pulse of the last request.
    case number
    /// The line at the time that is shown.
    case cursor
  }
  var grips = Grips<Grip>()
  /// The log before the present drag.
  private(set) var original: RequestLog?
  /// The time that the squares show while the cursor is dragged.
  private(set) var cursor: Double?
  /// The grips that were used, which need no hint any more.
  private(set) var usedRequest = false
  private(set) var usedCursor = false
  /// The chart, pixels per point, and whether the squares are below each other, as last drawn.
  var chart: LaneChart.Drawn?
  var isStacked = false
  var scale = 1.0

  private let start: Double
  private let limit: FlashLimit
  let schedule: PlaySchedule?
  private var play = PlaySchedule.Cursor()
  /// The mode whose lane the trace records.
  private let traced: DemoMode
  private var arrow = HeldKey(tap: Self.arrowStep, speed: 0.6)
  /// Stands still while the past is dragged.
  private var clock: SceneClock
  /// The last frame's time in seconds.
  private(set) var now: Double

  /// The past before the first frame: its length, longer than the chart's span so that its request
  /// makes the usual code jump far; its seconds per pulse; and its request.
  static let pastSeconds = 7.53
  static let first = 0.8
  static let past = RateChange(time: -3.4, cycleDuration: 1.6)
  /// The fraction of the slider by which a tap of an arrow key moves the knob.
  static let arrowStep = 0.1
  /// The seconds by which a key moves the last request.
  static let timeStep = 0.02
  /// The modes of the first square, in the order of the M key.
  static let firstModes: [DemoMode] = [.naive, .ramp, .frame]

  init(_ setup: SceneSetup) {
    limit = setup.limit
    schedule = setup.schedule
    traced = setup.mode ?? .restart
    now = setup.now
    clock = SceneClock(time: now)
    driver = Steering(setup, beginsAtOnce: true)
    // A file's requests begin at its own time 0; otherwise the chart is full at once.
    start = schedule == nil ? now - Self.pastSeconds : now
    log = RequestLog(first: Self.first)
    if let schedule {
      let past = play.take(through: now, of: schedule).last
      log = RequestLog(first: past.map { schedule.changes[$0].rate.cycleDuration } ?? 1.6)
    } else {
      var past = Self.past
      past.time += now
      log.add(past)
    }
    knob = PulseRange.share(of: log.changes.last?.rate.cycleDuration ?? log.first)
    hand = Hand(at: knob)
    let mode = Self.firstModes.contains(traced) ? traced : .naive
    lanes = []
    lanes = [mode, .restart, .phase].map { lane($0) }
  }

  var steering: Steering? { driver }
  /// The time that the squares show.
  var shownTime: Double { cursor ?? now }
  /// The last requested seconds per pulse, before the flash limit and after it.
  var requested: Double { log.changes.last?.rate.cycleDuration ?? log.first }
  func limited(_ seconds: Double) -> Double { limit.allowed(seconds) }

  /// A lane from the log.
  private func lane(_ mode: DemoMode) -> Lane {
    // A naive square computes sin(time × speed), so it jumps at each request, and a drag makes a
    // request in each frame. With the flash limit, it therefore gets at most three requests a
    // second.
    var lane = Lane(
      mode, requested: limited(log.first), since: start,
      spacing: mode == .naive && limit.isOn ? FlashLimit.shortestCycle : 0)
    lane.replay(limitedChanges, now: now)
    return lane
  }

  private var limitedChanges: [RateChange] { log.changes.map { limited($0) } }

  private func limited(_ change: RateChange) -> RateChange {
    RateChange(
      time: change.time, cycleDuration: limited(change.rate.cycleDuration), ramp: change.ramp)
  }

  mutating func update(_ given: Frame, _ controls: Controls) -> TraceRow? {
    var names: [String] = []
    let drag = grips.update(controls)
    let frame = clock.advance(given, speed: grips.held == nil ? 1 : 0)
    let isFirst = frame.time <= now
    now = frame.time
    let wasAutomatic = driver.isAutomatic
    if let change = driver.update(controls, delta: given.delta) { names.append(change) }
    if driver.isAutomatic, !wasAutomatic { hand = Hand(at: knob) }
    for press in controls.presses { handle(press, &names) }
    if let drag { follow(drag, controls.pointer, &names) }
    if let schedule {
      playFile(schedule, &names)
    } else if grips.held == nil, let share = wanted(controls, delta: frame.delta), !isFirst {
      knob = min(max(share, 0), 1)
      let seconds = PulseRange.seconds(at: knob)
      if seconds != requested {
        request(RateChange(time: now, cycleDuration: seconds))
        names.append("rate_change")
      }
    }
    for index in lanes.indices { lanes[index].show(at: now) }
    ticks = beginnings
    let lane = lanes.first { $0.mode == traced } ?? lanes[1]
    let count = lane.frame.reported
    let cycles = count == 0 ? [] : [count == 1 ? "cycle" : "cycle*\(count)"]
    return TraceRow(
      time: now, cycleDurationRequested: requested, cycleDurationInEffect: lane.inEffect,
      cycle: lane.frame.cycle, phase: lane.frame.phase, value: lane.shown, events: cycles + names)
  }

  // MARK: - Requests

  private mutating func handle(_ press: Controls.Press, _ names: inout [String]) {
    switch press {
    case .nextMode:
      let index = Self.firstModes.firstIndex(of: lanes[0].mode) ?? 0
      let mode = Self.firstModes[(index + 1) % Self.firstModes.count]
      lanes[0] = lane(mode)
      names.append("first_\(mode.rawValue)")
    case .earlier: moveLast(by: -Self.timeStep, &names)
    case .later: moveLast(by: Self.timeStep, &names)
    default: break
    }
  }

  /// The knob's requested position in this frame, by the mouse, an arrow key or the autopilot.
  private mutating func wanted(_ controls: Controls, delta: Double) -> Double? {
    if let share = slider.drag(controls) { return share }
    if let step = arrow.step(controls.move.x, delta: delta) { return knob + step }
    return driver.isAutomatic ? hand.update(delta).map(PulseRange.share) : nil
  }

  private mutating func playFile(_ schedule: PlaySchedule, _ names: inout [String]) {
    for index in play.take(through: now, of: schedule) where !schedule.isReplaced(index) {
      request(schedule.changes[index])
      knob = PulseRange.share(of: requested)
      names.append("rate_change")
    }
  }

  private mutating func request(_ change: RateChange) {
    log.add(change)
    for index in lanes.indices { lanes[index].request(limited(change)) }
  }

  /// The ticks of the cycles that began in this frame: restart and phase, an octave apart.
  private var beginnings: [Tick] {
    zip(lanes.dropFirst(), [784.0, 1568]).compactMap { lane, hertz in
      lane.frame.reported > 0 ? Tick(hertz: hertz, volume: 0.15) : nil
    }
  }

  // MARK: - The past

  /// The requests that the chart shows, those of a drag as one.
  var groups: [Range<Int>] { log.groups(since: now - ChartAxis.span) }

  private mutating func follow(
    _ drag: Grips<Grip>.Drag, _ pointer: Point?, _ names: inout [String]
  ) {
    switch drag {
    case .began: original = log
    case .ended(let grip):
      if grip != .cursor { names.append("past_changed") }
      (original, cursor) = (nil, nil)
    case .moved(.request(let group), let x, _):
      guard let axis = chart?.axis, let original else { return }
      usedRequest = true
      change(
        original.moving(group, by: axis.time(x) - axis.time(0), in: now - ChartAxis.span...now))
    case .moved(.number, let x, _):
      guard let original, let last = original.changes.indices.last else { return }
      let seconds = original.changes[last].rate.cycleDuration + (x / scale).rounded() / 100
      let asked = min(max(seconds, PulseRange.fastest), PulseRange.slowest)
      change(original.asking((asked * 100).rounded() / 100, at: last))
    case .moved(.cursor, _, _):
      guard let axis = chart?.axis, let pointer else { return }
      usedCursor = true
      let isAtEdge = Double(axis.box.right) - pointer.x < 12 * scale
      cursor = isAtEdge ? nil : max(axis.time(pointer.x), now - ChartAxis.span)
    }
  }

  private mutating func change(_ log: RequestLog) {
    self.log = log
    knob = PulseRange.share(of: requested)
    for index in lanes.indices { lanes[index].replay(limitedChanges, now: now) }
  }

  private mutating func moveLast(by seconds: Double, _ names: inout [String]) {
    guard let last = groups.last, schedule == nil else { return }
    change(log.moving(last, by: seconds, in: now - ChartAxis.span...now))
    names.append("past_changed")
  }

  /// Puts the past back while it is dragged.
  mutating func takesBack() -> Bool {
    guard let original else { return false }
    change(original)
    self.original = nil
    cursor = nil
    grips.release()
    return true
  }

  var playFile: String? { log.file(from: start) }
}
