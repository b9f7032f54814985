// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// Limits requested cycle durations to three flashes a second.
///
/// A flash is a cycle: to the alarm colour and back. More than three flashes a second can cause
/// seizures. Source: WCAG 2.3.1, "Three flashes or below threshold".
struct FlashLimit: Hashable, Sendable {
  /// The highest safe flash rate, in flashes per second.
  static let hertz = RepeatRate.safeFlashes

  /// The shortest allowed cycle in seconds; rounded up, so that the rate is never above the limit.
  static let shortestCycle = (1 / hertz).nextUp

  /// Whether rates are limited; `--no-flash-limit` turns the limit off.
  var isOn: Bool

  /// The limited duration for a requested `cycleDuration`, in seconds.
  func allowed(_ cycleDuration: Double) -> Double {
    isOn ? max(cycleDuration, Self.shortestCycle) : cycleDuration
  }
}
