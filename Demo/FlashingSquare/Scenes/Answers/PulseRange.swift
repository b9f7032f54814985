// SPDX-License-Identifier: Apache-2.0

/// The slider's speeds: a pulse every 2 s at the left end, and every 0.35 s at the right end.
///
/// Pulses per second are linear along the slider; durations are rounded to hundredths of a second.
enum PulseRange {
  static let slowest = 2.0
  static let fastest = 0.35

  /// The seconds per pulse at a position of the knob, 0...1.
  static func seconds(at share: Double) -> Double {
    let hertz = 1 / slowest + (1 / fastest - 1 / slowest) * min(max(share, 0), 1)
    return (100 / hertz).rounded() / 100
  }

  /// The knob's position for a duration in seconds; durations out of range give the nearer end.
  static func share(of seconds: Double) -> Double {
    min(max((1 / seconds - 1 / slowest) / (1 / fastest - 1 / slowest), 0), 1)
  }
}
