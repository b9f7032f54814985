// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

// The numbers by which saved bytes name a case: they never change their meaning.

extension RepeatState {
  var code: UInt8 {
    switch self {
    case .idle: 0
    case .running: 1
    case .stopping: 2
    case .paused(let isStopping): isStopping ? 4 : 3
    }
  }

  init(code: UInt8) {
    switch code {
    case 1: self = .running
    case 2: self = .stopping
    case 3: self = .paused(isStopping: false)
    case 4: self = .paused(isStopping: true)
    default: self = .idle
    }
  }
}

extension StopReason {
  var code: UInt8 {
    switch self {
    case .cycleEnd: 0
    case .immediately: 1
    case .frozen: 2
    case .finished: 3
    case .delegateGone: 4
    }
  }

  init(code: UInt8) {
    switch code {
    case 1: self = .immediately
    case 2: self = .frozen
    case 3: self = .finished
    case 4: self = .delegateGone
    default: self = .cycleEnd
    }
  }
}

extension RepeatEvent.Kind {
  /// The code of an event that no snapshot holds: the error is not in it.
  static var invalidInputCode: UInt8 { 9 }

  /// How many codes there are.
  static var codes: UInt8 { 15 }

  var code: UInt8 {
    switch self {
    case .started: 0
    case .cycle: 1
    case .direction(let direction): direction == .towardAlternate ? 2 : 3
    case .stopped(let reason): 4 + reason.code
    case .invalidInput: Self.invalidInputCode
    case .locked: 10
    case .unlocked(let reason): 11 + reason.code
    }
  }

  /// - Precondition: `code` is not that of invalid input, and below ``codes``.
  init(code: UInt8) {
    switch code {
    case 0: self = .started
    case 1: self = .cycle
    case 2: self = .direction(.towardAlternate)
    case 3: self = .direction(.towardDefault)
    case 10: self = .locked
    case 11...14: self = .unlocked(UnlockReason(code: code - 11))
    default: self = .stopped(StopReason(code: code - 4))
    }
  }
}

extension RepeatCommand {
  /// How many codes there are for commands.
  static var codes: UInt8 { 11 }
}

extension ByteWriter {
  mutating func write(_ shape: RampShape) { write(shape == .smooth) }

  mutating func write(_ rate: RepeatRate) {
    switch rate {
    case .cycleDuration(let seconds):
      write(0 as UInt8)
      write(seconds)
    case .hertz(let hertz):
      write(1 as UInt8)
      write(hertz)
    }
  }

  mutating func write(_ policy: RatePolicy) {
    switch policy {
    case .restartPerCycle: write(0 as UInt8)
    case .phaseMatched(let ramp, let shape):
      write(1 as UInt8)
      write(ramp)
      write(shape)
    }
  }

  /// The cycles; 0 repeats for ever.
  package mutating func write(_ count: RepeatCount) {
    if case .cycles(let cycles) = count { write(cycles) } else { write(0.0) }
  }

  @inline(never)
  mutating func write(_ command: RepeatCommand) {
    switch command {
    case .start: write(0 as UInt8)
    case .stop(let mode):
      write(1 as UInt8)
      write(mode == .atCycleEnd ? 0 as UInt8 : (mode == .immediately ? 1 : 2))
    case .pause: write(2 as UInt8)
    case .resume: write(3 as UInt8)
    case .reverse: write(4 as UInt8)
    case .hold: write(5 as UInt8)
    case .rate(let rate):
      write(6 as UInt8)
      write(rate)
    case .ramp(let rate, let seconds, let shape):
      write(7 as UInt8)
      write(rate)
      write(seconds)
      write(shape)
    case .seek(let position, let isSilent):
      write(8 as UInt8)
      write(position.cycle)
      write(position.phase)
      write(isSilent)
    case .policy(let policy):
      write(9 as UInt8)
      write(policy)
    case .repeatCount(let count):
      write(10 as UInt8)
      write(count)
    }
  }
}

extension ByteReader {
  mutating func shape() -> RampShape { flag() ? .smooth : .linear }

  mutating func rate() -> RepeatRate {
    let rate: RepeatRate = flag() ? .hertz(number()) : .cycleDuration(number())
    guard (try? rate.validate()) != nil else {
      require(false)
      return .cycleDuration(1)
    }
    return rate
  }

  mutating func policy() -> RatePolicy {
    guard flag() else { return .restartPerCycle }
    return .phaseMatched(ramp: number(in: RepeatLimits.intervals), shape: shape())
  }

  mutating func cyclePosition() -> CyclePosition {
    let limit = WideInt(CyclePosition.limit)
    let cycle = integer(in: -limit...limit)
    return CyclePosition(cycle: cycle, phase: number(in: 0...(1.0).nextDown))
  }

  package mutating func repeatCount() -> RepeatCount {
    let cycles = number(in: 0...CyclePosition.limit)
    return cycles == 0 ? .forever : .cycles(cycles)
  }

  /// `nil` for a goal.
  @inline(never)
  mutating func commandOrGoal() -> RepeatCommand? {
    switch choice(below: RepeatCommand.codes + 1) {
    case RepeatCommand.codes: return nil
    case 1:
      let mode = choice(below: 3)
      return .stop(mode == 0 ? .atCycleEnd : (mode == 1 ? .immediately : .freeze))
    case 2: return .pause
    case 3: return .resume
    case 4: return .reverse
    case 5: return .hold
    case 6: return .rate(rate())
    case 7: return .ramp(to: rate(), over: number(in: RepeatLimits.intervals), shape: shape())
    case 8: return .seek(to: cyclePosition(), isSilent: flag())
    case 9: return .policy(policy())
    case 10: return .repeatCount(repeatCount())
    default: return .start
    }
  }
}
