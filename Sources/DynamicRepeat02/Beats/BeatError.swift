// SPDX-License-Identifier: Apache-2.0

/// Invalid input to a beat clock or a leader.
///
/// What it was stays as it is.
public enum BeatError: Error, Hashable, Sendable {
  /// Beats per minute outside ``BeatClock/tempos``, or NaN.
  case invalidTempo(Double)
  /// Beats per bar outside ``BeatClock/barLengths``.
  case invalidBeatsPerBar(Int)
  /// Cycles per second beyond ±``RepeatLeader/highestRate``, or NaN.
  case invalidRate(Double)
  /// Seconds of a ramp outside 0...1e9, or NaN.
  case invalidInterval(Double)
  /// A time beyond ±``RepeatLeader/latestTime``, or NaN.
  case invalidTime(Double)
}

extension BeatError: CustomStringConvertible {
  /// What was wrong and what would be right, in one sentence.
  public var description: String {
    switch self {
    case .invalidTempo(let value):
      "a tempo must be 0 to 6e7 beats per minute, but is \(value)"
    case .invalidBeatsPerBar(let value):
      "a bar must have 1 to 1000000 beats, but has \(value)"
    case .invalidRate(let value):
      "a leader's rate must be within ±1e6 cycles per second, but is \(value)"
    case .invalidInterval(let value):
      "a ramp must be 0 to 1e9 seconds, but is \(value)"
    case .invalidTime(let value):
      "a time must be within ±1e12 seconds, but is \(value)"
    }
  }
}
