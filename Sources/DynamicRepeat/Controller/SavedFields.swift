// SPDX-License-Identifier: Apache-2.0

// The fields of each part of a repeat, in the order in which they are saved.

extension RepeatSettings {
  mutating func visitFields(_ visitor: inout some FieldVisitor) throws(SavedStateError) {
    try rate.visitFields(&visitor)
    try policy.visitFields(&visitor)
    try visitor.visit(&autoreverses)
    try pace.visitFields(&visitor)
    var (hasReturnPace, other) = (returnPace != nil, returnPace ?? .linear)
    try visitor.visit(&hasReturnPace)
    try other.visitFields(&visitor)
    returnPace = hasReturnPace ? other : nil
    try visitor.visit(&repeatCount)
    try visitor.visit(&repeatDelay)
    try visitor.visit(&startPhase)
    try visitor.visit(&restState)
    try visitor.visit(&reporting)
    try visitor.visit(&maxFlashRate)
  }
}

extension Pace {
  mutating func visitFields(_ visitor: inout some FieldVisitor) throws(SavedStateError) {
    var (code, count, jump): (WideInt, WideInt, WideInt) = (0, 0, 0)
    var points = (0.0, 0.0, 0.0, 0.0)
    switch self {
    case .linear: code = 0
    case .easeIn: code = 1
    case .easeOut: code = 2
    case .easeInEaseOut: code = 3
    case .default: code = 4
    case .cubicBezier(let x1, let y1, let x2, let y2): (code, points) = (5, (x1, y1, x2, y2))
    case .steps(let steps, let place):
      (code, count) = (6, WideInt(steps))
      jump = WideInt(StepJump.allCases.firstIndex(of: place) ?? 0)
    }
    try visitor.visit(&code)
    try visitor.visit(&count)
    try visitor.visit(&jump)
    try visitor.visit(&points.0)
    try visitor.visit(&points.1)
    try visitor.visit(&points.2)
    try visitor.visit(&points.3)
    guard (0..<4).contains(jump), let steps = Int(exactly: count) else { throw .invalidNumber }
    switch code {
    case 0: self = .linear
    case 1: self = .easeIn
    case 2: self = .easeOut
    case 3: self = .easeInEaseOut
    case 4: self = .default
    case 5: self = .cubicBezier(points.0, points.1, points.2, points.3)
    case 6: self = .steps(steps, StepJump.allCases[Int(jump)])
    default: throw .invalidNumber
    }
  }
}

extension RepeatRate {
  mutating func visitFields(_ visitor: inout some FieldVisitor) throws(SavedStateError) {
    var (isDuration, number) = (false, 0.0)
    switch self {
    case .hertz(let hertz): number = hertz
    case .cycleDuration(let seconds): (isDuration, number) = (true, seconds)
    }
    try visitor.visit(&isDuration)
    try visitor.visit(&number)
    self = isDuration ? .cycleDuration(number) : .hertz(number)
  }
}

extension RatePolicy {
  mutating func visitFields(_ visitor: inout some FieldVisitor) throws(SavedStateError) {
    var (restarts, ramp) = (true, 0.0)
    if case .phaseMatched(let seconds) = self { (restarts, ramp) = (false, seconds) }
    try visitor.visit(&restarts)
    try visitor.visit(&ramp)
    self = restarts ? .restartPerCycle : .phaseMatched(ramp: ramp)
  }
}

extension RepeatLine {
  mutating func visitFields(_ visitor: inout some FieldVisitor) throws(SavedStateError) {
    var (time, position, rate) = (time, position, rate)
    try visitor.visit(&time)
    try visitor.visit(&position)
    try visitor.visit(&rate)
    self = RepeatLine(time: time, position: position, rate: rate)
  }
}

extension Piece {
  mutating func visitFields(_ visitor: inout some FieldVisitor) throws(SavedStateError) {
    try visitor.visit(&start)
    try visitor.visit(&end)
    try visitor.visit(&length)
  }
}

extension WaitingCommand {
  mutating func visitFields(_ visitor: inout some FieldVisitor) throws(SavedStateError) {
    try command.visitFields(&visitor)
    try moment.visitFields(&visitor)
    var given = UInt64(number)
    try visitor.visit(&given)
    number = UInt32(truncatingIfNeeded: given)
    try visitor.visit(&isDue)
  }
}

extension PendingEvent {
  mutating func visitFields(_ visitor: inout some FieldVisitor) throws(SavedStateError) {
    try visitor.visit(&kind)
    try visitor.visit(&jumpDirection)
    try visitor.visit(&first)
    try visitor.visit(&last)
    guard max(first.magnitude, last.magnitude) < 1 << 62,
      jumpDirection == 0 || (last - first) * WideInt(jumpDirection) >= 0
    else { throw .invalidNumber }
  }
}

extension RepeatMoment {
  mutating func visitFields(_ visitor: inout some FieldVisitor) throws(SavedStateError) {
    var (code, cycle, number): (WideInt, WideInt, Double) = (0, 0, 0)
    switch self {
    case .nextCycle: code = 0
    case .cycle(let value): (code, cycle) = (1, value)
    case .phase(let value): (code, number) = (2, value)
    case .time(let value): (code, number) = (3, value)
    }
    try visitor.visit(&code)
    try visitor.visit(&cycle)
    try visitor.visit(&number)
    switch code {
    case 0: self = .nextCycle
    case 1: self = .cycle(cycle)
    case 2: self = .phase(number)
    case 3: self = .time(number)
    default: throw .invalidNumber
    }
  }
}

extension RepeatCommand {
  mutating func visitFields(_ visitor: inout some FieldVisitor) throws(SavedStateError) {
    var (code, cycle, number, flag): (WideInt, WideInt, Double, Bool) = (0, 0, 0, false)
    var (rate, policy, mode) = (
      RepeatRate.hertz(0), RatePolicy.restartPerCycle, StopMode.atCycleEnd
    )
    switch self {
    case .start: code = 0
    case .stop(let value): (code, mode) = (1, value)
    case .pause: code = 2
    case .resume: code = 3
    case .reverse: code = 4
    case .hold: code = 5
    case .rate(let value): (code, rate) = (6, value)
    case .ramp(let value, let seconds): (code, rate, number) = (7, value, seconds)
    case .seek(let position, let isSilent):
      (code, cycle, number, flag) = (8, position.cycle, position.phase, isSilent)
    case .policy(let value): (code, policy) = (9, value)
    case .repeatCount(let value): (code, number) = (10, value)
    }
    try visitor.visit(&code)
    try visitor.visit(&cycle)
    try visitor.visit(&number)
    try visitor.visit(&flag)
    try visitor.visit(&mode)
    try rate.visitFields(&visitor)
    try policy.visitFields(&visitor)
    switch code {
    case 0: self = .start
    case 1: self = .stop(mode)
    case 2: self = .pause
    case 3: self = .resume
    case 4: self = .reverse
    case 5: self = .hold
    case 6: self = .rate(rate)
    case 7: self = .ramp(to: rate, over: number)
    case 8:
      guard number >= 0, number < 1 else { throw .invalidNumber }
      self = .seek(to: CyclePosition(uncheckedCycle: cycle, phase: number), isSilent: flag)
    case 9: self = .policy(policy)
    case 10: self = .repeatCount(number)
    default: throw .invalidNumber
    }
  }
}
