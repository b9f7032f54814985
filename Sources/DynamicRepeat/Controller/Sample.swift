// SPDX-License-Identifier: Apache-2.0

extension RepeatController {
  /// The sample at `time`, with all commands applied that are due by then.
  ///
  /// For times before the latest change of motion, the sample assumes that the present motion was
  /// always in effect. Before the start of the run, the sample shows the idle state.
  /// - Parameter time: Seconds, within ±1e12.
  /// - Precondition: `time` is in that range.
  @inlinable @inline(__always)
  public func sample(at time: Double) -> RepeatSample {
    if let sample = frameSample(at: time) { return sample }
    // Passes a pointer, because a method call would copy the whole repeat before the comparison
    // above.
    return withUnsafePointer(to: self) { Self.fullSample($0, at: time) }
  }

  /// The sample in the common case: a steady rate, a named curve, and no change of motion before
  /// `time`; otherwise `nil`.
  @inlinable @inline(__always)
  package func frameSample(at time: Double) -> RepeatSample? {
    guard time < steadyEnd, time >= presentTime else { return nil }
    let position = motion.steadyPosition(at: Ticks(inlining: time, bits: 64))
    let phase = position.phase
    let fraction = goesBack ? min(2 * phase, 2 - 2 * phase) : phase
    var progress = fraction
    if let curve, fraction > 0, fraction < 1 {
      progress = BezierTable(curve).value(at: fraction)
    }
    guard !progress.isNaN else { return nil }
    return RepeatSample(
      position: CyclePosition(
        uncheckedCycle: WideInt(truncatingIfNeeded: position >> 64), phase: phase),
      progress: progress, fraction: fraction, rate: motion.piece.start, state: state,
      isWaiting: false)
  }

  /// The progress at `time`: 0 in the default state, 1 in the alternate one.
  /// - Precondition: The same as for ``sample(at:)``.
  @inlinable @inline(__always)
  public func progress(at time: Double) -> Double { sample(at: time).progress }

  /// The value at `time`: `start` in the default state, `end` in the alternate state.
  /// - Precondition: The same as for ``sample(at:)``.
  @inlinable @inline(__always)
  public func value<Value: Interpolatable>(at time: Double, from start: Value, to end: Value)
    -> Value
  {
    Value.interpolate(from: start, to: end, progress: progress(at: time))
  }

  @usableFromInline @inline(never)
  package static func fullSample(_ repeating: UnsafePointer<RepeatController>, at time: Double)
    -> RepeatSample
  {
    repeating.pointee.fullSample(at: time)
  }

  @inline(__always)
  private func fullSample(at time: Double) -> RepeatSample {
    precondition(
      time.magnitude <= RepeatLimits.latestTime, "a time must be within ±1e12 s, but is \(time)")
    let tick = Ticks(isOnTimeline ? time : now, bits: 64)
    if horizon > tick { return steadySample(at: tick) }
    var ahead = self
    ahead.silence()
    ahead.pass(through: tick)
    return ahead.steadySample(at: tick)
  }

  /// The sample if the motion does not change before `time`.
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
    let (fraction, progress) = appearance(at: position, isDelayed: isWaiting)
    return RepeatSample(
      position: CyclePosition(uncheckedCycle: position.cycle, phase: position.phase),
      progress: progress, fraction: fraction,
      rate: isWaiting || motion.isPaused ? 0 : motion.rate(at: time), state: state,
      isWaiting: isWaiting)
  }

  /// Maps the phase to the point on the way there or back, then applies the pace.
  ///
  /// In a delay, a one-way cycle shows its end.
  func appearance(at position: Position, isDelayed: Bool) -> (fraction: Double, progress: Double) {
    if showsCycleEnd, !settings.autoreverses, isDelayed { return (1, settings.pace(1)) }
    return settings.appearance(atPhase: position.phase)
  }
}

extension RepeatController {
  /// The time, in seconds, of the latest change of motion.
  package var motionStart: Double { motion.origin.seconds }
  /// Whether a ramp, or the approach of a lock to its line, is under way.
  package var isRamping: Bool { !motion.hasFinalRate }
}

extension RepeatSettings {
  /// Whether the pace is linear or the same named curve in both directions.
  var hasNamedPace: Bool {
    (pace == .linear || pace.name != nil) && (returnPace == nil || !autoreverses)
  }

  /// Maps a phase to the point on the way there or back, then applies the pace.
  func appearance(atPhase phase: Double) -> (fraction: Double, progress: Double) {
    let fraction = autoreverses ? min(2 * phase, 2 - 2 * phase) : phase
    guard let returnPace, autoreverses, phase >= 0.5 else { return (fraction, pace(fraction)) }
    return (fraction, 1 - returnPace(2 * phase - 1))
  }
}
