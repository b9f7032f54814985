// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import FramePacing
import SDLDriver

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
    case .scene: ("NAME", SceneList.demo.names[0])
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

extension GivenOptions {
  /// A whole number from 1 to 1e9, which at 60 Hz is half a year of frames.
  func count(_ name: OptionName) throws(ProgramError) -> Int? {
    try value(name, "a whole number from 1 to 1000000000") {
      Self.wholeNumber($0).flatMap { (1...1_000_000_000).contains($0) ? $0 : nil }
    }
  }

  /// Seconds above 0 and up to 1e9.
  func seconds(_ name: OptionName) throws(ProgramError) -> Double? {
    try value(name, "a number of seconds above 0, up to 1000000000") {
      Double(decimal: $0).flatMap { $0 > 0 && $0 <= 1e9 ? $0 : nil }
    }
  }

  /// Hertz from 1 to 1000 as an exact fraction: a decimal number, or two whole numbers with a
  /// slash.
  func rate(_ name: OptionName) throws(ProgramError) -> FrameRate? {
    try value(name, "a number of hertz from 1 to 1000") { text in
      let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
      let numbers = parts.compactMap { Self.wholeNumber(String($0)) }
        .filter { (1...1_000_000_000).contains($0) }.map(Int64.init)
      let rate =
        numbers.count == 2
        ? FrameRate(frames: numbers[0], seconds: numbers[1])
        : Double(decimal: text).flatMap { FrameRate(nearest: $0) }
      return rate.flatMap { (1...1000).contains($0.hertz) ? $0 : nil }
    }
  }

  /// A width and a height in pixels, joined by an x.
  func size(_ name: OptionName) throws(ProgramError) -> PixelSize? {
    let (least, most) = (DemoOptions.smallestSize, DemoOptions.largestSize)
    return try value(name, "WIDTHxHEIGHT in pixels, from \(least.text) to \(most.text)") {
      let sides = $0.split(omittingEmptySubsequences: false) { $0 == "x" || $0 == "X" }
        .map { Self.wholeNumber(String($0)) ?? 0 }
      guard sides.count == 2, (least.width...most.width).contains(sides[0]),
        (least.height...most.height).contains(sides[1])
      else { return nil }
      return PixelSize(width: sides[0], height: sides[1])
    }
  }

  /// The value that `read` finds in the option's text.
  /// - Parameter allowed: The values that the option takes, in words.
  private func value<Value>(
    _ name: OptionName, _ allowed: String, _ read: (String) -> Value?
  ) throws(ProgramError) -> Value? {
    guard let text = text(name) else { return nil }
    guard let value = read(text) else {
      throw invalidValue(name, "is not \(allowed)", right: "write, for example, \(name.example)")
    }
    return value
  }

  /// The number that ASCII digits represent; `nil` if they are too many for an integer.
  private static func wholeNumber(_ text: String) -> Int? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }

  /// Throws the first contradiction between options.
  ///
  /// All pairs that are not rejected here are valid. A window may be recorded, traced and driven by
  /// a file at the same time.
  /// `--mode` affects only `answers` and `hunt`. `--headless` alone runs until a signal, and
  /// prints a note about that.
  func checkContradictions() throws(ProgramError) {
    try reject(
      .attract, with: .play,
      because: "both choose the source of the requests: the autopilot or a file")
    try reject(
      .attract, with: .autopilot,
      because: "with \(OptionName.attract.rawValue) the autopilot always plays")
    try reject(.frames, with: .duration, because: "both set the end of the run")
    try require(
      has(.headless) || has(.record), for: .rate, "in a window the display determines the rate",
      right: "--rate goes with --headless or --record, whose clock counts frames")
    for name in [OptionName.pace, .fps] {
      for other in [OptionName.headless, .record] {
        try reject(
          name, with: other,
          because: "\(other.rawValue) counts frames instead of following a display or timer",
          right: "leave out \(name.rawValue); --rate HZ sets the rate of the frames")
      }
    }
    if text(.pace) != "timer" {
      try reject(
        .pace, with: .fps, because: "the display determines the rate",
        right: "--fps goes with --pace timer, or without --pace")
    }
    try require(
      has(.record), for: .recordEvery, "no pictures are recorded",
      right: "--record-every goes with --record FOLDER")
    try require(
      !has(.headless) || has(.frames) || has(.duration), for: .record,
      "with --headless and without an end, the disk would be filled",
      right: "add --frames N or --duration SECONDS")
  }

  private func require(
    _ condition: Bool, for name: OptionName, _ wrong: String, right: String
  ) throws(ProgramError) {
    guard has(name), !condition else { return }
    throw ProgramError(problem: "\(typed(name)): \(wrong)", remedy: right)
  }

  private func reject(
    _ first: OptionName, with second: OptionName, because reason: String,
    right: String = "give one of them"
  ) throws(ProgramError) {
    guard has(first), has(second) else { return }
    throw ProgramError(problem: "\(typed(first)) and \(typed(second)): \(reason)", remedy: right)
  }

  /// The option with its value, as typed.
  private func typed(_ name: OptionName) -> String {
    guard name.value != nil, let text = text(name) else { return name.rawValue }
    return "\(name.rawValue) \(quoted(text))"
  }
}
