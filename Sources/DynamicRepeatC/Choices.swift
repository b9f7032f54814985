// SPDX-License-Identifier: Apache-2.0

import CDynamicRepeat
import DynamicRepeat02
import RepeatTiming

// The header's structs and enumerations as what they mean. Numbers are checked where they are used.

extension dr_rate {
  func swiftRate() throws(StatusError) -> RepeatRate {
    switch unit {
    case DR_CYCLE_DURATION_S: return .cycleDuration(value)
    case DR_RATE_HZ: return .hertz(value)
    default: throw StatusError(DR_ERROR_CHOICE)
    }
  }

  init(_ rate: RepeatRate) {
    switch rate {
    case .cycleDuration(let seconds):
      self.init(value: seconds, unit: DR_CYCLE_DURATION_S, reserved: 0)
    case .hertz(let hertz): self.init(value: hertz, unit: DR_RATE_HZ, reserved: 0)
    }
  }
}

extension dr_ramp_shape {
  func swiftShape() throws(StatusError) -> RampShape {
    switch self {
    case DR_RAMP_LINEAR: return .linear
    case DR_RAMP_SMOOTH: return .smooth
    default: throw StatusError(DR_ERROR_CHOICE)
    }
  }
}

extension dr_policy {
  func swiftPolicy() throws(StatusError) -> RatePolicy {
    switch kind {
    case DR_RESTART_PER_CYCLE: return .restartPerCycle
    case DR_PHASE_MATCHED: return .phaseMatched(ramp: ramp_s, shape: try shape.swiftShape())
    default: throw StatusError(DR_ERROR_CHOICE)
    }
  }

  init(_ policy: RatePolicy) {
    self.init()
    switch policy {
    case .restartPerCycle: kind = DR_RESTART_PER_CYCLE
    case .phaseMatched(let ramp, let way):
      kind = DR_PHASE_MATCHED
      ramp_s = ramp
      shape = way == .smooth ? DR_RAMP_SMOOTH : DR_RAMP_LINEAR
    }
  }
}

extension dr_stop_mode {
  func swiftMode() throws(StatusError) -> StopMode {
    switch self {
    case DR_STOP_AT_CYCLE_END: return .atCycleEnd
    case DR_STOP_IMMEDIATELY: return .immediately
    case DR_STOP_FREEZE: return .freeze
    default: throw StatusError(DR_ERROR_CHOICE)
    }
  }
}

extension dr_position {
  func swiftPosition() throws(StatusError) -> CyclePosition {
    try checked { () throws(CyclePositionError) in
      try CyclePosition(validatingCycle: WideInt(cycle), phase: phase)
    }
  }

  init(_ position: CyclePosition) {
    self.init(cycle: Int64(position.cycle), phase: position.phase)
  }
}

extension CyclePositionError: ErrorWithStatus {
  var status: dr_status {
    if case .invalidPhase = self { DR_ERROR_PHASE } else { DR_ERROR_CYCLE }
  }
}

extension dr_command {
  func swiftCommand() throws(StatusError) -> RepeatCommand {
    switch kind {
    case DR_COMMAND_START: return .start
    case DR_COMMAND_STOP: return .stop(try stop_mode.swiftMode())
    case DR_COMMAND_PAUSE: return .pause
    case DR_COMMAND_RESUME: return .resume
    case DR_COMMAND_REVERSE: return .reverse
    case DR_COMMAND_HOLD: return .hold
    case DR_COMMAND_RATE: return .rate(try rate.swiftRate())
    case DR_COMMAND_RAMP:
      return .ramp(to: try rate.swiftRate(), over: ramp_s, shape: try shape.swiftShape())
    case DR_COMMAND_SEEK:
      return .seek(to: try position.swiftPosition(), isSilent: is_silent != 0)
    case DR_COMMAND_POLICY: return .policy(try policy.swiftPolicy())
    case DR_COMMAND_REPEAT_COUNT: return .repeatCount(RepeatCount(ofC: repeat_count))
    default: throw StatusError(DR_ERROR_CHOICE)
    }
  }
}

extension RepeatCount {
  /// 0 repeats forever; other invalid counts throw with the other numbers.
  init(ofC cycles: Double) { self = cycles == 0 ? .forever : .cycles(cycles) }

  /// The cycles; 0 repeats forever.
  var ofC: Double {
    if case .cycles(let cycles) = self { return cycles }
    return 0
  }
}

extension dr_moment {
  func swiftMoment() throws(StatusError) -> RepeatMoment {
    switch kind {
    case DR_MOMENT_NOW: return .now
    case DR_MOMENT_NEXT_CYCLE: return .nextCycle
    case DR_MOMENT_CYCLE: return .cycle(WideInt(cycle))
    case DR_MOMENT_PHASE: return .phase(phase)
    case DR_MOMENT_TIME: return .time(time_s)
    default: throw StatusError(DR_ERROR_CHOICE)
    }
  }
}

extension dr_state {
  init(_ state: RepeatState) {
    self =
      switch state {
      case .idle: DR_STATE_IDLE
      case .running: DR_STATE_RUNNING
      case .stopping: DR_STATE_STOPPING
      case .paused(let isStopping): isStopping ? DR_STATE_PAUSED_STOPPING : DR_STATE_PAUSED
      }
  }
}
