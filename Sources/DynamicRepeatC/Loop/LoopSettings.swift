// SPDX-License-Identifier: Apache-2.0

import CDynamicRepeat
import FramePacing

/// A definition whose numbers are valid.
struct LoopSettings {
  var options = FrameLoopOptions()
  var displayRate: FrameRate?
  let presentWaits: Bool
  let hasManualClock: Bool
  var fixedStep: FixedStep?

  /// - Throws: The status of the first invalid field, in their order.
  init(_ def: dr_loop_def) throws(StatusError) {
    presentWaits = def.present_waits != 0
    hasManualClock = def.has_manual_clock != 0
    options.latchesLate = def.latches_late != 0
    options.presentsOnTime = def.presents_on_time != 0
    options.timing = try def.frameTiming()
    if def.display_hz != 0 { displayRate = try frameRate(def.display_hz) }
    options.stalls = try def.stall_rule.swiftRule()
    options.whenUnfocused = try def.focusPolicy()
    guard (0.001...1e9).contains(def.longest_advance_s) else {
      throw StatusError(DR_ERROR_INTERVAL)
    }
    options.longestAdvance = def.longest_advance_s
    let stepRate = def.step_hz == 0 ? nil : try frameRate(def.step_hz)
    guard (1...UInt32(Int32.max)).contains(def.most_steps) else {
      throw StatusError(DR_ERROR_CAPACITY)
    }
    fixedStep = stepRate.map { FixedStep($0, mostSteps: Int(def.most_steps)) }
  }
}

private func frameRate(_ hertz: Double) throws(StatusError) -> FrameRate {
  let rate = try given(FrameRate(nearest: hertz), or: DR_ERROR_RATE)
  return rate
}

extension dr_loop_def {
  fileprivate func frameTiming() throws(StatusError) -> FrameTiming {
    switch timing {
    case DR_TIMING_DISPLAY: return .display
    case DR_TIMING_DISPLAY_RATE: return .displayRate
    case DR_TIMING_TIMER: return .timer(try frameRate(rate_hz))
    case DR_TIMING_VIRTUAL: return .virtual(try frameRate(rate_hz))
    default: throw StatusError(DR_ERROR_CHOICE)
    }
  }

  fileprivate func focusPolicy() throws(StatusError) -> FocusPolicy {
    switch when_unfocused {
    case DR_FOCUS_KEEPS_RUNNING: return .keepsRunning
    case DR_FOCUS_SLOWS: return .slows(try frameRate(unfocused_hz))
    case DR_FOCUS_PAUSES: return .pauses
    default: throw StatusError(DR_ERROR_CHOICE)
    }
  }
}

extension dr_stall_rule {
  fileprivate func swiftRule() throws(StatusError) -> StallRule {
    switch self {
    case DR_STALL_RESUME: return .resume
    case DR_STALL_WALL_CLOCK: return .wallClock
    default: throw StatusError(DR_ERROR_CHOICE)
    }
  }
}

extension dr_loop_mode {
  init(_ mode: PacingMode) {
    self =
      switch mode {
      case .acquiring(.started): DR_MODE_ACQUIRING
      case .acquiring(.rateChanged): DR_MODE_ACQUIRING_RATE_CHANGED
      case .acquiring(.resumed): DR_MODE_ACQUIRING_RESUMED
      case .locked: DR_MODE_LOCKED
      case .variable: DR_MODE_VARIABLE
      case .timer(.requested): DR_MODE_TIMER_REQUESTED
      case .timer(.noSwapControl): DR_MODE_TIMER_NO_SWAP_CONTROL
      case .timer(.freeRunning): DR_MODE_TIMER_FREE_RUNNING
      case .timer(.virtual): DR_MODE_VIRTUAL
      case .throttled: DR_MODE_THROTTLED
      case .paused(.hidden): DR_MODE_PAUSED_HIDDEN
      case .paused(.idle): DR_MODE_PAUSED_IDLE
      case .paused(.unfocused): DR_MODE_PAUSED_UNFOCUSED
      }
  }
}
