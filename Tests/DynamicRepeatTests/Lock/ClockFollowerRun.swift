// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import TestSupport
import Testing

/// A simulated sound device whose position a program reads in each frame, and the follower's
/// results; the true position is known.
struct ClockFollowerRun {
  /// Properties of the device and the program.
  struct Setup: Sendable, CustomTestStringConvertible {
    /// Reads per second.
    var hertz = 200.0
    /// The relative excess of the device's rate over its nominal rate.
    var drift = 0.0
    /// The seconds by which the positions of the first 150 ms are ahead.
    var wrongStart = 0.0
    /// The seconds of a step: 1024 frames at 44,100 Hz.
    var step = 1024 / 44_100.0
    /// The largest delay of a step in seconds.
    var jitter = 0.004
    /// The probability that a step begins a dropout of 200 ms, in which the position does not move.
    var holes = 0.01
    var seconds = 60.0
    /// Positions per second.
    var rate = 1.0
    var rateTolerance = 0.005
    var seed: UInt64 = 1

    var testDescription: String {
      "\(hertz) Hz, drift \(drift), start \(wrongStart) s, step \(step) s, seed \(seed)"
    }
  }

  /// A seek of the leader at a time, by a number of seconds.
  struct Jump {
    var time: Double
    var seconds: Double
  }

  private(set) var follower: ClockFollower
  /// The seconds from the start to the lock; nil if there was no lock.
  private(set) var acquired: Double?
  /// The reported seeks: the seconds since the start, and the distance in units of the position.
  private(set) var seeks: [(time: Double, distance: Double)] = []
  /// The number of times that the shown position went back, except at reported seeks.
  private(set) var stepsBack = 0
  /// The largest difference, in milliseconds, between a shown step and the time between two reads,
  /// while locked.
  private(set) var worstStep = 0.0
  /// The same difference as a fraction of the time between the two reads.
  private(set) var worstShare = 0.0
  /// The differences between shown and true positions while locked, in milliseconds, sorted.
  private(set) var errors: [Double] = []
  private(set) var unlocks = 0

  /// - Parameter stops: The interval, in seconds, in which the leader is paused.
  init(_ setup: Setup, jumps: [Jump] = [], stops: ClosedRange<Double>? = nil) throws {
    var random = SeededRandom(seed: setup.seed)
    var settings = ClockFollower.Settings(rate: setup.rate)
    settings.rateTolerance = setup.rateTolerance
    follower = ClockFollower(settings)
    let start = random.double(in: 10...100)
    func truth(_ seconds: Double) -> Double {
      var leader = (1 + setup.drift) * seconds
      for jump in jumps where seconds >= jump.time { leader += jump.seconds }
      if let stops { leader -= max(min(seconds, stops.upperBound) - stops.lowerBound, 0) }
      return setup.rate * (leader + 7)
    }
    let step = setup.step / (1 + setup.drift)
    var (steps, stepTime, holeEnd, published) = (0, 0.0, 0.0, truth(0))
    var shownBefore: Double?
    var timeBefore = 0.0
    for read in 0..<Int(setup.seconds * setup.hertz) {
      let time = (Double(read) + random.double(in: 0...0.05)) / setup.hertz
      while stepTime <= time {
        let wrong = stepTime < 0.15 ? setup.wrongStart : 0
        if stepTime >= holeEnd {
          published = truth(Double(steps) * step) + wrong * setup.rate
        }
        if random.chance(setup.holes) { holeEnd = stepTime + 0.2 }
        steps += 1
        stepTime =
          Double(steps) * step + random.double(in: 0...1) * random.double(in: 0...setup.jitter)
      }
      let stateBefore = follower.state
      let arrival = try follower.add(published, at: start + time)
      let hasLocked = stateBefore != .locked && follower.state == .locked
      let shown = follower.position(at: start + time) ?? .nan
      if let distance = arrival.seek { seeks.append((time, distance)) }
      if stateBefore != .unlocked, follower.state == .unlocked { unlocks += 1 }
      if hasLocked, acquired == nil { acquired = time }
      if let before = shownBefore, arrival.seek == nil {
        if !(shown >= before) { stepsBack += 1 }
        if follower.state == .locked, !hasLocked {
          let moved = (shown - before) / setup.rate
          let off = (moved - (time - timeBefore)).magnitude
          worstStep = max(worstStep, off * 1000)
          worstShare = max(worstShare, off / (time - timeBefore))
          errors.append((shown - truth(time)).magnitude / setup.rate * 1000)
        }
      }
      (shownBefore, timeBefore) = (shown, time)
    }
    errors.sort()
  }

  /// The 99th percentile of the errors, in milliseconds.
  var usualError: Double { errors.isEmpty ? .infinity : errors[errors.count * 99 / 100] }
}
