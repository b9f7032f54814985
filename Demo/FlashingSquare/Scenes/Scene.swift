// SPDX-License-Identifier: Apache-2.0

import FramePacing
import SDLDriver

/// A scene of the demo.
///
/// To add a scene, add a folder and a line in ``SceneList/demo``. A scene gets time, controls
/// and a canvas, and uses no window, clock or file. A scene with large squares requests no more
/// flashes per second than ``SceneSetup/limit`` allows.
protocol Scene {
  /// The name for `--scene`: one word.
  ///
  /// This and ``summary`` are single-line literals, because `Demo/run --help` reads them before a
  /// build.
  static var name: String { get }
  /// The title on the screen.
  static var title: String { get }
  /// The label in the bar of scenes; default: the ``name`` with a capital.
  static var label: String { get }
  /// A description for the lists of scenes: at most 50 characters.
  static var summary: String { get }
  /// The scene's own keys, the most important first. The stage adds the common keys.
  static var keys: [KeyHelp] { get }

  init(_ setup: SceneSetup)

  /// Advances to a frame's time. The stage calls it once per frame.
  /// - Returns: The frame's row of the trace; `nil` if the scene has none.
  mutating func update(_ frame: Frame, _ controls: Controls) -> TraceRow?

  /// Draws the state of the last update.
  mutating func draw(on canvas: inout Canvas, _ status: FrameStatus)

  /// The ticks of the cycles that began in the last update; `nil` means one tick whenever
  /// `TraceRow.cycle` changes.
  var ticks: [Tick]? { get }

  /// The choice between the player and the autopilot; `nil` if the scene has no autopilot.
  var steering: Steering? { get }

  /// Whether the scene handles Space itself; otherwise Space stops the scene's time.
  static var pausesItself: Bool { get }

  /// Whether the scene's sound is on when it opens, until T mutes it.
  static var playsAtOnce: Bool { get }

  /// The text to show while the scene is paused, such as "paused"; `nil` while it is not paused.
  var paused: String? { get }

  /// Takes back a change that is not complete, such as a drag, when Esc is pressed.
  /// - Returns: Whether there was one; otherwise Esc ends the program.
  mutating func takesBack() -> Bool

  /// The scene's requests as a file of `--play`; `nil` if the scene has none.
  var playFile: String? { get }

  /// The rhythm to play; `nil` if the scene has none.
  ///
  /// While the rhythm is audible, ``Controls/music`` has the sound device's position in the rhythm.
  var rhythm: Rhythm? { get }
}

extension Scene {
  static var label: String { shortLabel }
  static var shortLabel: String { name.prefix(1).uppercased() + name.dropFirst() }
  var steering: Steering? { nil }
  var ticks: [Tick]? { nil }
  static var pausesItself: Bool { false }
  static var playsAtOnce: Bool { false }
  var paused: String? { nil }
  var rhythm: Rhythm? { nil }
  mutating func takesBack() -> Bool { false }
  var playFile: String? { nil }
}

/// The arguments with which a scene is opened.
struct SceneSetup {
  /// The mode of `--mode`; `nil` if it is not given.
  var mode: DemoMode?
  var limit: FlashLimit
  /// The rate changes of `--play`.
  var schedule: PlaySchedule?
  /// Whether the autopilot always plays.
  var attract: Bool
  /// Whether the autopilot plays after some idle seconds, until the next input.
  var autopilot = false
  /// The time of the scene's first frame, in seconds.
  var now: Double
}

/// A sound at the beginning of a cycle.
struct Tick: Hashable, Sendable {
  /// The pitch in hertz.
  var hertz = 1200.0
  /// The largest sample, 0...1.
  var volume = 0.2
  /// Whether it is heard even while ticks are off.
  var isAlways = false
}
