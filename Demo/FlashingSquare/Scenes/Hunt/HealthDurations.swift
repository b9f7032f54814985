// SPDX-License-Identifier: Apache-2.0

/// Turns health into cycle durations: 2 s at full health, 0.35 s at none, in steps of 10 %.
///
/// In steps, so that a rate change is an event that can be seen in a chart. A step is left only when
/// health is three quarters of a step away from it: trembling about a limit changes no rate.
struct HealthDurations: Hashable, Sendable {
  /// Seconds of a cycle at full health, and at none.
  static let calmest = 2.0
  static let wildest = 0.35
  /// Steps between the two.
  static let steps = 10

  private var step = Self.steps

  /// Seconds of a cycle that belong to the last health given.
  var cycleDuration: Double {
    let exact =
      Self.wildest + (Self.calmest - Self.wildest) * Double(step) / Double(Self.steps)
    // A step is 0.165 s: four decimals are exact, and readable in a trace.
    return (exact * 10_000).rounded() / 10_000
  }

  /// Takes the present health, 0...1.
  mutating func update(_ health: Double) {
    let exact = health * Double(Self.steps)
    let isAtEnd = health <= 0 || health >= 1
    if abs(exact - Double(step)) >= 0.75 || isAtEnd { step = Int(exact.rounded()) }
  }
}
