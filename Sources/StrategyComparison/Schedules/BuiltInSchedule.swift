// SPDX-License-Identifier: Apache-2.0

import CMath
import DemoNumbers
import DynamicRepeat

/// The built-in schedules.
package enum BuiltInSchedule: String, CaseIterable, Sendable {
  /// One rate change in 10 s: from 1.91 to 0.47 s a cycle.
  case oneStep = "one-step"
  /// Steps from 1.93 down to 0.41 s a cycle and up again, in 30 s.
  case staircase
  /// From 2 to 0.35 s a cycle, a rate change each 0.1 s, in 30 s.
  case panic
  /// A pulse from 60 to 150 beats a minute and back, a rate change each beat, in 60 s.
  case heartbeat
  /// 0.5 to 3 Hz and back, a rate change each 1/30 s, in 40 s.
  case sineSweep = "sine-sweep"
  /// 25 rate changes a second, 0.2 to 3 s a cycle, for 20 s.
  case storm
  /// 1 Hz, slower to a stop, backwards, and back to 1 Hz, in 30 s.
  case throughZero = "through-zero"
  /// 30 days of 0.35 to 2 s a cycle, a rate change every 10 min.
  case veryLong = "very-long"

  /// A description in one line.
  package var summary: String {
    switch self {
    case .oneStep: "1.91 s a cycle, then 0.47 s a cycle from time 2.71 s; 10 s"
    case .staircase: "1.93 s a cycle, in steps down to 0.41 s and up again; 30 s"
    case .panic: "health falls: 2 to 0.35 s a cycle, a change each 0.1 s; 30 s"
    case .heartbeat: "a pulse of 60 rises to 150 and falls, a change a beat; 60 s"
    case .sineSweep: "0.5 to 3 Hz and back, a change every 1/30 s; 40 s"
    case .storm: "25 changes a second, 0.2 to 3 s a cycle (seeded); 20 s"
    case .throughZero: "1 Hz, slower to a stop, backwards, and back to 1 Hz; 30 s"
    case .veryLong: "30 days of 0.35 to 2 s a cycle, a change per 10 min (seeded)"
    }
  }

  /// The schedule; equal seeds give equal schedules.
  package func schedule(seed: UInt64) -> RateSchedule {
    do throws(ComparisonError) {
      return try RateSchedule(
        name: rawValue, initialRate: initialRate, changes: changes(seed: seed), length: length)
    } catch {
      preconditionFailure("the built-in schedule \(rawValue) must be valid, but is not: \(error)")
    }
  }

  private var length: Double {
    switch self {
    case .oneStep: 10
    case .storm: 20
    case .staircase, .panic, .throughZero: 30
    case .sineSweep: 40
    case .heartbeat: 60
    case .veryLong: 30 * 86_400
    }
  }

  private var initialRate: RepeatRate {
    switch self {
    case .oneStep: .cycleDuration(1.91)
    case .staircase: .cycleDuration(1.93)
    case .panic, .sineSweep: .cycleDuration(2)
    case .heartbeat, .storm, .veryLong: .cycleDuration(1)
    case .throughZero: .hertz(1)
    }
  }

  private func changes(seed: UInt64) -> [RateChange] {
    switch self {
    // No duration or time here is a whole number of frames, because that would hide lost time.
    case .oneStep: [RateChange(time: 2.71, cycleDuration: 0.47)]
    case .staircase:
      [1.57, 1.19, 0.83, 0.41, 0.83, 1.19, 1.57, 1.93].enumerated().map { step, duration in
        RateChange(time: Double(313 * (step + 1)) / 100, cycleDuration: duration)
      }
    case .panic: panic
    case .heartbeat: heartbeat
    case .sineSweep: sineSweep
    case .storm: storm(seed: seed)
    case .throughZero:
      [0.5, 0, -0.5, 0, 1].enumerated().map { step, hertz in
        RateChange(time: Self.tenths(47 * (step + 1)), rate: .hertz(hertz))
      }
    case .veryLong: veryLong(seed: seed)
    }
  }
}

// MARK: - Long schedules

extension BuiltInSchedule {
  /// Health falls from 1 to 0 in 24 s.
  private var panic: [RateChange] {
    (1...240).map { tenth in
      let left = 1 - Double(tenth) / 240
      return RateChange(
        time: Self.tenths(tenth), cycleDuration: Self.toMilliseconds(0.35 + 1.65 * left * left))
    }
  }

  /// Requests each beat's length at its beginning, as a sensor would.
  private var heartbeat: [RateChange] {
    var changes: [RateChange] = []
    var time = 0.9
    while time < length {
      // From 60 to 150 beats per minute and back within a minute, with a small swing from
      // breathing.
      let effort = sin(.pi * time / length)
      let beats = 60 + 90 * effort * effort + 3 * sin(2 * .pi * time / 4.1)
      let duration = Self.toMilliseconds(60 / beats)
      changes.append(RateChange(time: time, cycleDuration: duration))
      time = Self.toMilliseconds(time + duration)
    }
    return changes
  }

  private var sineSweep: [RateChange] {
    (1..<1200).map { step in
      let time = Double(step) / 30
      let hertz = 1.75 - 1.25 * cos(2 * .pi * time / 20)
      return RateChange(time: time, cycleDuration: Self.toMilliseconds(1 / hertz))
    }
  }

  private func storm(seed: UInt64) -> [RateChange] {
    var numbers = SplitMix64(seed: seed)
    var time = 0.0
    var changes: [RateChange] = []
    while true {
      time = Self.toMilliseconds(time + numbers.number(from: 0.001, to: 0.079))
      if time >= length { return changes }
      changes.append(
        RateChange(
          time: time, cycleDuration: Self.toMilliseconds(numbers.number(from: 0.2, to: 3))))
    }
  }

  private func veryLong(seed: UInt64) -> [RateChange] {
    var numbers = SplitMix64(seed: seed)
    return (1..<Int(length / 600)).map { step in
      RateChange(
        // The change is between two frames, like most rate changes in a game.
        time: 600 * Double(step) + Self.toMilliseconds(numbers.unit()),
        cycleDuration: Self.toMilliseconds(numbers.number(from: 0.35, to: 2)))
    }
  }

  /// Rounds to whole milliseconds, because the last bits of C's `sin` differ between systems.
  private static func toMilliseconds(_ seconds: Double) -> Double {
    (seconds * 1000).rounded() / 1000
  }

  private static func tenths(_ count: Int) -> Double { Double(count) / 10 }
}
