// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import FramePacing
import SDLDriver

/// Prints the loop's figures on standard output, if `--stats` asks for them.
struct StatisticsReporter {
  let isOn: Bool
  /// Seconds since the first frame, pauses and stalls included.
  var time = 0.0
  private(set) var isFirst = true

  /// Prints all figures under a line that says when and why.
  /// - Throws: Exit code 74, if standard output cannot be written.
  mutating func report(_ statistics: FrameStatistics, _ stage: SceneStage, _ cause: String)
    throws(ProgramError)
  {
    guard isOn else { return }
    let seconds = NumberText.fixed(time, 3)
    let heading = "statistics   at \(seconds) s: \(cause)\n"
    try Terminal.show((isFirst ? "" : "\n") + heading + statistics.report.dropLast())
    isFirst = false
  }
}

extension LoopEnd {
  /// Why the loop ended, in a few words.
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
  /// How the loop of a run is paced, and when it ends.
  init(_ options: DemoOptions) {
    self.init()
    // Escape closes the help, if it is open.
    escapeQuits = false
    if case .frames(let count) = options.end { frameLimit = count }
    noticesUserSignal = options.showsStatistics
    if case .deterministic(let rate) = options.clock {
      frames.timing = .virtual(rate)
      return
    }
    switch options.pace {
    case .display: break
    case .displayLate: frames.latchesLate = true
    case .displayRate: frames.timing = .displayRate
    case .timer(let rate): frames.timing = .timer(rate)
    }
  }
}
