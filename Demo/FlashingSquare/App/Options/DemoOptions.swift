// SPDX-License-Identifier: Apache-2.0

import FramePacing
import SDLDriver

/// The options of one run of the demo: a plain value, no file touched and nothing started.
///
/// `DemoOptions()` is a run without arguments. A value that came from `parse` holds every range
/// and combination rule of `--help`.
struct DemoOptions: Hashable, Sendable {
  /// The effect of a new cycle duration on the cycle under way: `restart`, as the package was
  /// first made for.
  var mode: DemoMode = .restart
  /// The name of the scene that opens.
  var scene: String = DemoOptions.builtInScenes[0]
  /// When the run ends by itself.
  var end: RunEnd = .never
  /// No window, no display: the frames are drawn in memory on the deterministic clock.
  var headless = false
  /// Frames per second of the deterministic clock, 1...1000: 60, as usual displays have.
  var rate = FrameRate.sixty
  /// The pacing of a window.
  var pace: WindowPace = .display
  /// The loop's figures are printed at the end, on SIGUSR1, and when the display is lost.
  var showsStatistics = false
  /// Pixels of the window or picture: legible, and small enough for any display.
  var size = PixelSize(width: 960, height: 540)
  /// The folder that takes a picture a frame, or the film; `nil`: no pictures.
  var recordPath: String?
  /// Every how many frames a picture is kept, 1...1e9.
  var recordEvery = 1
  /// The CSV file that takes a row a frame; `nil`: no trace.
  var traceFile: String?
  /// The CSV file that the cycle durations come from; `nil`: they follow the player's health.
  var playFile: String?
  /// Scenes play by themselves.
  var attract = false
  /// Scenes play by themselves after some idle seconds, until the next input: by default in a window
  /// that nothing else drives.
  var autopilot = true
  /// Holds the flashing back to three flashes a second, the limit of WCAG 2.3.1.
  var limitsFlashes = true

  /// Nothing is heard: what T switches on is silence.
  var isMuted = false

  /// The scenes that `parse` knows when it is given no other list.
  static let builtInScenes = SceneList.demo.names

  /// The scene sizes that can be requested: a quarter of 1280x720 up to 8K.
  static let smallestSize = PixelSize(width: 320, height: 180)
  static let largestSize = PixelSize(width: 7680, height: 4320)

  /// The clock of this run: headless runs and recordings count frames and read no real clock, so
  /// that the same arguments give the same bytes.
  var clock: RunClock {
    headless || recordPath != nil ? .deterministic(rate) : .display
  }

  /// Whether nothing but a signal ends the run, and nothing shows that it runs.
  var runsUntilSignal: Bool { headless && end == .never }

  /// Whether the run shows nothing and leaves nothing behind.
  var leavesNothing: Bool {
    headless && !showsStatistics && recordPath == nil && traceFile == nil
  }

  /// Pictures that are kept for each second of frame time.
  var picturesPerSecond: Double { rate.hertz / Double(recordEvery) }

  /// Whether the picture of this frame is kept: frame 0 and each `recordEvery`th after it.
  /// - Precondition: `frame >= 0`.
  func keepsPicture(ofFrame frame: Int) -> Bool {
    precondition(frame >= 0, "keepsPicture(ofFrame: \(frame)): a frame number is at least 0")
    return recordPath != nil && frame.isMultiple(of: recordEvery)
  }
}

/// The values of `--mode`, in the order in which the M key steps through them.
enum DemoMode: String, CaseIterable, Hashable, Sendable {
  /// The cycle under way ends as it began; the next one has the new duration.
  case restart
  /// The new rate holds at once and the phase is kept.
  case phase
  /// As `phase`, and the rate slides to its new value.
  case ramp
  /// The elapsed time is kept and the phase jumps; for comparison.
  case naive
  /// Cycles restart at the frame that noticed the end, and drift; for comparison.
  case frame
}

/// The pacing of a window: `--pace` and `--fps` together.
enum WindowPace: Hashable, Sendable {
  /// The display, if presenting waits for it.
  case display
  /// As `display`, and each frame begins as late as it may.
  case displayLate
  /// A timer at the rate that the display reports.
  case displayRate
  /// A timer at a rate.
  case timer(FrameRate)
}

/// When a run ends by itself.
enum RunEnd: Hashable, Sendable {
  case never
  /// After this many frames, 1...1e9.
  case frames(Int)
  /// At the first frame whose time is at least this many seconds, > 0...1e9; it is not drawn.
  case seconds(Double)

  /// Whether a frame is past the end, so that the run stops before it is drawn.
  ///
  /// - Parameters:
  ///   - frame: The number of the frame about to be drawn; the first is 0.
  ///   - time: Its time in seconds; the first frame's is 0.
  func isReached(frame: Int, time: Double) -> Bool {
    switch self {
    case .never: false
    case .frames(let count): frame >= count
    case .seconds(let seconds): time >= seconds
    }
  }
}

/// The source of a frame's time.
enum RunClock: Hashable, Sendable {
  /// The display's own frames.
  case display
  /// Frame n is at n / rate seconds.
  case deterministic(FrameRate)
}

extension PixelSize {
  /// As `--size` takes it: `960x540`.
  var text: String { "\(width)x\(height)" }
}
