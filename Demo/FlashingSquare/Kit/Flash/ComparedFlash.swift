// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming
import StrategyComparison

/// A flash that a run of the comparison moves: the naive way, and the restart at a frame.
///
/// The run's time is the time that this flash has been running: it stops in a pause and begins anew
/// with each start. A frame is drawn again where a rate change comes at its very time.
struct ComparedFlash: FlashMotion {
  let strategy: ComparisonStrategy
  /// Seconds: the time of the last frame or rate change.
  private(set) var now: Double
  private(set) var state = RepeatState.running
  /// Seconds per cycle last requested.
  private(set) var requestedDuration: Double
  /// Seconds per cycle in effect.
  private(set) var durationInEffect: Double
  /// The run with the frame at ``now``, which has the figures.
  private(set) var run: StrategyRun

  /// The run without the frame at ``now``.
  private var before: StrategyRun
  private var frame: StrategyFrame
  /// Whether ``run`` is up to date.
  private var isDrawn = true
  /// The time of the run's time 0; while paused, as though the pause were over at ``now``.
  private var begin: Double
  /// The run's time of its last rate change.
  private var lastChange = 0.0
  private var pausedAt: Double?
  /// Cycles before the run's first.
  private var baseCycle = 0
  /// Half cycles of the run that have been reported: the boundaries and turns.
  private var reported = 0
  private var events: [FlashEvent] = []

  /// Starts at `now`.
  /// - Parameter seconds: Per cycle.
  init(_ strategy: ComparisonStrategy, cycleDuration seconds: Double, now: Double) {
    self.strategy = strategy
    self.now = now
    begin = now
    requestedDuration = seconds
    durationInEffect = seconds
    before = StrategyRun(strategy, at: .cycleDuration(seconds))
    run = before
    frame = run.frame(at: 0)
    events = [FlashEvent(kind: .started, time: now)]
  }

  /// Goes on from where another way of moving has brought the flash, in the state that it had.
  ///
  /// The run begins as though it had come here at the rate in effect.
  init(_ strategy: ComparisonStrategy, continuing other: any FlashMotion) {
    self.init(strategy, cycleDuration: other.requestedDuration, now: other.now)
    events = []
    state = other.state
    guard state != .idle else { return }
    if case .paused = state { pausedAt = now }
    durationInEffect = other.durationInEffect
    seek(to: other.sample.position)
  }

  /// What it shows at ``now``.
  var sample: FlashSample {
    guard state != .idle else { return FlashSample() }
    let isMoving = pausedAt == nil
    return FlashSample(
      position: CyclePosition(cycle: baseCycle + frame.cycle, phase: frame.phase),
      progress: frame.value, hertz: isMoving ? frame.hertz : 0,
      cycleDuration: isMoving ? durationInEffect : .infinity)
  }

  /// Whether a rate change waits for the end of the cycle.
  var hasPendingRateChange: Bool { state != .idle && durationInEffect != requestedDuration }

  // MARK: - Time

  mutating func move(to time: Double) -> [FlashEvent] {
    pass(to: time)
    if !isDrawn { draw() }
    return takeFlashEvents()
  }

  mutating func takeFlashEvents() -> [FlashEvent] {
    defer { events = [] }
    return events
  }

  mutating func request(_ seconds: Double) -> (before: Double, after: Double) {
    request(seconds, at: now)
  }

  mutating func load(_ schedule: PlaySchedule, limit: FlashLimit) {}

  /// Changes the rate at `time`, which is ``now`` or later, and not after the next frame.
  /// - Returns: The value just before and just after.
  mutating func request(_ seconds: Double, at time: Double) -> (before: Double, after: Double) {
    pass(to: time)
    requestedDuration = seconds
    guard state != .idle else {
      durationInEffect = seconds
      return (0, 0)
    }
    let valueBefore = value
    if runTime == 0, lastChange == 0 {
      // No time has passed in this run: it begins with this rate.
      before = StrategyRun(strategy, at: .cycleDuration(seconds))
    } else {
      lastChange = max(runTime, lastChange.nextUp)
      before.apply(RateChange(time: lastChange, cycleDuration: seconds))
    }
    reported = Self.halfCycles(before.position(at: runTime))
    draw()
    return (valueBefore, value)
  }

  /// The run's own time, not before its last rate change.
  private var runTime: Double { max((pausedAt ?? now) - begin, lastChange) }

