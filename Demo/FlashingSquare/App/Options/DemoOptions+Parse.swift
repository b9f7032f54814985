// SPDX-License-Identifier: Apache-2.0

import DemoSupport

extension DemoOptions {
  /// Reads the arguments, without the program's name; `answer(to:)` has none for them.
  ///
  /// `--option value` and `--option=value` are equivalent. A value that begins with `--` is written
  /// with `=`.
  /// - Parameter scenes: The names for `--scene`; not empty. The first one is the default.
  /// - Throws: The first error: spelling and missing values from left to right, then values in the
  ///   order of `--help`, then contradictions between options.
  static func parse(
    _ arguments: [String], scenes: [String] = builtInScenes
  ) throws(ProgramError) -> DemoOptions {
    let given = try GivenOptions(arguments)
    var options = DemoOptions()
    options.mode = try given.choice(.mode, among: DemoMode.allCases.map(\.rawValue))
      .flatMap(DemoMode.init)
    options.scene = try given.choice(.scene, among: scenes) ?? scenes[0]
    options.attract = given.has(.attract)
    options.playFile = try given.path(.play)
    options.limitsFlashes = !given.has(.noFlashLimit)
    options.isMuted = given.has(.mute)
    options.size = try given.size(.size) ?? options.size
    options.frames = try given.count(.frames)
    options.duration = try given.seconds(.duration)
    options.headless = given.has(.headless)
    options.rate = try given.rate(.rate) ?? options.rate
    let pace = try given.choice(.pace, among: ["display", "late", "display-rate", "timer"])
    options.latchesLate = pace == "late"
    if pace == "timer" { options.timing = .timer(.sixty) }
    if pace == "display-rate" { options.timing = .displayRate }
    if let rate = try given.rate(.fps) { options.timing = .timer(rate) }
    options.showsStatistics = given.has(.stats)
    options.recordPath = try given.path(.record)
    options.recordEvery = try given.count(.recordEvery) ?? options.recordEvery
    options.traceFile = try given.path(.trace)
    // All other options are known now, and some of them determine this default.
    options.autopilot =
      try given.choice(.autopilot, among: ["on", "off"]).map { $0 == "on" }
      ?? (!options.countsFrames && !options.attract && options.playFile == nil)
    try given.checkContradictions()
    return options
  }

  /// The answer to `--help` and `--version`, which override all other arguments, as `ProgramText.answer(to:)` gives it; the help is
  /// Demo/Texts/flashing-square.txt with the names and summaries of the scenes in place of the line
  /// `@scenes`.
  ///
  /// `Demo/run` prints the same text without a build.
  static func answer(to arguments: [String], scenes: SceneList = .demo) -> String? {
    guard let text = ProgramText.flashingSquare.answer(to: arguments) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let list = scenes.scenes.map { scene in
      // Most names have at most seven letters; a longer one shifts its summary.
      let gap = String(repeating: " ", count: max(0, 7 - scene.name.count) + 2)
      return String(repeating: " ", count: 22) + scene.name + gap + scene.summary
    }
    return lines.flatMap { $0 == "@scenes" ? list : [String($0)] }.joined(separator: "\n")
  }
}
