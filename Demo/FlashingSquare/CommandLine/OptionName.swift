// SPDX-License-Identifier: Apache-2.0

/// The options of the command line, one case each; the raw value is what a person types.
enum OptionName: String, CaseIterable, Sendable {
  case mode = "--mode"
  case scene = "--scene"
  case attract = "--attract"
  case play = "--play"
  case noFlashLimit = "--no-flash-limit"
  case size = "--size"
  case frames = "--frames"
  case duration = "--duration"
  case headless = "--headless"
  case rate = "--rate"
  case record = "--record"
  case recordEvery = "--record-every"
  case trace = "--trace"
  case version = "--version"
  case help = "--help"

  /// What stands for the option's value in messages and in `--help`; `nil`: it takes none.
  var placeholder: String? {
    switch self {
    case .mode: "MODE"
    case .scene: "NAME"
    case .play, .trace: "FILE.csv"
    case .size: "WxH"
    case .frames, .recordEvery: "N"
    case .duration: "SECONDS"
    case .rate: "HZ"
    case .record: "FOLDER"
    case .attract, .noFlashLimit, .headless, .version, .help: nil
    }
  }

  /// The option as it is typed, with the placeholder of its value.
  var form: String {
    guard let placeholder else { return rawValue }
    return "\(rawValue) \(placeholder)"
  }

  /// An example that is right, for the second line of an error.
  var example: String {
    switch self {
    case .mode: "--mode phase"
    case .scene: "--scene \(DemoOptions.builtInScenes[0])"
    case .play: "--play plan.csv"
    case .trace: "--trace trace.csv"
    case .size: "--size 1280x720"
    case .frames: "--frames 600"
    case .recordEvery: "--record-every 60"
    case .duration: "--duration 10"
    case .rate: "--rate 60"
    case .record: "--record pictures"
    case .attract, .noFlashLimit, .headless, .version, .help: rawValue
    }
  }
}
