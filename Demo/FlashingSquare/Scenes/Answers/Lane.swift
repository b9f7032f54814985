// SPDX-License-Identifier: Apache-2.0

import StrategyComparison

/// One square: a strategy of the comparison in the scene's time, as a pure function of time and of
/// the requests.
struct Lane: Sendable {
  let mode: DemoMode
  /// The strategy's states, each since a request.
  private(set) var history: MotionHistory<Motion>
  /// The sample of the last frame.
  private(set) var frame: StrategyFrame
  /// The answers to the requests of the last seconds, oldest first.
  private(set) var answers: [Answer] = []

  private var motion: Motion
  /// The scene's time in seconds at the lane's start.
  private let start: Double
  /// The least number of seconds between two requests; a request in between waits.
  private let spacing: Double
  private var waiting: RateChange?
  /// The time of the last frame or request, in seconds from ``start``.
  private var known = 0.0

  /// A strategy's state, the last requested seconds per cycle, and the request before.
  struct Motion: Sendable {
    var run: StrategyRun
    var requested: Double
    var before: Double

    /// The seconds per cycle at a rate: a requested number if the rate is that of the request.
    func duration(at hertz: Double) -> Double {
      [requested, before].first { Lane.isRate(hertz, of: $0) } ?? 1 / hertz
    }
  }

  private static func isRate(_ hertz: Double, of seconds: Double) -> Bool {
    abs(hertz * seconds - 1) <= 1e-12
  }

  /// The lane's answer to a request.
  struct Answer: Hashable, Sendable {
    /// The time of the request in seconds.
    let time: Double
    /// The values just before and just after the request, 0...1.
    let before: Double
    let after: Double
    /// The time from which the requested rate is in effect; `nil` while that is unknown.
    var effect: Double?

    /// The change of the value at the request, 0...1; 0 if it is too small to be a jump.
    var jump: Double {
      let size = abs(after - before)
      return size >= ChartGap.smallest ? size : 0
    }
    /// The seconds until the requested rate is in effect; `nil` while that is unknown.
    var wait: Double? { effect.map { $0 - time } }
  }

  /// A lane with a cycle duration in seconds.
  /// - Parameters:
  ///   - start: The start time in seconds.
  ///   - spacing: The least number of seconds between two requests that take effect.
  init(_ mode: DemoMode, requested seconds: Double, since start: Double, spacing: Double = 0) {
    self.mode = mode
    self.start = start
    self.spacing = spacing
    motion = Motion(
      run: StrategyRun(mode.strategy, at: .cycleDuration(seconds)), requested: seconds,
      before: seconds)
    history = MotionHistory(motion, from: start)
    frame = motion.run.frame(at: 0)
  }

  /// The displayed value in the last frame, 0...1.
  var shown: Double { frame.value }
  /// The measures since the run's start.
  var figures: Figures { motion.run.figures }

  /// The value at a time, 0...1; a time after the last frame assumes no further request.
  func value(at time: Double) -> Double { value(of: history.state(at: time), at: time) }

  func value(of motion: Motion, at time: Double) -> Double {
    ValueCurve.value(atPhase: motion.run.position(at: max(0, time - start)).phase)
  }

  /// The answer to the last request before a time.
  func answer(at time: Double) -> Answer? { answers.last { $0.time <= time } }

  /// The cycle duration in effect, in seconds.
  ///
  /// Once the requested duration is in effect, this is the same number, bit for bit.
  var inEffect: Double { motion.duration(at: frame.hertz) }

  // MARK: - Requests

  /// Requests another cycle duration at a time after the last frame.
  mutating func request(_ change: RateChange) {
    applyWaiting(through: change.time)
    var spaced = change
    spaced.time = max(change.time, (answers.last?.time ?? -.infinity) + spacing)
    waiting = spaced
    applyWaiting(through: change.time)
  }

  /// Computes a frame.
  ///
  /// If the frame's time is not after the last frame's, the last frame is kept.
  mutating func show(at time: Double) {
    applyWaiting(through: time)
    guard time - start > known else { return }
    known = time - start
    frame = motion.run.frame(at: known)
    // A strategy that restarts at frames is a function of the frames, too.
    guard mode == .frame, frame.reported > 0 else { return }
    history.add(motion, from: time)
    if let last = answers.last, last.effect == nil, inEffect == motion.requested {
      answers[answers.count - 1].effect = time
    }
  }

  /// Replaces the requests that the history holds.
  /// - Parameters:
  ///   - changes: All requests, in order of time; those before the history are ignored.
  ///   - now: The time of the last frame in seconds.
  mutating func replay(_ changes: [RateChange], now: Double) {
    history.rewind()
    let first = history.stretches[0]
    motion = first.state
    known = first.start - start
    waiting = nil
    answers.removeAll { $0.time > first.start }
    for change in changes where change.time > first.start && change.time <= now {
      if mode == .frame { showFrames(until: change.time) }
      request(change)
    }
    if mode == .frame { showFrames(until: now) }
    show(at: now)
  }

  /// Shows the frames of a display up to a time.
  private mutating func showFrames(until time: Double) {
    while start + known + 1 / 60 < time { show(at: start + known + 1 / 60) }
  }

  private mutating func applyWaiting(through time: Double) {
    guard let change = waiting, change.time <= time else { return }
    waiting = nil
    let seconds = change.rate.cycleDuration
    let local = change.time - start
    guard local > known, seconds != motion.requested else { return }
    known = local
    var old = motion.run
    let before = old.frame(at: local)
    motion.run.apply(RateChange(time: local, cycleDuration: seconds, ramp: change.ramp))
    (motion.requested, motion.before) = (seconds, motion.duration(at: before.hertz))
    history.add(motion, from: change.time)
    var new = motion.run
    let after = new.frame(at: local)
    let effect: Double? =
      switch mode {
      case .naive, .phase: change.time
      case .ramp: change.time + (change.ramp ?? ComparisonStrategy.defaultRamp)
      case .restart where Self.isRate(after.hertz, of: seconds): change.time
      case .restart: change.time + (1 - before.phase) / before.hertz
      case .frame: nil
      }
    // The chart's seconds of a drag, which makes a request in each frame.
    answers.append(
      Answer(time: change.time, before: before.value, after: after.value, effect: effect),
      keeping: 500)
  }
}
