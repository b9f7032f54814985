// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import TestSupport
import Testing

/// A simulated sound device whose position a program reads in each frame, and what a follower makes
/// of it; the truth is known.
struct ClockFollowerRun {
  /// What the device and the program are like.
  struct Setup: Sendable, CustomTestStringConvertible {
    /// Reads a second.
    var hertz = 200.0
    /// How much faster than its nominal rate the device runs.
    var drift = 0.0
    /// Seconds that the positions of the first 150 ms are ahead of the truth.
    var wrongStart = 0.0
    /// Seconds of a step: 1024 frames at 44,100 Hz.
    var step = 1024 / 44_100.0
    /// Seconds by which a step is late at most.
    var jitter = 0.004
    /// How likely a step begins a hole of 200 ms, in which the position does not move.
    var holes = 0.01
    var seconds = 60.0
    /// Positions a second.
    var rate = 1.0
    var rateTolerance = 0.005
    var seed: UInt64 = 1

    var testDescription: String {
      "\(hertz) Hz, drift \(drift), start \(wrongStart) s, step \(step) s, seed \(seed)"
    }
  }

  /// What happens to the leader at a time: a seek by so many seconds.
  struct Jump {
    var time: Double
    var seconds: Double
  }

  private(set) var follower: ClockFollower
  /// Seconds from the start to the lock; nil without one.
  private(set) var acquired: Double?
  /// The seeks flagged: seconds since the start, and units.
  private(set) var seeks: [(time: Double, distance: Double)] = []
  /// How often what was shown was before what was shown in the frame before, flagged seeks aside.
  private(set) var stepsBack = 0
  /// Milliseconds by which a step departed from the time between two reads while locked, at worst.
  private(set) var worstStep = 0.0
  /// The same as a share of that time.
  private(set) var worstShare = 0.0
  /// Milliseconds between what was shown and the truth while locked, in order of size.
  private(set) var errors: [Double] = []
  private(set) var unlocks = 0

  /// - Parameter stops: The seconds between which the leader is paused.
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
      let arrival = try follower.add(published, at: start + time)
      let shown = follower.position(at: start + time) ?? .nan
      if let distance = arrival.seek { seeks.append((time, distance)) }
      if arrival.hasUnlocked { unlocks += 1 }
      if arrival.hasLocked, acquired == nil { acquired = time }
      if let before = shownBefore, arrival.seek == nil {
        if !(shown >= before) { stepsBack += 1 }
        if follower.state == .locked, !arrival.hasLocked {
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

  /// The error that 99 of 100 frames are below, in milliseconds.
  var usualError: Double { errors.isEmpty ? .infinity : errors[errors.count * 99 / 100] }
}
