// SPDX-License-Identifier: Apache-2.0

import CDynamicRepeat
import DynamicRepeat
import DynamicRepeatC
import RepeatTiming

// The functions of dynamic_repeat.h, built for Swift users, beside the controller that they stand for.

/// A flash in C in the midst of its run; the handle lasts as long as the program.
private func runningFlash(_ kind: dr_curve_kind) -> dr_repeat {
  var def = dr_default_repeat_def()
  def.rate.value = 0.73
  def.policy.kind = DR_PHASE_MATCHED
  def.timing.kind = kind
  var flash = dr_repeat()
  let statuses = [dr_repeat_create(&def, &flash), dr_repeat_start(flash)]
  precondition(statuses == [DR_OK, DR_OK], "a good definition was refused")
  return flash
}

private func runningController(_ timing: TimingFunction) -> RepeatController {
  var settings = RepeatSettings()
  settings.rate = .hertz(0.73)
  settings.policy = .phaseMatched
  settings.timing = timing
  guard var controller = try? RepeatController(settings) else {
    preconditionFailure("a controller refused good settings")
  }
  controller.start()
  return controller
}

private func value(
  _ name: String, _ kind: dr_curve_kind, _ timing: TimingFunction
) -> Benchmark {
  Benchmark(
    name: "c-api/value-\(name)",
    description: "dr_repeat_value at a time to come; by hand RepeatController.sample",
    goals: [Goal(figure: .ours, must: 10, after: 10)]
  ) {
    let flash = runningFlash(kind)
    let controller = runningController(timing)
    return Contenders(
      ours: { count in
        var (sum, value) = (0.0, 0.0)
        for number in 0..<count {
          guard dr_repeat_value(flash, time(ofRepetition: number), &value) == DR_OK else {
            return .nan
          }
          sum += value
        }
        return sum
      },
      byHand: { count in
        var sum = 0.0
        for number in 0..<count {
          sum += controller.sample(at: time(ofRepetition: number)).progress
        }
        return sum
      })
  }
}

let cBenchmarks = [
  value("linear", DR_CURVE_LINEAR, .linear),
  value("eased", DR_CURVE_EASE_IN_OUT, .easeInEaseOut),
]
