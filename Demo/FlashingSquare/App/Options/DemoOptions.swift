// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import FramePacing
import SDLDriver

/// The options of one run of the demo, as a plain value; no file is opened.
///
/// `DemoOptions()` is a run without arguments. A value from `parse` satisfies all ranges and
/// combination rules of `--help`.
struct DemoOptions: Hashable, Sendable {
  /// The effect of a new cycle duration on the current cycle; `nil` for each scene's own.
  var mode: DemoMode?
  /// The name of the scene to open.
  var scene: String = SceneList.demo.names[0]
  /// The number of frames after which the run ends, 1...1e9; `nil` for no such end.
  var frames: Int?
  /// The seconds after which the run ends, above 0 and at most 1e9; `nil` for no such end.
  var duration: Double?
  /// Whether frames are drawn in memory, without a window and a display; their clock counts frames.
  var headless = false
  /// The rate of a clock that counts frames, in frames per second, 1...1000.
  ///
  /// The default is 60, the rate of usual displays.
  var rate = FrameRate.sixty
  /// The pacing of a window, and whether each of its frames begins as late as possible.
  var timing = FrameTiming.display
  var latchesLate = false
  /// Whether the loop's statistics are printed at the end, on SIGUSR1, and when the display is
  /// lost.
  var showsStatistics = false
  /// The size of the window or picture in pixels.
  ///
  /// The default is legible, and fits on usual displays.
  var size = PixelSize(width: 960, height: 540)
  /// The folder for pictures, or the film; `nil` means that no pictures are recorded.
  var recordPath: String?
  /// The number of frames from one recorded frame to the next, 1...1e9.
  var recordEvery = 1
  /// The CSV file for the trace, one row per frame; `nil` means that there is no trace.
  var traceFile: String?
  /// The CSV file with the requests for `answers`; if `nil`, the slider makes the requests.
  var playFile: String?
  /// Whether the autopilot always plays the scenes.
  var attract = false
  /// Whether the autopilot plays the scenes after some idle seconds, until the next input.
  ///
  /// `parse` enables it by default in a window, unless `attract`, `playFile` or `recordPath` is
  /// set.
  var autopilot = true
  /// Whether flashing is limited to three flashes a second, the limit of WCAG 2.3.1.
  var limitsFlashes = true
  /// Whether the sound is muted: T enables ticks, but they are silent.
  var isMuted = false

  /// The sizes that can be requested: from a quarter of 1280x720 in each direction up to 8K.
  static let smallestSize = PixelSize(width: 320, height: 180)
  static let largestSize = PixelSize(width: 7680, height: 4320)

  /// Whether the clock counts frames, so that equal arguments give equal bytes; otherwise a frame
  /// has the time at which the display shows it.
  var countsFrames: Bool { headless || recordPath != nil }

  /// Whether the run has no window and no end, so that only a signal ends it.
  var runsUntilSignal: Bool { headless && frames == nil && duration == nil }

  /// Whether a frame, with its number and its time in seconds, is past the end of the run.
  func isOver(frame: Int, time: Double) -> Bool {
    frame >= frames ?? .max || time >= duration ?? .infinity
  }

  /// Recorded pictures per second of frame time.
  var picturesPerSecond: Double { rate.hertz / Double(recordEvery) }

  /// Whether the picture of this frame is recorded: frame 0 and every `recordEvery`th one after it.
  func keepsPicture(ofFrame frame: Int) -> Bool {
    recordPath != nil && frame.isMultiple(of: recordEvery)
  }
}

extension PixelSize {
  /// The format of `--size`: `960x540`.
  var text: String { "\(width)x\(height)" }
}

extension DemoOptions {
  /// Reads the arguments, without the program's name; `answer(to:)` has none for them.
  ///
  /// `--option value` and `--option=value` are equivalent. A value that begins with `--` is written
  /// with `=`.
  /// - Parameter scenes: The names for `--scene`; not empty. The first one is the default.
  /// - Throws: The first error: spelling and missing values from left to right, then values in the
  ///   order of `--help`, then contradictions between options.
  static func parse(
    _ arguments: [String], scenes: [String] = SceneList.demo.names
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

  /// The answer to `--help` and `--version`, which override all other arguments, as
  /// `ProgramText.answer(to:)` gives it; the help is Demo/Texts/flashing-square.txt with the names
  /// and summaries of the scenes in place of the line `@scenes`.
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
