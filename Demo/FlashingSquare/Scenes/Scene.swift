// SPDX-License-Identifier: Apache-2.0

import FramePacing
import SDLDriver

/// One way to look at repeats.
///
/// A new one is a folder of its own, and a line in ``SceneList/demo``. A scene knows time, controls and
/// a canvas: no window, no clock, no file. Where its squares are large, it asks for no more flashes a
/// second than ``SceneSetup/limit`` allows.
protocol Scene {
  /// The name for `--scene`: one word.
  ///
  /// This and ``summary`` are literals of one line each: `Demo/run --help` reads them before a build.
  static var name: String { get }
  /// The title on the screen.
  static var title: String { get }
  /// Its name in the bar of scenes; by default its ``name`` with a capital.
  static var label: String { get }
  /// Its content, in a clause for the lists of scenes: at most 50 characters.
  static var summary: String { get }
  /// Its own keys, the most important first; those of all scenes are added.
  static var keys: [KeyHelp] { get }

  init(_ setup: SceneSetup)

  /// Moves to a frame's time: once in each frame.
  /// - Returns: The frame's row of the trace; `nil` if nothing in the scene belongs there.
  mutating func update(_ frame: Frame, _ controls: Controls) -> TraceRow?

  /// Draws the state of the last update.
  mutating func draw(on canvas: inout Canvas, _ status: FrameStatus)

  /// The cycles that began in the last update, as they are heard; `nil`: one where the row's cycle
  /// is another than before.
  var ticks: [Tick]? { get }

  /// The driver of a scene that has an autopilot.
  var steering: Steering? { get }

  /// Whether Space is the scene's own; otherwise it stops the scene's time.
  static var pausesItself: Bool { get }

  /// The word on the screen for its pause, such as "paused"; `nil` while everything goes on.
  var paused: String? { get }

  /// The rhythm that it wants to be heard; `nil`: none.
  ///
  /// While it is, ``Controls/music`` says where the sound device is in it.
  var rhythm: Rhythm? { get }
}

extension Scene {
  static var label: String { name.prefix(1).uppercased() + name.dropFirst() }
  var steering: Steering? { nil }
  var ticks: [Tick]? { nil }
  static var pausesItself: Bool { false }
  var paused: String? { nil }
  var rhythm: Rhythm? { nil }
}

/// The arguments with which a scene is opened.
struct SceneSetup {
  /// That of `--mode`.
  var mode: DemoMode
  var limit: FlashLimit
  /// The rate changes of `--play`.
  var schedule: PlaySchedule?
  /// Scenes play by themselves.
  var attract: Bool
  /// They play by themselves after some idle seconds, until the next input.
  var autopilot = false
  /// Seconds of the frame in which it opens.
  var now: Double
}

/// The beginning of a cycle, as it is heard.
struct Tick: Hashable, Sendable {
  /// The pitch.
  var hertz = 1200.0
  /// The largest sample, 0...1.
  var volume = 0.2
}
