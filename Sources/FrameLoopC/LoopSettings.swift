// SPDX-License-Identifier: Apache-2.0

import CFrameLoop
import FramePacing

/// The validated numbers of a loop's definition.
struct LoopSettings {
  var options = FrameLoopOptions()
  let displayRate: FrameRate?
  let presentWaits: Bool
  let fixedStep: FixedStep?

  /// - Throws: The status of the first invalid field, in the order of the fields.
  init(_ def: dr_loop_def) throws(LoopError) {
    guard def.internal_check == Self.check else { throw LoopError(DR_LOOP_ERROR_DEFINITION) }
    presentWaits = def.present_waits != 0
    options.latchesLate = def.latches_late != 0
    options.presentsOnTime = def.presents_on_time != 0
    options.timing =
      switch def.timing {
      case DR_LOOP_TIMING_DISPLAY: .display
      case DR_LOOP_TIMING_DISPLAY_RATE: .displayRate
      case DR_LOOP_TIMING_TIMER: .timer(try frameRate(def.rate_hz))
      case DR_LOOP_TIMING_VIRTUAL: .virtual(try frameRate(def.rate_hz))
      default: throw LoopError(DR_LOOP_ERROR_CHOICE)
      }
    displayRate = def.display_hz == 0 ? nil : try frameRate(def.display_hz)
    options.stalls =
      switch def.stall_rule {
      case DR_STALL_RULE_RESUME: .resume
      case DR_STALL_RULE_WALL_CLOCK: .wallClock
      default: throw LoopError(DR_LOOP_ERROR_CHOICE)
      }
    options.whenUnfocused =
      switch def.when_unfocused {
      case DR_FOCUS_POLICY_KEEPS_RUNNING: .keepsRunning
      case DR_FOCUS_POLICY_SLOWS: .slows(try frameRate(def.unfocused_hz))
      case DR_FOCUS_POLICY_PAUSES: .pauses
      default: throw LoopError(DR_LOOP_ERROR_CHOICE)
      }
    guard (0.001...1e9).contains(def.longest_advance_s) else {
      throw LoopError(DR_LOOP_ERROR_ADVANCE)
    }
    options.longestAdvance = def.longest_advance_s
    let stepRate = def.step_hz == 0 ? nil : try frameRate(def.step_hz)
    guard (1...UInt32(Int32.max)).contains(def.most_steps) else {
      throw LoopError(DR_LOOP_ERROR_STEPS)
    }
    fixedStep = stepRate.map { FixedStep($0, mostSteps: Int(def.most_steps)) }
  }

  /// The mark of a definition made by dr_default_loop_def.
  static let check: UInt32 = 0x4452_6c31
}

private func frameRate(_ hertz: Double) throws(LoopError) -> FrameRate {
  try given(FrameRate(nearest: hertz), or: DR_LOOP_ERROR_RATE)
}
