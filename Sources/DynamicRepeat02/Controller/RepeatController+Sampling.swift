// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// What ``longSample(of:at:)`` takes in place of a ``RepeatController``, so as to be generic.
@usableFromInline
protocol Sampled {
  func sample(validating time: Double) throws(RepeatError) -> RepeatSample
}

extension RepeatController: Sampled {}

/// The sample where the short way gives none.
///
/// Generic and never specialized, which it would be if it were optimized: so the controller is put
/// into memory for this call alone. For a call of its own method, the compiler would copy all of its
/// 700 bytes out of an array before the short way.
@usableFromInline @inline(never) @_optimize(none)
func longSample(of repeating: some Sampled, at time: Double) -> RepeatSample {
  do throws(RepeatError) {
    return try repeating.sample(validating: time)
  } catch {
    preconditionFailure(error.description)
  }
}

extension RepeatController {
  /// The sample at `time`: position, value, rate and state.
  ///
  /// For times to come it looks ahead, through everything that waits and is scheduled. For times
  /// before the latest change of motion it answers as if the present motion had always held, and
  /// before the start of the run as idle. Such a motion may come from beyond `CyclePosition.limit`.
  /// Before the first ``advance(to:)``, where that sets the start of the timeline, every time shows
  /// the start.
  /// - Parameter time: Seconds; within ±``RepeatLimits/latestTime``.
  /// - Precondition: `time` is in that range, and no more than ``RepeatLimits/mostChanges`` lie
  ///   before it; ``sample(validating:)`` throws instead.
  /// - Complexity: O(1), and one step for each command and change of motion between ``now`` and
  ///   `time` (under a ramp with a repeat delay, for each cycle).
  @inlinable @inline(__always)
  public func sample(at time: Double) -> RepeatSample {
    steadySample(at: time) ?? longSample(of: self, at: time)
  }

  /// The sample where numbers at hand give it; `nil` elsewhere.
  @inlinable @inline(__always)
  func steadySample(at time: Double) -> RepeatSample? {
    let motion = SteadyMotion(self)
    guard let position = motion.position(at: time),
      let shown = pace.appearance(at: position)
    else { return nil }
    return RepeatSample(
      position: CyclePosition(uncheckedCycle: position.cycle, phase: position.phase),
      progress: shown.progress, fraction: shown.fraction, rate: motion.rate, state: state,
      isWaiting: false)
  }

  /// The same as ``sample(at:)``, for a time from outside the program.
  /// - Throws: ``RepeatError/invalidTime(_:)`` beyond ±``RepeatLimits/latestTime`` and for NaN,
  ///   ``RepeatError/tooFar(time:now:)`` beyond ``RepeatLimits/mostChanges``.
  public func sample(validating time: Double) throws(RepeatError) -> RepeatSample {
    try RepeatLimits.validate(time: time)
    if needsLookAhead(to: time) {
      var ahead = self
      ahead.isReporting = false
      let steps = settings.repeatDelay > 0 ? mostChanges : .max
      guard ahead.lookAhead(to: time, steps: steps) else { throw .tooFar(time: time, now: now) }
      return ahead.sampleSteadily(at: time)
    }
    return sampleSteadily(at: time)
  }

  /// Whether the motion changes between ``now`` and `time`.
  package func needsLookAhead(to time: Double) -> Bool {
    guard isOnTimeline, let horizon else { return false }
    return horizon.high <= time && horizon <= DoubleDouble(time)
  }

  /// The progress at `time`: 0 in the default state, 1 in the alternate one.
  ///
  /// - Precondition: that of ``sample(at:)``.
  @inlinable @inline(__always)
  public func progress(at time: Double) -> Double { sample(at: time).progress }

  /// Whether it is on at `time`: in the first `duty` of each cycle, from the start of the run on.
  ///
  /// For what blinks hard, on and off. Off while idle, outside of a run, and between cycles.
  /// - Parameters:
  ///   - time: Seconds, as for ``sample(at:)``.
  ///   - duty: The part of a cycle for which it is on, in 0...1. Default: half.
  /// - Precondition: `duty` is in that range, and that of ``sample(at:)``.
  public func isOn(at time: Double, duty: Double = 0.5) -> Bool {
    precondition((0...1).contains(duty), "a duty must be in 0...1, but is \(duty)")
    let sample = sample(at: time)
    return sample.state != .idle && !sample.isWaiting && sample.position.phase < duty
  }

  /// The value at `time` of something that goes from `start` to `end` and back.
  /// - Precondition: that of ``sample(at:)``.
  @inlinable @inline(__always)
  public func value<Value: Interpolatable>(at time: Double, from start: Value, to end: Value)
    -> Value
  {
    Value.interpolate(from: start, to: end, progress: progress(at: time))
  }

  /// What it shows at `time`, if the motion does not change before.
  package func sampleSteadily(at time: Double) -> RepeatSample {
    steadySample(at: time) ?? sampleInFull(at: time)
  }

  /// The same without the short way.
  package func sampleInFull(at seconds: Double) -> RepeatSample {
    let time = DoubleDouble(timeOnTimeline(seconds))
    if state == .idle || time < run.startTime {
      let idle = state == .idle ? idleState : IdleState(position: CyclePosition(run.start))
      return RepeatSample(
        position: idle.position, progress: idle.progress, fraction: idle.fraction,
        rate: .zero, state: .idle, isWaiting: false)
    }
    let motionState = motion.state(at: time)
    let shown = appearance(at: motionState, cycleHasEnded: false)
    let isStill = motion.isStill || motionState.isWaiting
    return RepeatSample(
      position: CyclePosition(motionState.position), progress: shown.progress,
      fraction: shown.fraction,
      rate: isStill ? .zero : motion.rate(at: time), state: state,
      isWaiting: motionState.isWaiting)
  }

  /// Fold first, then pace.
  ///
  /// At the end of a one-way cycle the end shows, not the next one's start.
  func appearance(at motionState: MotionState, cycleHasEnded: Bool) -> (
    fraction: Double, progress: Double
  ) {
    let showsEnd =
      motionState.showsCycleEnd
      || (cycleHasEnded && crossings.direction > 0 && motionState.position.isAtBoundary)
    if showsEnd && !settings.autoreverses { return (1, settings.timing(1)) }
    return appearance(atPhase: motionState.position.phase)
  }

  /// The same inside a cycle: the leg's own way, and the progress after pacing.
  @inline(never)
  package func appearance(atPhase phase: Double) -> (fraction: Double, progress: Double) {
    guard settings.autoreverses, phase >= 0.5 else {
      let fraction = settings.autoreverses ? 2 * phase : phase
      return (fraction, settings.timing(fraction))
    }
    let wayBack = 2 * phase - 1
    let fraction = 1 - wayBack
    guard case .some(let returnTiming) = settings.returnTiming else {
      return (fraction, settings.timing(fraction))
    }
    return (fraction, 1 - returnTiming(wayBack))
  }
}
