// SPDX-License-Identifier: Apache-2.0

import LoopSimulation

/// A comparison of ways to step a program's world on simulated displays.
enum StepTable {
  /// The lines of the table, after runs of this number of seconds.
  static func lines(seconds: Double) -> [String] {
    let columns = Columns(widths: [24, 6, 6, 11, 11, 12, 10])
    let title =
      "Steps: milliseconds by which a frame's step differs from the time between two"
      + " pictures on a simulated screen (p50/p99), and pictures per second without and with"
      + " latchesLate"
    let names = Stepping.allCases.map(\.rawValue)
    var lines = wrapped(title)
    lines += ["", columns.line("", "Hz", "latch", names[0], names[1], names[2], names[3])]
    for display in SimulatedDisplay.table {
      let program = display.program(latchesLate: false, seconds: seconds)
      let late = display.program(latchesLate: true, seconds: seconds)
      // The first frames find the rate.
      let first = min(300, program.frames.count / 4)
      let errors = Stepping.allCases.map { stepping in
        let errors = program.stepErrors(stepping, reported: display.reported, from: first)
        return brief(percentile(errors, 0.5)) + "/" + brief(percentile(errors, 0.99))
      }
      lines.append(
        columns.line(
          display.name, fixed(program.rate(from: 0), digits: 1),
          fixed(late.rate(from: 0), digits: 1), errors[0], errors[1], errors[2], errors[3]))
    }
    return lines
  }

  private static func brief(_ milliseconds: Double) -> String {
    fixed(milliseconds, digits: milliseconds < 1 ? 3 : milliseconds < 10 ? 2 : 1)
  }
}
