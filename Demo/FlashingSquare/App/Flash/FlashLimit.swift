// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// The limit of three flashes a second, on the durations that are requested.
///
/// A flash is a cycle: to the alarm colour and back. At more than three a second, flashing can cause
/// seizures. Source: WCAG 2.3.1, "Three flashes or below threshold".
struct FlashLimit: Hashable, Sendable {
  /// Flashes a second that are still safe.
  static let hertz = RepeatRate.safeFlashes

  /// Seconds of the shortest cycle allowed: not a rounding error less than a third.
  static let shortestCycle = (1 / hertz).nextUp

  /// Whether rates are held back; `--no-flash-limit` says no.
  var isOn: Bool

  /// The duration in seconds that a repeat gets for a request of `cycleDuration` seconds.
  func allowed(_ cycleDuration: Double) -> Double {
    isOn ? max(cycleDuration, Self.shortestCycle) : cycleDuration
  }
}
