// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// The choice between a person and the autopilot.
struct Steering: Hashable, Sendable {
  /// The condition under which the autopilot steers.
  enum Rule: Hashable, Sendable {
    case never
    /// After three seconds without input, until the next input.
    case whenIdle
    /// Always: `--attract`.
    case always
  }

  /// The seconds without input before the autopilot takes over: enough time to read two lines.
  static let idleSeconds = 3.0

  let rule: Rule
  /// Whether the autopilot steers.
  private(set) var isAutomatic: Bool
  private var idle = 0.0

  /// - Parameter beginsAtOnce: Whether the autopilot steers until the first input.
  init(_ setup: SceneSetup, beginsAtOnce: Bool = false) {
    rule = setup.attract ? .always : setup.autopilot && setup.schedule == nil ? .whenIdle : .never
    isAutomatic = rule == .always || beginsAtOnce && rule == .whenIdle
  }

  /// Processes a frame's input.
  ///
  /// Steering, a click, plus, minus and X end the autopilot's turn; other keys, such as M, do not.
  /// - Parameter delta: Seconds since the last frame; 0 while the scene is paused.
  /// - Returns: The name of an event for the trace, if the steering changes.
  mutating func update(_ controls: Controls, delta: Double) -> String? {
    guard rule == .whenIdle else { return nil }
    let was = isAutomatic
    idle = controls.plays || !controls.presses.isEmpty ? 0 : idle + delta
    if controls.plays {
      isAutomatic = false
    } else if idle >= Self.idleSeconds - 1e-9 {
      isAutomatic = true
    }
    return isAutomatic == was ? nil : isAutomatic ? "autopilot_on" : "autopilot_off"
  }

  /// The note on the screen while the autopilot steers.
  var note: String? {
    isAutomatic && rule == .whenIdle ? "plays by itself: touch anything to take over" : nil
  }
}

extension Controls {
  /// Whether the player steers, drags or changes something.
  fileprivate var plays: Bool {
    let playing: [Press] = [.up, .down, .healthUp, .healthDown, .run, .earlier, .later]
    return move != Point(x: 0, y: 0) || pressedAt != nil
      || presses.contains(where: playing.contains)
  }
}
