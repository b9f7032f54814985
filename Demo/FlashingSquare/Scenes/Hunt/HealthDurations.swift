// SPDX-License-Identifier: Apache-2.0

/// Maps health to cycle durations: 2 s at full health, 0.35 s at none, in steps of 10 %.
///
/// Steps make each rate change visible as an event in a chart. The step changes only when health
/// is 0 or 1, or differs from the step's health by three quarters of a step, so small
/// fluctuations do not change the rate.
struct HealthDurations: Hashable, Sendable {
  /// The cycle duration in seconds at full health, and at none.
  static let calmest = 2.0
  static let wildest = 0.35
  /// The number of steps between the two.
  static let steps = 10

  private var step = Self.steps

  /// The cycle duration in seconds for the last health.
  var cycleDuration: Double {
    let exact =
      Self.wildest + (Self.calmest - Self.wildest) * Double(step) / Double(Self.steps)
    // A step is 0.165 s. Four decimals hold it exactly, and are legible in a trace.
    return (exact * 10_000).rounded() / 10_000
  }

  /// Updates the step for the current health, 0...1.
  mutating func update(_ health: Double) {
    let exact = health * Double(Self.steps)
    let isAtEnd = health <= 0 || health >= 1
    if abs(exact - Double(step)) >= 0.75 || isAtEnd { step = Int(exact.rounded()) }
  }
}
