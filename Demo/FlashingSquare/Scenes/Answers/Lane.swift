// SPDX-License-Identifier: Apache-2.0

import StrategyComparison

/// One answer to the requests: a run of the comparison, as it goes, and its last seconds.
struct Lane: Sendable {
  let mode: DemoMode
  /// The sample of the last frame.
  private(set) var frame: StrategyFrame
  /// The answer to the last request.
  private(set) var answer: Answer?
  private(set) var history = FlashHistory()

  private var run: StrategyRun
  /// Seconds of the scene at which it began.
  private let start: Double
  /// Seconds per cycle requested last, and before that.
  private var durations: (requested: Double, before: Double)

  /// The answer to a request.
  struct Answer: Hashable, Sendable {
    /// Seconds: when it was asked.
    let time: Double
    /// How far the value jumped at that time, 0...1.
    let jump: Double
    /// Seconds until the requested rate was in effect; `nil` until it is.
    var delay: Double?
  }

  /// A lane with a cycle of `seconds`.
  /// - Parameters:
  ///   - start: Seconds: when it began; one that is added later has been running since then.
  ///   - now: Seconds, not before `start`.
  init(_ mode: DemoMode, requested seconds: Double, since start: Double, now: Double) {
    self.mode = mode
    self.start = start
    durations = (seconds, seconds)
    run = StrategyRun(mode.strategy, at: .cycleDuration(seconds))
    frame = run.frame(at: now - start)
  }

  /// The value shown, 0...1.
  var shown: Double { frame.value }
  /// The measures of the comparison since its run began.
  var figures: Figures { run.figures }

  /// Seconds per cycle in effect.
  ///
  /// The requested number, to the bit, if it is in effect.
  var inEffect: Double {
    let known = [durations.requested, durations.before]
    return known.first { isInEffect($0) } ?? 1 / frame.hertz
  }

  /// Seconds until its cycle ends.
  var secondsLeft: Double { (1 - frame.phase) / frame.hertz }

  /// Asks for another cycle duration at a time after the last frame.
  /// - Parameter ramp: Seconds in which a ramp reaches it; `nil`: its own.
  mutating func request(_ seconds: Double, ramp: Double? = nil, at time: Double) {
    let local = time - start
    guard local > frame.time, seconds != durations.requested else { return }
    let before = value(at: local)
    run.apply(RateChange(time: local, cycleDuration: seconds, ramp: ramp))
    let jump = abs(value(at: local) - before)
    durations = (seconds, inEffect)
    // The last bits are the way between two neighbouring times.
    answer = Answer(time: time, jump: jump > 1e-9 ? jump : 0)
    history.note(.request(seconds), at: time)
  }

  /// Shows a frame; a time that is not later than the last frame's shows that one again.
  mutating func show(at time: Double) {
    guard time - start > frame.time else { return }
    frame = run.frame(at: time - start)
    history.record(shown, at: time)
    guard let asked = answer, asked.delay == nil, isInEffect(durations.requested) else { return }
    // A boundary was in this frame, and its time is known.
    let sinceBoundary = frame.reported > 0 ? frame.phase / frame.hertz : 0
    answer?.delay = max(0, time - sinceBoundary - asked.time)
  }

  private func value(at local: Double) -> Double {
    ValueCurve.value(atPhase: run.position(at: local).phase)
  }

  private func isInEffect(_ seconds: Double) -> Bool { abs(frame.hertz * seconds - 1) <= 1e-12 }
}

extension TraceRow {
  /// The row of a frame of a lane.
  /// - Parameter requested: Seconds per cycle, before the flash limit.
  init(_ lane: Lane, requested: Double, time: Double, events: [String]) {
    let count = lane.frame.reported
    let cycles = count == 0 ? [] : [count == 1 ? "cycle" : "cycle*\(count)"]
    self.init(
      time: time, cycleDurationRequested: requested, cycleDurationInEffect: lane.inEffect,
      cycle: lane.frame.cycle, phase: lane.frame.phase, value: lane.shown, events: cycles + events)
  }
}
