// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import FramePacing

/// One way to look at repeats.
///
/// A new one is a file of its own, and a line in `SceneList`.
///
/// A scene knows time, controls and a canvas: no window, no clock, no file.
protocol Scene {
  /// The mode of its main flasher, which a scene opened after it goes on with.
  var mode: DemoMode { get }

  /// Moves to a frame's time.
  /// - Returns: The frame's row of the trace.
  mutating func update(_ frame: Frame, _ controls: Controls) -> TraceRow

  /// The keys of its own, for the help that lies over it.
  var help: [KeyHints.Hint] { get }

  /// Draws the state of the last update.
  mutating func draw(on canvas: inout Canvas, _ status: FrameStatus)

  /// The fixed steps that its world moves in; `nil` where it has none.
  var fixedStep: FixedStep? { get }

  /// Seconds that the frame is to take beside its drawing: to show what the loop makes of it.
  ///
  /// Without effect where nothing is paced.
  var delay: Double { get }
}

extension Scene {
  var fixedStep: FixedStep? { nil }
  var delay: Double { 0 }
}

/// What a scene is opened with.
struct SceneSetup {
  var mode: DemoMode
  var limit: FlashLimit
  /// The orders of `--play`.
  var schedule: PlaySchedule?
  /// The player moves by itself.
  var attract: Bool
  /// Seconds of the frame in which it opens.
  var now: Double
  /// The steps that a world moves in; `nil`: its own.
  var fixedStep: FrameRate?
  /// What scenes measure their own work with; off where the same arguments must give the same bytes.
  var stopwatch = Stopwatch.off
}

/// What the screen says of the frames themselves.
struct FrameStatus: Hashable, Sendable {
  /// 0 where it is not known yet.
  var framesPerSecond = 0.0
  /// Seconds that one interval in a hundred exceeds.
  var p99Interval = 0.0
  /// All figures of the loop, for the scene that shows them.
  var statistics = FrameStatistics()

  /// The longest text that `text` usually has: for keeping its room.
  static let widestText = "999.9 fps   p99 999.9 ms"

  /// Both, for a scene's upper right corner; nothing where nothing is known yet.
  var text: String {
    guard framesPerSecond > 0 else { return "" }
    let rate = NumberText.fixed(framesPerSecond, 1)
    return "\(rate) fps   p99 \(NumberText.fixed(p99Interval * 1000, 1)) ms"
  }
}
