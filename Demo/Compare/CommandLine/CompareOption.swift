// SPDX-License-Identifier: Apache-2.0

import DemoSupport

/// The command-line options, one case each; the raw value is the typed text.
enum CompareOption: String, OptionNaming {
  case schedule = "--schedule"
  case trace = "--trace"
  case strategies = "--strategies"
  case all = "--all"
  case explain = "--explain"
  case format = "--format"
  case seed = "--seed"
  case plot = "--plot"
  case report = "--report"
  case list = "--list"
  case version = "--version"
  case help = "--help"

  var value: (placeholder: String, example: String)? {
    switch self {
    case .schedule: ("NAME|FILE.csv", "one-step")
    case .trace: ("NAME|FILE.csv", "ideal-60")
    case .strategies: ("NAME,NAME...", "naive,phase-matched")
    case .format: ("table|csv", "csv")
    case .seed: ("N", "7")
    case .plot: ("FILE.svg", "motions.svg")
    case .report: ("FILE.html", "report.html")
    case .all, .explain, .list, .version, .help: nil
    }
  }
}
