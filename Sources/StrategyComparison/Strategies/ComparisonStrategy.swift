// SPDX-License-Identifier: Apache-2.0

/// A way to follow rate changes: the library's own, and models of what others do.
///
/// A model computes as its source does, in the same numbers (`Float`, `Double`, whole
/// milliseconds). Models see a rate change at the first frame at or after it, as code that runs
/// once a frame does. Each has a type of its own in this folder, which names its source.
public enum ComparisonStrategy: String, CaseIterable, Sendable {
  /// `RatePolicy.restartPerCycle`.
  case restartPerCycle = "restart-per-cycle"
  /// `RatePolicy.phaseMatched`.
  case phaseMatched = "phase-matched"
  /// `RatePolicy.phaseMatched(ramp:shape:)`.
  case phaseRamp = "phase-ramp"
  /// The time since the start, read at the new rate: the value jumps.
  case naive
  /// Each cycle starts at the frame that notices the end of the one before.
  case restartAtFrame = "restart-at-frame"
  /// Web Animations: `effect.updateTiming({ duration })`.
  case cssDuration = "css-duration"
  /// Web Animations: `animation.updatePlaybackRate(rate)`.
  case cssPlaybackRate = "css-playback-rate"
  /// Android: `ValueAnimator.setDuration` while it runs.
  case androidAnimator = "android-animator"
  /// A clock of `Float` seconds that is never wrapped.
  case floatClock = "float-clock"
  /// `phase += rate * dt` in `Float`.
  case floatSum = "float-sum"
  /// `phase += rate * dt` in `Double`.
  case doubleSum = "double-sum"
  /// A tween that loses its overshoot at each loop.
  case tweenLoop = "tween-loop"
  /// `RepeatController.lock(to:within:style:)`, at once and along ramps.
  case lockPhase = "lock-phase"
  /// The same in whole cycles.
  case lockWholeCycles = "lock-whole-cycles"
  /// Ableton Link: what starts waits for the next quantum.
  case quantumWait = "quantum-wait"
  /// The leader's position, read anew in each frame.
  case hardSnap = "hard-snap"
  /// osu!: the error halves in each 50 ms.
  case exponentialPull = "exponential-pull"

  /// Seconds in which ``phaseRamp`` reaches a rate where the rate change has no ramp of its own.
  ///
  /// Default 0.5 s, as in the demo: long enough to see, short enough to feel prompt.
  public static let defaultRamp = 0.5

  /// The largest difference of the locks' rate from the leader's while they catch up, as a part of that.
  ///
  /// 0.2: half a beat is made up for in two beats and a half.
  public static let lockBounds = 0.2

  /// Whether it keeps within ``lockBounds``.
  public var isLock: Bool { self == .lockPhase || self == .lockWholeCycles }

  /// What it does on a rate change, in one line.
  public var summary: String {
    switch self {
    case .restartPerCycle: "ours: the cycle ends as it began, the next has the new rate"
    case .phaseMatched: "ours: the new rate at once, from the present phase"
    case .phaseRamp: "ours: the rate slides to the new one, in 0.5 s by default"
    case .naive: "the time since the start, read at the new rate"
    case .restartAtFrame: "the next cycle starts at the frame that notices the end"
    case .cssDuration: "Web Animations: updateTiming({duration}), start time kept"
    case .cssPlaybackRate: "Web Animations: updatePlaybackRate(), current time kept"
    case .androidAnimator: "Android: ValueAnimator.setDuration(), Float fraction"
    case .floatClock: "Float seconds since the start, never wrapped; phase kept"
    case .floatSum: "phase += rate * dt each frame, in Float"
    case .doubleSum: "phase += rate * dt each frame, in Double"
    case .tweenLoop: "a tween whose loops begin at the frame, overshoot dropped"
    case .lockPhase: "ours: locked to a leader at once, within 20 % of its rate"
    case .lockWholeCycles: "ours: locked in whole cycles, within 20 % of its rate"
    case .quantumWait: "Ableton Link: stops at its cycle's end, waits for the beat"
    case .hardSnap: "the leader's position, read in each frame"
    case .exponentialPull: "osu!: the error to the leader halves in each 50 ms"
    }
  }

  /// The rule that it is meant to follow, and is compared with.
  public var rule: Rule {
    switch self {
    case .restartPerCycle, .restartAtFrame: .nextCycle
    case .phaseRamp: .slide
    case .lockPhase, .lockWholeCycles, .quantumWait, .hardSnap, .exponentialPull: .inStep
    default: .atOnce
    }
  }

  /// When a rate change should take effect.
  public enum Rule: Hashable, Sendable {
    /// At its time: the ideal integral of the requested rates.
    case atOnce
    /// At the end of the cycle under way, at its exact boundary.
    case nextCycle
    /// Over a ramp from its time on.
    case slide
    /// At its time, and on to where the leader is.
    case inStep
  }

  /// Those that follow a leader's position, not only its rate.
  ///
  /// In a schedule whose leader never jumps they have nothing to do.
  public static let inStep = allCases.filter { $0.rule == .inStep }

  /// What is compared on a schedule where nothing else is said: all that follow a rate; with a leader
  /// that jumps, those that follow it, and the library's policies beside them.
  public static func standard(for schedule: RateSchedule) -> [ComparisonStrategy] {
    schedule.hasLeader
      ? [.restartPerCycle, .phaseMatched] + inStep : allCases.filter { $0.rule != .inStep }
  }
}