  private var value: Double {
    ValueCurve.value(atPhase: before.position(at: runTime).phase)
  }

  private mutating func pass(to time: Double) {
    guard time > now else { return }
    now = time
    guard state == .running || state == .stopping else { return }
    if isDrawn { before = run }
    isDrawn = false
    report(upTo: Self.halfCycles(before.position(at: runTime)))
  }

  private mutating func draw() {
    isDrawn = true
    guard state != .idle else { return }
    run = before
    frame = run.frame(at: runTime)
    if frame.hertz == 1 / requestedDuration { durationInEffect = requestedDuration }
  }

  // MARK: - Events

  private static func halfCycles(_ position: CyclePosition) -> Int {
    2 * position.cycle + (position.phase < 0.5 ? 0 : 1)
  }

  /// Reports the boundaries and turns up to `last`, or to the boundary at which the run stops.
  private mutating func report(upTo last: Int) {
    let boundary = (reported / 2 + 1) * 2
    let stops = state == .stopping && last >= boundary
    let end = stops ? boundary - 1 : last
    let number = end - reported
    if number > 0 {
      let boundaries = end / 2 - reported / 2
      if boundaries > 0 {
        events.append(FlashEvent(kind: .cycle, count: boundaries, time: time(of: end / 2 * 2)))
      }
      let direction: RepeatDirection = end.isMultiple(of: 2) ? .towardAlternate : .towardDefault
      events.append(FlashEvent(kind: .direction(direction), count: number, time: time(of: end)))
    }
    reported = max(reported, end)
    if stops { endRun(.cycleEnd, at: time(of: boundary)) }
  }

  /// When the motion has come to a number of half cycles, on its way to the present position.
  private func time(of halfCycles: Int) -> Double {
    let position = before.position(at: runTime)
    let since = Double(position.cycle) + position.phase - Double(halfCycles) / 2
    return now - max(0, since) * durationInEffect
  }

  private mutating func endRun(_ reason: StopReason, at time: Double) {
    state = .idle
    pausedAt = nil
    durationInEffect = requestedDuration
    events.append(FlashEvent(kind: .stopped(reason), time: time))
  }

  // MARK: - Commands

  mutating func carryOut(_ command: RepeatCommand) {
    switch command {
    case .start: start()
    case .stop(let mode): stop(mode)
    case .pause: pause()
    case .resume: resume()
    case .seek(let position, _): seek(to: position)
    default: preconditionFailure("carryOut(\(command)): no command of a flash")
    }
  }

  /// Starts a run, or takes back a stop that has not come yet.
  private mutating func start() {
    switch state {
    case .stopping: state = .running
    case .paused: state = .paused(isStopping: false)
    case .running: break
    case .idle:
      let past = events
      self = ComparedFlash(strategy, cycleDuration: requestedDuration, now: now)
      events = past + events
    }
  }

  /// Stops at once, or at the end of the cycle; nothing is shown afterwards.
  private mutating func stop(_ mode: StopMode) {
    guard state != .idle else { return }
    guard mode == .atCycleEnd else { return endRun(.immediately, at: now) }
    if frame.phase == 0 { return endRun(.cycleEnd, at: now) }
    if pausedAt != nil { state = .paused(isStopping: true) } else { state = .stopping }
  }

  /// Holds what is shown.
  private mutating func pause() {
    guard state == .running || state == .stopping else { return }
    pausedAt = now
    state = .paused(isStopping: state == .stopping)
  }

  /// Goes on where ``pause()`` has stopped.
  private mutating func resume() {
    guard case .paused(let isStopping) = state, let since = pausedAt else { return }
    begin += now - since
    pausedAt = nil
    state = isStopping ? .stopping : .running
  }

  /// Goes to a position; the run begins anew, as though it had come there at the rate in effect.
  private mutating func seek(to position: CyclePosition) {
    guard state != .idle else { return }
    baseCycle = position.cycle
    begin = (pausedAt ?? now) - position.phase * durationInEffect
    lastChange = 0
    before = StrategyRun(strategy, at: .cycleDuration(durationInEffect))
    if requestedDuration != durationInEffect {
      lastChange = max(runTime, Double.leastNormalMagnitude)
      before.apply(RateChange(time: lastChange, cycleDuration: requestedDuration))
    }
    reported = Self.halfCycles(before.position(at: runTime))
    draw()
  }
}
