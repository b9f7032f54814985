// SPDX-License-Identifier: Apache-2.0

import CDynamicRepeat
import DynamicRepeat

// Conversions of the header's structures and enumerations to Swift. The numbers are checked when
// they are used.

extension dr_rate {
  func swiftRate() throws(StatusError) -> RepeatRate {
    switch unit {
    case DR_RATE_UNIT_SECONDS: return .cycleDuration(value)
    case DR_RATE_UNIT_HZ: return .hertz(value)
    default: throw StatusError(DR_ERROR_CHOICE)
    }
  }

  init(_ rate: RepeatRate) {
    switch rate {
    case .cycleDuration(let seconds): self = dr_seconds(seconds)
    case .hertz(let hertz): self = dr_hz(hertz)
    }
  }
}

extension dr_policy {
  func swiftPolicy() throws(StatusError) -> RatePolicy {
    switch kind {
    case DR_POLICY_RESTART_PER_CYCLE: return .restartPerCycle
    case DR_POLICY_PHASE_MATCHED: return .phaseMatched(ramp: ramp_s)
    default: throw StatusError(DR_ERROR_CHOICE)
    }
  }

  init(_ policy: RatePolicy) {
    switch policy {
    case .restartPerCycle: self = dr_restart_per_cycle()
    case .phaseMatchedOver(let ramp): self = dr_phase_matched(ramp)
    }
  }
}

extension dr_step_jump {
  func swiftJump() throws(StatusError) -> StepJump {
    switch self {
    case DR_STEP_JUMP_START: return .start
    case DR_STEP_JUMP_END: return .end
    case DR_STEP_JUMP_NONE: return .none
    case DR_STEP_JUMP_BOTH: return .both
    default: throw StatusError(DR_ERROR_CHOICE)
    }
  }
}

extension dr_pace {
  func swiftPace() throws(StatusError) -> Pace {
    switch kind {
    case DR_CURVE_LINEAR: return .linear
    case DR_CURVE_EASE_IN: return .easeIn
    case DR_CURVE_EASE_OUT: return .easeOut
    case DR_CURVE_EASE_IN_OUT: return .easeInEaseOut
    case DR_CURVE_DEFAULT: return .default
    case DR_CURVE_SMOOTHSTEP: return .smoothstep
    case DR_CURVE_BEZIER: return .cubicBezier(x1, y1, x2, y2)
    case DR_CURVE_STEPS: return .steps(Int(step_count), try step_jump.swiftJump())
    default: throw StatusError(DR_ERROR_PACE)
    }
  }
}

extension dr_stop_mode {
  func swiftMode() throws(StatusError) -> StopMode {
    switch self {
    case DR_STOP_MODE_AT_CYCLE_END: return .atCycleEnd
    case DR_STOP_MODE_IMMEDIATELY: return .immediately
    case DR_STOP_MODE_FREEZE: return .freeze
    default: throw StatusError(DR_ERROR_CHOICE)
    }
  }
}

extension dr_position {
  func swiftPosition() throws(StatusError) -> CyclePosition {
    try checked(CyclePosition(validatingCycle: WideInt(cycle), phase: phase))
  }

  @inline(__always)
  init(_ position: CyclePosition) {
    self.init(cycle: Int64(position.cycle), phase: position.phase)
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
    case DR_COMMAND_RATE: return .rate(try rate.swiftRate())
    case DR_COMMAND_RAMP: return .ramp(to: try rate.swiftRate(), over: ramp_s)
    case DR_COMMAND_SEEK:
      return .seek(to: try position.swiftPosition(), isSilent: is_silent != 0)
    case DR_COMMAND_POLICY: return .policy(try policy.swiftPolicy())
    case DR_COMMAND_REPEAT_COUNT: return .repeatCount(repeat_count)
    default: throw StatusError(DR_ERROR_CHOICE)
    }
  }
}

extension dr_moment {
  func swiftMoment() throws(StatusError) -> RepeatMoment {
    switch kind {
    case DR_MOMENT_TIME: return .time(time_s)
    case DR_MOMENT_NEXT_CYCLE: return .nextCycle
    case DR_MOMENT_CYCLE: return .cycle(WideInt(cycle))
    case DR_MOMENT_PHASE: return .phase(phase)
    default: throw StatusError(DR_ERROR_CHOICE)
    }
  }
}

extension dr_state {
  init(_ state: RepeatState) { self.init(rawValue: UInt32(state.rawValue)) }
}

extension dr_lock_state {
  init(_ state: LockState) { self.init(rawValue: UInt32(state.rawValue)) }
}

extension dr_event_kind {
  init(_ kind: RepeatEvent.Kind) { self.init(rawValue: UInt32(kind.rawValue)) }
}
