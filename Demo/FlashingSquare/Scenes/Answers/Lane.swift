// SPDX-License-Identifier: Apache-2.0

import StrategyComparison

/// One square: a strategy of the comparison that runs in the scene's time, and its recent values.
struct Lane: Sendable {
  let mode: DemoMode
  /// The sample of the last frame.
  private(set) var frame: StrategyFrame
  /// The answer to the last request.
  private(set) var answer: Answer?
  private(set) var history = FlashHistory()

  private var run: StrategyRun
  /// The scene's time in seconds at the lane's start.
  private let start: Double
  /// The last requested seconds per cycle, and the request before.
  private var durations: (requested: Double, before: Double)

  /// The lane's answer to a request.
  struct Answer: Hashable, Sendable {
    /// The time of the request in seconds.
    let time: Double
    /// The jump of the value at that time, 0...1.
    let jump: Double
    /// The seconds until the requested rate was in effect; `nil` until then.
    var delay: Double?
  }

  /// A lane with a cycle duration in seconds.
  /// - Parameters:
  ///   - start: The start time in seconds; a lane that is added later is simulated from this time.
  ///   - now: Seconds, not before `start`.
  init(_ mode: DemoMode, requested seconds: Double, since start: Double, now: Double) {
    self.mode = mode
    self.start = start
    durations = (seconds, seconds)
    run = StrategyRun(mode.strategy, at: .cycleDuration(seconds))
    frame = run.frame(at: now - start)
  }

  /// The displayed value, 0...1.
  var shown: Double { frame.value }
  /// The measures since the run's start.
  var figures: Figures { run.figures }

  /// The cycle duration in effect, in seconds.
  ///
  /// Once the requested duration is in effect, this is the same number, bit for bit.
  var inEffect: Double {
    let known = [durations.requested, durations.before]
    return known.first { isInEffect($0) } ?? 1 / frame.hertz
  }

  /// The seconds until the current cycle ends.
  var secondsLeft: Double { (1 - frame.phase) / frame.hertz }

  /// Requests another cycle duration at a time after the last frame.
  /// - Parameter ramp: The duration of a ramp in seconds; `nil` means the strategy's own.
  mutating func request(_ seconds: Double, ramp: Double? = nil, at time: Double) {
    let local = time - start
    guard local > frame.time, seconds != durations.requested else { return }
    let before = value(at: local)
    run.apply(RateChange(time: local, cycleDuration: seconds, ramp: ramp))
    let jump = abs(value(at: local) - before)
    durations = (seconds, inEffect)
    // A difference below 1e-9 is rounding, and no jump.
    answer = Answer(time: time, jump: jump > 1e-9 ? jump : 0)
    history.note(.request(seconds), at: time)
  }

  /// Computes a frame.
  ///
  /// If the frame's time is not after the last frame's, the last frame is kept.
  mutating func show(at time: Double) {
    guard time - start > frame.time else { return }
    frame = run.frame(at: time - start)
    history.record(shown, at: time)
    guard let asked = answer, asked.delay == nil, isInEffect(durations.requested) else { return }
    // If a cycle ended in this frame, the time of its end is known exactly.
    let sinceBoundary = frame.reported > 0 ? frame.phase / frame.hertz : 0
    answer?.delay = max(0, time - sinceBoundary - asked.time)
  }

  private func value(at local: Double) -> Double {
    ValueCurve.value(atPhase: run.position(at: local).phase)
  }

  private func isInEffect(_ seconds: Double) -> Bool { abs(frame.hertz * seconds - 1) <= 1e-12 }
}

extension TraceRow {
  /// The trace row of a lane's frame.
  /// - Parameter requested: Seconds per cycle, before the flash limit.
  init(_ lane: Lane, requested: Double, time: Double, events: [String]) {
    let count = lane.frame.reported
    let cycles = count == 0 ? [] : [count == 1 ? "cycle" : "cycle*\(count)"]
    self.init(
      time: time, cycleDurationRequested: requested, cycleDurationInEffect: lane.inEffect,
      cycle: lane.frame.cycle, phase: lane.frame.phase, value: lane.shown, events: cycles + events)
  }
}
