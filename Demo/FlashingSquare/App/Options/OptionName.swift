// SPDX-License-Identifier: Apache-2.0

import DemoSupport

/// The command-line options, one case each; the raw value is the typed text.
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
  case fps = "--fps"
  case stats = "--stats"
  case record = "--record"
  case recordEvery = "--record-every"
  case trace = "--trace"
  case version = "--version"
  case help = "--help"

  var value: (placeholder: String, example: String)? {
    switch self {
    case .mode: ("MODE", "phase")
    case .scene: ("NAME", DemoOptions.builtInScenes[0])
    case .autopilot: ("on|off", "off")
    case .play: ("FILE.csv", "plan.csv")
    case .size: ("WxH", "1280x720")
    case .frames: ("N", "600")
    case .duration: ("SECONDS", "10")
    case .rate: ("HZ", "60")
    case .pace: ("MODE", "timer")
    case .fps: ("N", "59.94")
    case .record: ("FOLDER", "pictures")
    case .recordEvery: ("N", "60")
    case .trace: ("FILE.csv", "trace.csv")
    case .attract, .noFlashLimit, .mute, .headless, .stats, .version, .help: nil
    }
  }
}

/// The demo's options as typed.
typealias GivenOptions = TypedOptions<OptionName>
