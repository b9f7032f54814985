// SPDX-License-Identifier: Apache-2.0

extension GivenOptions {
  /// Refuses options that do not go together, with the reason.
  ///
  /// Every other pair means something: a window may be recorded, traced and played to, `--mode`
  /// holds in every scene that has one square, and `--headless` alone runs until a signal.
  func refuseContradictions() throws(UsageError) {
    try refuse(
      .attract, with: .play,
      because: "both say where the cycle durations come from: a player's health or a file",
      right: "give one of them")
    try refuse(
      .frames, with: .duration,
      because: "both say when the run ends",
      right: "give one of them")
    if has(.rate), !has(.headless), !has(.record) {
      throw UsageError(
        problem: "\(typed(.rate)): in a window the display gives the rate",
        remedy: "--rate goes with --headless or --record, whose clock counts frames")
    }
    if has(.recordEvery), !has(.record) {
      throw UsageError(
        problem: "\(typed(.recordEvery)): no pictures are recorded",
        remedy: "--record-every goes with --record FOLDER")
    }
    if has(.headless), has(.record), !has(.frames), !has(.duration) {
      throw UsageError(
        problem: "\(typed(.record)): with --headless and without an end it would fill the disk",
        remedy: "add --frames N or --duration SECONDS")
    }
    if let play = text(.play), play == text(.trace) {
      throw UsageError(
        problem: "\(typed(.trace)): would overwrite the file that --play reads",
        remedy: "name another file for --trace")
    }
    if let folder = text(.record), folder == text(.trace) {
      throw UsageError(
        problem: "\(typed(.trace)): is the folder that --record fills",
        remedy: "name a file for --trace, in that folder or elsewhere")
    }
  }

  private func refuse(
    _ first: OptionName, with second: OptionName, because reason: String, right: String
  ) throws(UsageError) {
    guard has(first), has(second) else { return }
    throw UsageError(problem: "\(typed(first)) and \(typed(second)): \(reason)", remedy: right)
  }

  /// The option with its value, as it was typed.
  private func typed(_ name: OptionName) -> String {
    guard name.placeholder != nil, let text = text(name) else { return name.rawValue }
    return "\(name.rawValue) \(quoted(text))"
  }
}
