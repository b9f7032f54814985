// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

extension RepeatController {
  /// What shows at `time`, through everything that waits and is scheduled.
  ///
  /// For times before the latest change of motion it answers as if the present motion had always
  /// held, and before the start of the run as idle.
  /// - Parameter time: Seconds, within ±1e12.
  /// - Precondition: `time` is in that range.
  @inlinable @inline(__always)
  public func sample(at time: Double) -> RepeatSample {
    if time < steadyEnd, time >= presentTime {
      let position = motion.steadyPosition(at: Ticks(time, bits: 64))
      let phase = position.phase
      let (fraction, progress) = appearance(atPhase: phase)
      return RepeatSample(
        position: CyclePosition(
          uncheckedCycle: WideInt(truncatingIfNeeded: position >> 64), phase: phase),
        progress: progress, fraction: fraction, rate: motion.piece.start, state: state,
        isWaiting: false)
    }
    return fullSample(at: time)
  }

  /// The progress at `time`: 0 in the default state, 1 in the alternate one.
  /// - Precondition: that of ``sample(at:)``.
  @inlinable @inline(__always)
  public func progress(at time: Double) -> Double { sample(at: time).progress }

  /// The value at `time` of something that goes from `start` to `end` and back.
  /// - Precondition: that of ``sample(at:)``.
  @inlinable @inline(__always)
  public func value<Value: Interpolatable>(at time: Double, from start: Value, to end: Value)
    -> Value
  {
    Value.interpolate(from: start, to: end, progress: progress(at: time))
  }

  @usableFromInline @inline(never)
  func fullSample(at time: Double) -> RepeatSample {
    precondition(
      time.magnitude <= RepeatLimits.latestTime, "a time must be within ±1e12 s, but is \(time)")
    let tick = Ticks(isOnTimeline ? time : now, bits: 64)
    if horizon > tick { return steadySample(at: tick) }
    var ahead = self
    ahead.isReporting = false
    ahead.pending.removeAll()
    ahead.pass(through: tick) { _ in }
    return ahead.steadySample(at: tick)
  }

  /// What shows if the motion does not change before.
  func steadySample(at time: Ticks) -> RepeatSample {
    if state == .idle || time < startTime {
      let position = state == .idle ? idlePosition : startPosition
      let fraction = state == .idle ? idleFraction : 0
      return RepeatSample(
        position: CyclePosition(uncheckedCycle: position.cycle, phase: position.phase),
        progress: state == .idle ? idleProgress : 0, fraction: fraction, rate: 0, state: .idle,
        isWaiting: false)
    }
    let position = motion.position(at: time)
    let isWaiting = motion.isDelayed(at: time)
    let (fraction, progress) = appearance(at: position, time)
    return RepeatSample(
      position: CyclePosition(uncheckedCycle: position.cycle, phase: position.phase),
      progress: progress, fraction: fraction,
      rate: isWaiting || motion.isStill ? 0 : motion.rate(at: time), state: state,
      isWaiting: isWaiting)
  }

  /// The fold there and back, then the pace.
  ///
  /// In a delay the end of a one-way cycle shows.
  func appearance(at position: Position, _ time: Ticks) -> (fraction: Double, progress: Double) {
    if showsCycleEnd, !settings.autoreverses, motion.isDelayed(at: time) {
      return (1, settings.pace(1))
    }
    return appearance(atPhase: position.phase)
  }

  @usableFromInline
  func appearance(atPhase phase: Double) -> (fraction: Double, progress: Double) {
    guard settings.autoreverses else { return (phase, settings.pace(phase)) }
    if phase < 0.5 { return (2 * phase, settings.pace(2 * phase)) }
    let fraction = 2 - 2 * phase
    guard let returnPace = settings.returnPace else { return (fraction, settings.pace(fraction)) }
    return (fraction, 1 - returnPace(2 * phase - 1))
  }
}
