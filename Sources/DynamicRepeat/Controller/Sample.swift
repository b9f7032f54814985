// SPDX-License-Identifier: Apache-2.0

/// Position, progress and state at a time.
public struct RepeatSample: Hashable, Sendable, BitwiseCopyable {
  /// Whole cycles since the start, and the phase; while idle, those at which the repeat rests.
  public let position: CyclePosition
  /// 0 in the default state, 1 in the alternate one, after pacing; a pace that overshoots leaves
  /// this range.
  public let progress: Double
  /// The progress before pacing.
  public let fraction: Double
  /// The rate in 2^-96 Hz, precise enough to return a requested duration exactly as it was given.
  @usableFromInline let rate: Rate
  /// The state at the sample's time.
  public let state: RepeatState
  /// Whether the run is in the delay between two cycles.
  public let isWaiting: Bool

  @inlinable @inline(__always)
  init(
    position: CyclePosition, progress: Double, fraction: Double, rate: Rate, state: RepeatState,
    isWaiting: Bool
  ) {
    self.position = position
    self.progress = progress
    self.fraction = fraction
    self.rate = rate
    self.state = state
    self.isWaiting = isWaiting
  }

  /// Cycles per second in effect: 0 while idle, paused, held, and in a delay between cycles.
  public var hertz: Double { rate.hertz }

  /// Seconds per cycle in effect; infinite while nothing moves.
  ///
  /// A requested duration is returned bit for bit.
  public var cycleDuration: Double { rate.cycleDuration }
}

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
    guard time < plan.steadyEnd, time >= presentTime else { return nil }
    let position = motion.steadyPosition(at: Ticks(inliningSeconds: time))
    let phase = position.phase
    let fraction = plan.goesBack ? min(2 * phase, 2 - 2 * phase) : phase
    var progress = fraction
    if let curve = plan.curve, fraction > 0, fraction < 1 {
      progress = BezierTable(curve).value(at: fraction)
    }
    guard !progress.isNaN else { return nil }
    return RepeatSample(
      position: position.cyclePosition,
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
    checkSampleTime(time)
    let tick = sampleTick(time)
    return plan.horizon > tick
      ? sampleOfMotion(at: tick) : lookedAhead(to: tick).sampleOfMotion(at: tick)
  }

  func checkSampleTime(_ time: Double) {
    precondition(
      time.magnitude <= RepeatLimits.latestTime, "a time must be within ±1e12 s, but is \(time)")
  }

  /// The tick that shows at a time; before the first advance, no time passes.
  func sampleTick(_ time: Double) -> Ticks { Ticks(seconds: isOnTimeline ? time : now) }

  /// A copy that has carried out all changes up to a tick, without events.
  func lookedAhead(to tick: Ticks) -> RepeatController {
    var ahead = self
    ahead.silence()
    ahead.pass(through: tick)
    return ahead
  }

  /// The sample if the motion does not change before `time`.
  func sampleOfMotion(at time: Ticks) -> RepeatSample {
    if state == .idle || time < runStart.time {
      let (fraction, progress) = state == .idle ? idleShape : (0, 0)
      return RepeatSample(
        position: (state == .idle ? idlePosition : runStart.position).cyclePosition,
        progress: progress, fraction: fraction, rate: 0, state: .idle, isWaiting: false)
    }
    let point = motion.point(at: time)
    let position = motion.position(of: point)
    let standstill = motion.standstillDirection(of: point)
    let (fraction, progress) = shape(at: position, standstill: standstill)
    return RepeatSample(
      position: position.cyclePosition, progress: progress, fraction: fraction,
      rate: standstill != nil || motion.isPaused ? 0 : motion.rate(of: point), state: state,
      isWaiting: standstill != nil)
  }

  /// The fraction and the progress at a position; `standstill` is the direction of
  /// ``Motion/standstillDirection(at:)``.
  private func shape(
    at position: Position, standstill: WideInt?
  ) -> (fraction: Double, progress: Double) {
    if standstill == 0 { return idleShape }
    if showsCycleEnd(at: position, standstill: standstill) { return (1, settings.pace(1)) }
    return settings.shape(atPhase: position.phase)
  }

  /// Whether a one-way cycle shows its end, of which the phase is 0: in the delay after a cycle, and
  /// on a boundary from which the motion goes backwards.
  func showsCycleEnd(at position: Position, standstill: WideInt?) -> Bool {
    guard !settings.autoreverses, position.isBoundary else { return false }
    return standstill.map { $0 > 0 } ?? (direction < 0)
  }

  private var idleShape: (fraction: Double, progress: Double) {
    switch idleAppearance {
    case .defaultState: (0, 0)
    case .position: settings.shape(atPhase: idlePosition.phase)
    case .cycleEnd: (1, settings.pace(1))
    }
  }
}

extension RepeatController {
  /// The time, in seconds, of the latest change of motion.
  package var motionStart: Double { motion.anchor.time.seconds }
  /// Whether a ramp, or the approach of a lock to its line, is under way.
  package var isRamping: Bool { !motion.hasFinalRate }
}

extension RepeatSettings {
  /// Whether the pace is linear or the same named curve in both directions.
  var hasNamedPace: Bool {
    (pace == .linear || pace.name != nil) && (returnPace == nil || !autoreverses)
  }

  /// The fraction, which is the point on the way there or back, and the paced progress at a phase.
  func shape(atPhase phase: Double) -> (fraction: Double, progress: Double) {
    let fraction = autoreverses ? min(2 * phase, 2 - 2 * phase) : phase
    guard let returnPace, autoreverses, phase >= 0.5 else { return (fraction, pace(fraction)) }
    return (fraction, 1 - returnPace(2 * phase - 1))
  }
}
