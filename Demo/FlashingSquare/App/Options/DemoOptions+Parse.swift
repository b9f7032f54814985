// SPDX-License-Identifier: Apache-2.0

import DemoSupport

/// A parsed command line.
enum DemoRequest: Hashable, Sendable {
  case run(DemoOptions)
  case answer(String)
}

extension DemoOptions {
  /// Reads the arguments, without the program's name.
  ///
  /// `--option value` and `--option=value` are equivalent. `--help` and `--version` override all
  /// other arguments. A value that begins with `--` is written with `=`.
  /// - Parameter scenes: The names for `--scene`; not empty. The first one is the default.
  /// - Throws: The first error: spelling and missing values from left to right, then values in the
  ///   order of `--help`, then contradictions between options.
  static func parse(
    _ arguments: [String], scenes: [String] = builtInScenes
  ) throws(ProgramError) -> DemoRequest {
    precondition(!scenes.isEmpty, "parse(scenes: []): there must be a scene to open")
    if let answer = answer(to: arguments) { return .answer(answer) }
    let given = try GivenOptions(arguments)
    var options = DemoOptions()
    options.scene = scenes[0]
    try options.readGame(given, scenes: scenes)
    try options.readRun(given)
    try options.readLoop(given)
    try options.readOutput(given)
    try given.checkContradictions()
    return .run(options)
  }

  private mutating func readGame(_ given: GivenOptions, scenes: [String]) throws(ProgramError) {
    if let value = try given.choice(.mode, among: DemoMode.allCases.map(\.rawValue)) {
      // `choice` returns one of the given raw values.
      mode = DemoMode(rawValue: value) ?? mode
    }
    scene = try given.choice(.scene, among: scenes) ?? scene
    attract = given.has(.attract)
    playFile = try given.path(.play)
    limitsFlashes = !given.has(.noFlashLimit)
    isMuted = given.has(.mute)
  }

  private mutating func readRun(_ given: GivenOptions) throws(ProgramError) {
    size = try given.size(.size) ?? size
    if let count = try given.count(.frames) { end = .frames(count) }
    if let seconds = try given.seconds(.duration) { end = .seconds(seconds) }
    headless = given.has(.headless)
    rate = try given.rate(.rate) ?? rate
  }

  private mutating func readLoop(_ given: GivenOptions) throws(ProgramError) {
    let word = try given.choice(.pace, among: ["display", "late", "display-rate", "timer"])
    let rate = try given.rate(.fps)
    // Contradictions are reported later; here the option with the highest priority wins.
    if rate != nil || word == "timer" {
      pace = .timer(rate ?? .sixty)
    } else if word == "display-rate" {
      pace = .displayRate
    } else if word == "late" {
      pace = .displayLate
    }
    showsStatistics = given.has(.stats)
  }

  private mutating func readOutput(_ given: GivenOptions) throws(ProgramError) {
    recordPath = try given.path(.record)
    recordEvery = try given.count(.recordEvery) ?? recordEvery
    traceFile = try given.path(.trace)
    // All other options are known now, and some of them determine this default.
    autopilot =
      try given.choice(.autopilot, among: ["on", "off"]).map { $0 == "on" }
      ?? (clock == .display && !attract && playFile == nil)
  }
}
