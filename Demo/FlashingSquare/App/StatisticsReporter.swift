// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import FramePacing
import SDLDriver

/// Prints the loop's statistics on standard output, if `--stats` requests them.
struct StatisticsReporter {
  let isOn: Bool
  /// Seconds since the first frame, including pauses and stalls.
  var time = 0.0
  private(set) var isFirst = true

  /// Prints all statistics after a line with the time and the cause.
  /// - Throws: Exit code 74, if standard output cannot be written.
  mutating func report(_ statistics: FrameStatistics, _ cause: String) throws(ProgramError) {
    guard isOn else { return }
    let seconds = NumberText.fixed(time, 3)
    let heading = "statistics   at \(seconds) s: \(cause)\n"
    try Terminal.show((isFirst ? "" : "\n") + heading + statistics.report.dropLast())
    isFirst = false
  }
}

extension LoopEnd {
  /// The reason for the loop's end, in a few words.
  var cause: String {
    switch self {
    case .quit(.windowClosed): "the window was closed"
    case .quit(.escape): "the Escape key"
    case .quit(.interrupted): "SIGINT"
    case .quit(.terminated): "SIGTERM"
    case .quit(.hungUp): "SIGHUP"
    case .stopped, .frameLimit: "the end of the run"
    case .displayLost(.connection): "the display was lost"
    case .displayLost(.window): "the window was destroyed by another program"
    }
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
