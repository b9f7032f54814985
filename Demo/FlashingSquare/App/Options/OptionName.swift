// SPDX-License-Identifier: Apache-2.0

import DemoSupport

/// The options of the command line, one case each; the raw value is what a person types.
enum OptionName: String, OptionNaming {
  case mode = "--mode"
  case scene = "--scene"
  case attract = "--attract"
  case autopilot = "--autopilot"
  case play = "--play"
  case noFlashLimit = "--no-flash-limit"
  case mute = "--mute"
  case size = "--size"
  case frames = "--frames"
  case duration = "--duration"
  case headless = "--headless"
  case rate = "--rate"
  case pace = "--pace"
  case vsync = "--vsync"
  case fps = "--fps"
  case fixedStep = "--fixed-step"
  case stats = "--stats"
  case record = "--record"
  case recordEvery = "--record-every"
  case trace = "--trace"
  case recordRun = "--record-run"
  case replayRun = "--replay-run"
  case version = "--version"
  case help = "--help"

  /// The option's value as it is named in messages and in `--help`; `nil`: it takes none.
  var placeholder: String? {
    switch self {
    case .mode, .pace: "MODE"
    case .scene: "NAME"
    case .play, .trace: "FILE.csv"
    case .size: "WxH"
    case .frames, .recordEvery: "N"
    case .duration: "SECONDS"
    case .rate, .fixedStep: "HZ"
    case .autopilot: "on|off"
    case .vsync: "on|off|late"
    case .fps: "N"
    case .record: "FOLDER"
    case .recordRun, .replayRun: "FILE"
    case .attract, .noFlashLimit, .mute, .headless, .stats, .version, .help: nil
    }
  }

  /// An example that is right, for the second line of an error.
  var example: String {
    switch self {
    case .mode: "--mode phase"
    case .scene: "--scene \(DemoOptions.builtInScenes[0])"
    case .autopilot: "--autopilot off"
    case .play: "--play plan.csv"
    case .trace: "--trace trace.csv"
    case .size: "--size 1280x720"
    case .frames: "--frames 600"
    case .recordEvery: "--record-every 60"
    case .duration: "--duration 10"
    case .rate: "--rate 60"
    case .pace: "--pace timer"
    case .vsync: "--vsync late"
    case .fps: "--fps 59.94"
    case .fixedStep: "--fixed-step 50"
    case .recordRun: "--record-run run.bin"
    case .replayRun: "--replay-run run.bin"
    case .record: "--record pictures"
    case .attract, .noFlashLimit, .mute, .headless, .stats, .version, .help: rawValue
    }
  }
}

/// The demo's options as they were typed.
typealias GivenOptions = TypedOptions<OptionName>
