// SPDX-License-Identifier: Apache-2.0

extension ClockFollower {
  /// What is expected of a leader.
  public struct Settings: Hashable, Sendable {
    /// Positions per second, by name: 1 for a position in seconds (the default), 2 for beats at 120
    /// a minute; 1e-6...1e5.
    public var rate: Double
    /// How far the true rate may be from it, as a share: 0.005 by default, ten times what sound
    /// devices drift apart; 0...0.1.
    ///
    /// Above 0.01 the rate is measured before the first lock, which takes two seconds.
    public var rateTolerance = 0.005
    /// Seconds by which the earliest arrivals of two quarters of a second may differ: 0.005 by
    /// default, for audio positions read 60 times a second; 1e-4...0.1.
    ///
    /// A server's time needs more; where they differ by more, the lock takes four seconds, and is as
    /// exact as they are.
    public var tolerance = 0.005
    /// A jump of the leader beyond so many seconds is a seek, and flagged; a smaller one is caught
    /// up with: 0.1 by default, four steps of an audio device; 0.01...10.
    public var seekDistance = 0.1
    /// How far the rate of what is shown may depart from the leader's, as a share: 0.02 by default,
    /// 0.1 ms in each frame at 200 Hz; 0.001...0.1.
    public var catchUp = 0.02

    /// The settings for a leader that runs at `rate` positions a second.
    public init(rate: Double = 1) { self.rate = rate }

    /// The first setting outside its range.
    var error: ClockFollowerError? {
      if !(1e-6...1e5).contains(rate) { return .invalidRate(rate) }
      if !(0...0.1).contains(rateTolerance) { return .invalidRateTolerance(rateTolerance) }
      if !(1e-4...0.1).contains(tolerance) { return .invalidTolerance(tolerance) }
      if !(0.01...10).contains(seekDistance) { return .invalidSeekDistance(seekDistance) }
      if !(0.001...0.1).contains(catchUp) { return .invalidCatchUp(catchUp) }
      return nil
    }
  }
}

/// Why a clock cannot be followed so.
public enum ClockFollowerError: Error, Hashable, Sendable {
  /// ``ClockFollower/Settings/rate`` outside its range.
  case invalidRate(Double)
  /// ``ClockFollower/Settings/rateTolerance`` outside its range.
  case invalidRateTolerance(Double)
  /// ``ClockFollower/Settings/tolerance`` outside its range.
  case invalidTolerance(Double)
  /// ``ClockFollower/Settings/seekDistance`` outside its range.
  case invalidSeekDistance(Double)
  /// ``ClockFollower/Settings/catchUp`` outside its range.
  case invalidCatchUp(Double)
  /// A time beyond ±``ClockFollower/limit``, or NaN.
  case invalidTime(Double)
  /// A position beyond ±``ClockFollower/limit`` in the leader's seconds, or NaN.
  case invalidPosition(Double)
}

extension ClockFollowerError: CustomStringConvertible {
  /// What was wrong, and what would be right.
  public var description: String {
    switch self {
    case .invalidRate(let rate):
      "a leader's rate must be in 1e-6...1e5 positions per second, but is \(rate)"
    case .invalidRateTolerance(let share):
      "a rate tolerance must be in 0...0.1, but is \(share)"
    case .invalidTolerance(let seconds):
      "a tolerance of arrivals must be in 1e-4...0.1 s, but is \(seconds)"
    case .invalidSeekDistance(let seconds):
      "a seek distance must be in 0.01...10 s, but is \(seconds)"
    case .invalidCatchUp(let share):
      "a catch-up must be a share in 0.001...0.1, but is \(share)"
    case .invalidTime(let time):
      "a sample's time must be finite and within ±1e9 s, but is \(time)"
    case .invalidPosition(let position):
      "a sample's position must be finite and within ±1e9 s at the leader's rate, but is \(position)"
    }
  }
}
