// SPDX-License-Identifier: Apache-2.0

import DemoNumbers

/// Formats numbers for the screen.
enum NumberText {
  /// A number with a fixed number of decimals, rounded to nearest, ties away from zero.
  ///
  /// Values that are not finite, or too long for the screen, give a dash.
  /// - Precondition: `decimals` is in 0...15.
  static func fixed(_ value: Double, _ decimals: Int) -> String {
    guard value.magnitude < 1e9,
      let text = DecimalText.fixed(value, decimals: decimals, minus: "\u{2212}")
    else { return "\u{2013}" }
    return text
  }

  /// A share, 0...1, in whole percent.
  static func percent(_ share: Double) -> String { "\(fixed(100 * share, 0)) %" }

  /// Seconds with two decimals, also if short; a long time is in a larger unit.
  static func whole(_ value: Double) -> String {
    value < 100 ? "\(fixed(value, 2)) s" : seconds(value)
  }

  /// Seconds, in the unit with the shortest number; a dash if infinite.
  static func seconds(_ value: Double) -> String {
    switch value {
    case ..<0.001: "\(fixed(value * 1e6, 1)) \u{B5}s"
    case ..<0.01: "\(fixed(value * 1000, 2)) ms"
    case ..<100: "\(fixed(value, 2)) s"
    case ..<100_000: "\(fixed(value, 0)) s"
    case ..<1e8: "\(fixed(value / 86_400, 0)) days"
    case ..<1e11: "\(fixed(value / 31_557_600, 0)) years"
    default: "\u{2013}"
    }
  }
}
