// SPDX-License-Identifier: Apache-2.0

/// The steps of an arrow key along a slider: one at a tap, and continuous ones while it is held.
struct HeldKey: Hashable, Sendable {
  /// The seconds after which a held key moves on.
  static let patience = 0.3

  /// The step at a tap, and the speed per second, in fractions of the slider.
  let tap: Double
  let speed: Double
  private var held = 0.0

  init(tap: Double, speed: Double) { (self.tap, self.speed) = (tap, speed) }

  /// The step in this frame; `nil` if there is none.
  /// - Parameters:
  ///   - way: The direction of the key, -1...1; 0 while no key is held.
  ///   - delta: Seconds since the last frame.
  mutating func step(_ way: Double, delta: Double) -> Double? {
    let isNew = held == 0
    held = way == 0 ? 0 : held + max(delta, 1e-9)
    guard way != 0, isNew || held > Self.patience else { return nil }
    return way * (isNew ? tap : speed * delta)
  }
}
