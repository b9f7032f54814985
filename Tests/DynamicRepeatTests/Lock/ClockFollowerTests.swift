// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import TestSupport
import Testing

@Suite struct ClockFollowerTests {
  typealias Setup = ClockFollowerRun.Setup

  // MARK: - The documented limits

  static let drifts = [0, 500e-6, -500e-6]
  static let at200 = (1...20).flatMap { seed in
    drifts.map { Setup(drift: $0, seed: UInt64(seed)) }
  }

  @Test(arguments: at200)
  func `at 200 Hz, no step goes back or is off by over 0.1 ms, and the error is below 3 ms`(
    setup: Setup
  ) throws {
    let run = try ClockFollowerRun(setup)
    #expect(run.worstStep <= 0.1)
    #expect(run.stepsBack == 0)
    #expect(run.usualError < 3)
    #expect(run.seeks.isEmpty)
    #expect(try #require(run.acquired) < 1)
  }

  static let others = [
    Setup(hertz: 30), Setup(hertz: 60, drift: 500e-6), Setup(hertz: 60, step: 1024 / 48_000.0),
    Setup(hertz: 60, step: 2048 / 44_100.0), Setup(hertz: 144, drift: -500e-6), Setup(hertz: 240),
    Setup(hertz: 1000, step: 256 / 48_000.0),
  ]

  @Test(arguments: others)
  func `with other displays and buffers, clocks are followed equally well`(setup: Setup) throws {
    let run = try ClockFollowerRun(setup)
    #expect(run.worstShare <= ClockFollower.catchUp)
    #expect(run.stepsBack == 0)
    #expect(run.usualError < 3)
    #expect(try #require(run.acquired) < 1)
  }

  @Test(arguments: [0.08, -0.08, 0.3, -0.3, 5, -5])
  func `wrong positions for 150 ms delay the lock by less than a second`(wrong: Double) throws {
    for seed in 1...10 {
      let run = try ClockFollowerRun(Setup(drift: 500e-6, wrongStart: wrong, seed: UInt64(seed)))
      #expect(run.worstStep <= 0.1)
      #expect(run.stepsBack == 0)
      #expect(run.usualError < 3)
      #expect(try #require(run.acquired) < 1.7)
      #expect(run.seeks.count == (wrong.magnitude > ClockFollower.seekDistance ? 1 : 0))
    }
  }

  @Test(arguments: [0.05, -0.05, 0.03, 0])
  func `a clock of unknown rate is followed well once its rate is estimated`(drift: Double) throws {
    for (hertz, step) in [(200.0, 1024 / 44_100.0), (60, 512 / 48_000.0)] {
      let run = try ClockFollowerRun(
        Setup(hertz: hertz, drift: drift, step: step, holes: 0, rateTolerance: 0.1))
      #expect((run.follower.rate - 1 - drift).magnitude < 500e-6)
      #expect(run.worstShare <= (ClockFollower.catchUp + drift.magnitude + 0.0005))
      #expect(run.stepsBack == 0)
      #expect(run.usualError < 4)
      #expect(try #require(run.acquired) < 3)
    }
  }

  @Test(arguments: [0.005, 0.1])
  func `the follower locks although arrivals are late by up to 100 ms`(tolerance: Double) throws {
    for seed in 1...5 {
      let run = try ClockFollowerRun(
        Setup(
          hertz: 60, drift: 500e-6, jitter: 0.1, holes: 0, rateTolerance: tolerance,
          seed: UInt64(seed)))
      #expect(try #require(run.acquired) < 6)
      #expect(run.stepsBack == 0)
      #expect(run.usualError < 40)
    }
  }

  @Test func `the rate converges to within 300 ppm, and stays there in a long run`() throws {
    for drift in Self.drifts {
      let run = try ClockFollowerRun(Setup(hertz: 60, drift: drift, holes: 0, seconds: 1800))
      #expect((run.follower.rate - 1 - drift).magnitude < 300e-6)
      #expect(run.usualError < 3)
      #expect(run.stepsBack == 0)
    }
  }

  // MARK: - Changes of leaders

  @Test(arguments: [0.12, -0.12, 2, -2, 100])
  func `a seek is reported once with its distance, and the follower locks again`(seconds: Double)
    throws
  {
    let run = try ClockFollowerRun(
      Setup(drift: 500e-6, seconds: 20), jumps: [.init(time: 10, seconds: seconds)])
    let seek = try #require(run.seeks.first)
    #expect(run.seeks.count == 1)
    #expect((seek.distance - seconds).magnitude < 0.03)
    // A backward seek whose first sample is at most 0.1 s behind the previous sample can be
    // distinguished from a dropout only after half a second.
    #expect(seek.time < 10.9)
    #expect(run.stepsBack == 0)
    #expect(run.follower.state == .locked)
    #expect(run.usualError < 3 || seconds.magnitude < 0.2)
  }

  @Test(arguments: [0.05, -0.05])
  func `a jump below the threshold is absorbed without a step back`(seconds: Double) throws {
    let run = try ClockFollowerRun(Setup(seconds: 20), jumps: [.init(time: 10, seconds: seconds)])
    #expect(run.seeks.isEmpty)
    #expect(run.stepsBack == 0)
    // The rate's estimate has an error of a few hundred ppm.
    #expect(run.worstShare <= ClockFollower.catchUp + 0.0005)
    #expect(run.errors[run.errors.count * 8 / 10] < 3)
  }

