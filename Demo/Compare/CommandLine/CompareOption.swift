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

  var placeholder: String? {
    switch self {
    case .schedule, .trace: "NAME|FILE.csv"
    case .strategies: "NAME,NAME..."
    case .format: "table|csv"
    case .seed: "N"
    case .plot: "FILE.svg"
    case .report: "FILE.html"
    case .all, .explain, .list, .version, .help: nil
    }
  }

  var example: String {
    switch self {
    case .schedule: "--schedule one-step"
    case .trace: "--trace ideal-60"
    case .strategies: "--strategies naive,phase-matched"
    case .format: "--format csv"
    case .seed: "--seed 7"
    case .plot: "--plot motions.svg"
    case .report: "--report report.html"
    case .all, .explain, .list, .version, .help: rawValue
    }
  }
}
