// SPDX-License-Identifier: Apache-2.0

import CReference
import DynamicRepeat

private let frame = 1.0 / 60

/// A running controller; its rate is not a round number.
private func runningController() -> RepeatController {
  var settings = RepeatSettings(policy: .phaseMatched)
  settings.rate = .hertz(0.73)
  settings.reporting = .all
  guard var controller = try? RepeatController(settings, now: 0) else {
    preconditionFailure("valid settings were rejected")
  }
  controller.start()
  controller.advance(to: 0.37)
  return controller
}

/// A controller compared with a structure and a function in C that take the same steps.
private func row(
  _ name: String, _ words: String, units: Int = 1, secondsOfStep: Double = frame,
  stepsOfOther: Int = 1, slope: Double = 0,
  prepare: @escaping @Sendable (inout RepeatController) -> Void = { _ in },
  ours: @escaping @Sendable (inout RepeatController, Int) -> Double
) -> Row {
  Row(
    name: "controller/\(name)",
    description: "\(words); versus a structure and a function in C: phase += rate * dt, wrapped,"
      + " smoothstep",
    units: units
  ) {
    var controller = runningController()
    prepare(&controller)
    var other = reference_repeat(phase: 0.27, rate: 0.73, slope: slope, cycles: 0)
    return (
      .timed { ours(&controller, $0) },
      .timed { count in
        sum(count * stepsOfOther) { _ in reference_step(&other, secondsOfStep) }
      }
    )
  }
}

/// Cycles per call in the row "events"; each has a cycle event and two turn events.
private let scannedCycles = 64

let controllerRows = [
  row(
    "advance", "RepeatController.advance by a frame at a steady rate",
    ours: { controller, count in
      var events = 0
      for _ in 0..<count { events += controller.advance(to: controller.now + frame).count }
      return Double(events)
    }),
  row(
    "value", "RepeatController.sample at a future time",
    ours: { controller, count in
      sum(count) { controller.sample(at: 0.5 + Double($0 & 0xFFFF) * frame).progress }
    }),
  row(
    "ramp", "RepeatController.advance by a frame in a ramp, and its value", slope: 1e-9,
    prepare: { controller in
      valid { () throws(RepeatError) in
        try controller.perform(.ramp(to: .hertz(900), over: 1e9))
      }
    },
    ours: { controller, count in
      sum(count) { _ in
        controller.advance(to: controller.now + frame)
        return controller.sample(at: controller.now).progress
      }
    }),
  row(
    "events", "one event, if RepeatController.advance passes \(scannedCycles) cycles",
    units: 3 * scannedCycles, secondsOfStep: 1 / 0.73, stepsOfOther: scannedCycles,
    ours: { controller, count in
      let seconds = Double(scannedCycles) / 0.73
      var events = 0
      for _ in 0..<count { events += controller.advance(to: controller.now + seconds).count }
      return Double(events)
    }),
]