  @Test(arguments: [0.05, 0.5, 0.75, 0.9, 0.95, 1.03, 1.1, 1.5, 3, 10, -1], [0.005, 0.1])
  func `a follower seeks instead of staying locked far from a leader of another rate`(
    speed: Double, tolerance: Double
  ) throws {
    var settings = ClockFollower.Settings()
    settings.rateTolerance = tolerance
    var (follower, seeks, worst) = (ClockFollower(settings), 0, 0.0)
    for read in 0..<6000 {
      let time = Double(read) / 60
      let position = time < 5 ? time : 5 + (time - 5) * speed
      if try follower.add(position, at: time).seek != nil { seeks += 1 }
      guard follower.state == .locked, time > 7 else { continue }
      worst = max(worst, try (#require(follower.position(at: time)) - position).magnitude)
    }
    // If the leader is slower than the follower's line, a sample counts as a possible seek only
    // after it lags the line by 0.1 s.
    #expect(worst < 2.5 * ClockFollower.seekDistance)
    let isWithin = (speed - 1).magnitude < tolerance + 1e-9
    #expect(isWithin ? follower.state == .locked && seeks <= 2 : seeks > 0)
  }

  @Test
  func `if the leader stops, the lock ends after half a second, and the shown position waits`()
    throws
  {
    let run = try ClockFollowerRun(Setup(holes: 0, seconds: 20), stops: 10...13)
    #expect(run.unlocks == 1)
    #expect(run.stepsBack == 0)
    #expect(run.seeks.isEmpty)
    #expect(run.follower.state == .locked)
    #expect(run.usualError < 500)
    #expect(run.errors[run.errors.count * 9 / 10] < 3)
  }

  @Test func `the shown position waits while the leader stands still`() throws {
    var follower = ClockFollower()
    #expect(follower.position(at: 1) == nil)
    for read in 0..<200 { try follower.add(Double(read) / 100, at: Double(read) / 100) }
    #expect(follower.state == .locked)
    #expect(follower.position(at: 1.99) == 1.99)
    var unlocked = 0
    for read in 200..<300 {
      let before = follower.state
      try follower.add(1.99, at: Double(read) / 100)
      if before != .unlocked, follower.state == .unlocked { unlocked += 1 }
    }
    #expect(unlocked == 1)
    #expect(follower.state == .unlocked)
    let waiting = try #require(follower.position(at: 3))
    #expect((2.49..<2.52).contains(waiting))
    #expect(follower.position(at: 100) == waiting)
  }

  @Test func `positions in beats are followed like positions in seconds`() throws {
    let seconds = try ClockFollowerRun(Setup(drift: 500e-6))
    let beats = try ClockFollowerRun(Setup(drift: 500e-6, rate: 2.5))
    #expect((beats.follower.rate / 2.5 - seconds.follower.rate).magnitude < 1e-9)
    #expect((seconds.usualError - beats.usualError).magnitude < 1e-6)
  }

  // MARK: - Invalid input

  @Test func `samples out of order and repeated samples are ignored`() throws {
    var follower = ClockFollower()
    #expect(try follower.add(5, at: 10).isUsed)
    #expect(try follower.add(5.1, at: 10.1).isUsed)
    let before = follower
    #expect(try !follower.add(5.1, at: 10.1).isUsed)
    #expect(try !follower.add(9, at: 10.1).isUsed)
    #expect(try !follower.add(5.05, at: 10.05).isUsed)
    #expect(follower == before)
  }

  @Test func `a single outlier has no effect`() throws {
    var follower = ClockFollower()
    for read in 0..<400 {
      let time = Double(read) / 100
      let arrival = try follower.add(read == 300 ? 1e6 : read == 350 ? -1e6 : time, at: time)
      #expect(arrival.seek == nil)
      #expect(arrival.isUsed == (read != 300 && read != 350))
      let shown = try #require(follower.position(at: time))
      #expect((shown - time).magnitude < 1e-9)
    }
  }

  static let badSamples: [(position: Double, time: Double)] = [
    (.infinity, 1), (1, -.infinity), (2.0e9.nextUp, 1), (1, 1.0e9.nextUp), (.nan, 1), (1, .nan),
  ]

  @Test func `numbers that are not finite, or too large, throw and change nothing`() throws {
    var follower = ClockFollower(ClockFollower.Settings(rate: 2))
    try follower.add(1, at: 0.5)
    let before = follower
    for (position, time) in Self.badSamples {
      #expect {
        try follower.add(position, at: time)
      } throws: { error in
        "\(error)" == "\(RepeatError.invalidSample(position: position, time: time))"
      }
    }
    #expect(follower == before)
    #expect(throws: Never.self) { try follower.add(2e9, at: 1e9) }
  }

  static let badSettings: [(WritableKeyPath<ClockFollower.Settings, Double> & Sendable, [Double])] =
    [
      (\.rate, [0, .nan, 2e5]), (\.rateTolerance, [-1e-9, 0.2]),
      (\.tolerance, [0, 0.2]),
    ]

  @Test func `settings outside their ranges are not valid`() {
    #expect(ClockFollower.Settings().isValid)
    for (setting, values) in Self.badSettings {
      for value in values {
        var settings = ClockFollower.Settings()
        settings[keyPath: setting] = value
        #expect(!settings.isValid, "\(settings)")
      }
    }
  }
}
