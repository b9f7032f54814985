// SPDX-License-Identifier: Apache-2.0

/// The speeds of the slider: a pulse every 2 s at its left end, every 0.35 s at its right one.
///
/// Even in pulses a second, and in hundredths of a second.
enum PulseRange {
  static let slowest = 2.0
  static let fastest = 0.35

  /// Seconds of a pulse where the knob is, 0...1.
  static func seconds(at share: Double) -> Double {
    let hertz = 1 / slowest + (1 / fastest - 1 / slowest) * min(max(share, 0), 1)
    return (100 / hertz).rounded() / 100
  }

  /// The knob's position for a number of seconds; durations beyond an end are at that end.
  static func share(of seconds: Double) -> Double {
    min(max((1 / seconds - 1 / slowest) / (1 / fastest - 1 / slowest), 0), 1)
  }
}
