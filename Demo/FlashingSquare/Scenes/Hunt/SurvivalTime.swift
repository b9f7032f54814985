// SPDX-License-Identifier: Apache-2.0

/// How long the player has lived by its own hand.
struct SurvivalTime: Hashable, Sendable {
  /// Seconds of this life, from the first move on; the autopilot's do not count.
  private(set) var seconds = 0.0
  /// The most seconds of any life since the scene was opened.
  private(set) var best = 0.0

  /// Counts a frame of `delta` seconds.
  mutating func update(_ state: World.State, isAutomatic: Bool, delta: Double) {
    switch state {
    case _ where isAutomatic: seconds = 0
    case .waiting: seconds = 0
    case .playing: seconds += delta
    case .dead: break
    }
    best = max(best, seconds)
  }

  /// As the screen says it.
  var text: String {
    let best = best > 0 ? ", best \(NumberText.fixed(best, 1)) s" : ""
    return "\(NumberText.fixed(seconds, 1)) s\(best)"
  }
}
