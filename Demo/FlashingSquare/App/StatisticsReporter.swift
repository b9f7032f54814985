// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import FramePacing
import SDLDriver

/// Prints the loop's statistics on standard output, if `--stats` requests them.
struct StatisticsReporter {
  let isOn: Bool
  /// Seconds since the first frame, including pauses and stalls.
  var time = 0.0
  private var isFirst = true

  init(isOn: Bool) { self.isOn = isOn }

  /// Prints all statistics after a line with the time.
  /// - Throws: Exit code 74, if standard output cannot be written.
  mutating func report(_ statistics: FrameStatistics) throws(ProgramError) {
    guard isOn else { return }
    let heading = "statistics   at \(NumberText.fixed(time, 3)) s\n"
    try Terminal.show((isFirst ? "" : "\n") + heading + statistics.report.dropLast())
    isFirst = false
  }
}

extension LoopOptions {
  /// The pacing and the end of a run's loop.
  init(_ options: DemoOptions) {
    self.init()
    // The stage handles Escape. The key closes the help if the help is open; otherwise it ends the
    // run.
    escapeQuits = false
    frameLimit = options.frames
    noticesUserSignal = options.showsStatistics
    frames.latchesLate = options.latchesLate
    frames.timing = options.countsFrames ? .virtual(options.rate) : options.timing
  }
}
