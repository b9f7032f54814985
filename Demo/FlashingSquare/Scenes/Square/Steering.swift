// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// The choice between player and autopilot.
struct Steering: Hashable, Sendable {
  /// When the autopilot steers.
  enum Rule: Hashable, Sendable {
    case never
    /// After some seconds without a key, until the next key that plays.
    case whenIdle
    /// `--attract`.
    case always
  }

  /// Seconds after which the autopilot takes over where no key was pressed yet: time enough to read
  /// two lines.
  static let idleSeconds = 3.0
  /// The same once a key was pressed: a player may think, or read.
  static let patience = 30.0

  let rule: Rule
  /// Whether the autopilot steers.
  private(set) var isAutomatic: Bool
  private var idle = 0.0
  private var wasTouched = false

  init(_ rule: Rule) {
    self.rule = rule
    isAutomatic = rule == .always
  }

  /// Takes a frame's input.
  ///
  /// Keys that change no more than the view, such as another mode, leave the autopilot on.
  /// - Parameter delta: Seconds since the last frame in which the world moved; 0 while it is paused.
  mutating func update(_ controls: Controls, delta: Double) {
    guard rule == .whenIdle else { return }
    let isUntouched =
      controls.move == Point(x: 0, y: 0) && controls.presses.isEmpty && controls.pressedAt == nil
    idle = isUntouched ? idle + delta : 0
    if !isUntouched { wasTouched = true }
    if controls.plays {
      isAutomatic = false
    } else if secondsLeft < 1e-9 {
      isAutomatic = true
    }
  }

  /// Seconds until the autopilot takes over, if no key is pressed; `nil` where it does not.
  var secondsUntilAutopilot: Double? {
    rule == .whenIdle && !isAutomatic ? max(0, secondsLeft) : nil
  }

  private var secondsLeft: Double { (wasTouched ? Self.patience : Self.idleSeconds) - idle }
}

extension Controls {
  /// Whether the player moves the square or changes its health.
  fileprivate var plays: Bool {
    move != Point(x: 0, y: 0) || presses.contains(.healthUp) || presses.contains(.healthDown)
  }
}
