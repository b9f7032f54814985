// SPDX-License-Identifier: Apache-2.0

import DemoSupport

extension GivenOptions {
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
    if has(.rate), !has(.headless), !has(.record) {
      throw ProgramError(
        problem: "\(typed(.rate)): in a window the display determines the rate",
        remedy: "--rate goes with --headless or --record, whose clock counts frames")
    }
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
    if has(.recordEvery), !has(.record) {
      throw ProgramError(
        problem: "\(typed(.recordEvery)): no pictures are recorded",
        remedy: "--record-every goes with --record FOLDER")
    }
    if has(.headless), has(.record), !has(.frames), !has(.duration) {
      throw ProgramError(
        problem: "\(typed(.record)): with --headless and without an end, the disk would be filled",
        remedy: "add --frames N or --duration SECONDS")
    }
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
