// SPDX-License-Identifier: Apache-2.0

extension RepeatController {
  /// What shows at `time`, through everything that waits and is scheduled.
  ///
  /// For times before the latest change of motion it answers as if the present motion had always
  /// held, and before the start of the run as idle.
  /// - Parameter time: Seconds, within ±1e12.
  /// - Precondition: `time` is in that range.
  @inlinable @inline(__always)
  package func sample(at time: Double) -> RepeatSample {
    if time < steadyEnd, time >= presentTime {
      let position = motion.steadyPosition(at: Ticks(time, bits: 64))
      let phase = position.phase
      return RepeatSample(
        cycle: Int(truncatingIfNeeded: position >> 64), phase: phase,
        fraction: settings.autoreverses ? min(2 * phase, 2 - 2 * phase) : phase,
        hertz: motion.piece.start.double(bits: 96), state: state, isWaiting: false)
    }
    return fullSample(at: time)
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
      let position = state == .idle ? idlePosition : start
      return RepeatSample(
        cycle: position.cycle, phase: position.phase, fraction: state == .idle ? idleFraction : 0,
        hertz: 0, state: .idle, isWaiting: false)
    }
    let position = motion.position(at: time)
    let isWaiting = motion.isDelayed(at: time)
    let rate = isWaiting || motion.isStill ? 0 : motion.rate(at: time)
    return RepeatSample(
      cycle: position.cycle, phase: position.phase, fraction: fraction(at: position, time),
      hertz: rate.double(bits: 96), state: state, isWaiting: isWaiting)
  }

  /// How far the value is: the fold there and back.
  func fraction(at position: Position, _ time: Ticks) -> Double {
    if showsCycleEnd, !settings.autoreverses, motion.isDelayed(at: time) { return 1 }
    return fraction(atPhase: position.phase)
  }

  func fraction(atPhase phase: Double) -> Double {
    settings.autoreverses ? (phase < 0.5 ? 2 * phase : 2 - 2 * phase) : phase
  }
}

// MARK: - Checks of numbers

extension RepeatRate {
  func validate() throws(RepeatError) {
    switch self {
    case .hertz(let rate):
      guard rate.magnitude <= RepeatLimits.highestRate else { throw .invalidRate(rate) }
    case .cycleDuration(let seconds):
      guard (1e-6...1e9).contains(seconds) else { throw .invalidCycleDuration(seconds) }
    }
  }
}

extension RatePolicy {
  func validate() throws(RepeatError) {
    if case .phaseMatched(let seconds) = self { try check(interval: seconds) }
  }
}

private func check(interval seconds: Double) throws(RepeatError) {
  guard (0...1e9).contains(seconds) else { throw .invalidInterval(seconds) }
}

private func check(phase: Double) throws(RepeatError) {
  guard phase >= 0, phase < 1 else { throw .invalidPhase(phase) }
}

private func check(cycle: Int) throws(RepeatError) {
  guard cycle.magnitude <= RepeatLimits.lastCycle else { throw .invalidCycle(cycle) }
}

private func check(count: Double) throws(RepeatError) {
  guard count > 0, count <= 1e18 || count == .infinity else { throw .invalidRepeatCount(count) }
}

extension RepeatSettings {
  /// - Throws: the error that names the first wrong number.
  package func validate() throws(RepeatError) {
    try rate.validate()
    try policy.validate()
    try check(count: repeatCount)
    try check(interval: repeatDelay)
    try check(phase: startPhase)
    guard maxFlashRate >= 1.001e-9 else { throw .invalidRate(maxFlashRate) }
  }
}

extension RepeatCommand {
  /// - Throws: the error that names the first wrong number.
  package func validate() throws(RepeatError) {
    switch self {
    case .rate(let rate): try rate.validate()
    case .ramp(let rate, let seconds):
      try rate.validate()
      try check(interval: seconds)
    case .seek(let cycle, let phase, _):
      try check(cycle: cycle)
      try check(phase: phase)
    case .policy(let policy): try policy.validate()
    case .repeatCount(let count): try check(count: count)
    case .start, .stop, .pause, .resume, .reverse, .hold: break
    }
  }
}

extension RepeatMoment {
  func validate() throws(RepeatError) {
    switch self {
    case .nextCycle: break
    case .cycle(let cycle): try check(cycle: cycle)
    case .phase(let phase): try check(phase: phase)
    case .time(let time):
      guard time.magnitude <= RepeatLimits.latestTime else { throw .invalidTime(time) }
    }
  }
}
