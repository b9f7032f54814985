// SPDX-License-Identifier: Apache-2.0

import FramePacing
import Testing

/// Each value that traps where the program made it, from outside: an error, and nothing changed.
struct ValidatingTests {
  @Test(arguments: [Double.nan, -1e-9, -Double.infinity, Double.infinity, 1e9.nextUp, 1e300])
  func `a delta that no frame has makes no step`(delta: Double) {
    var fixed = FixedStep(FrameRate(hertz: 50))
    _ = fixed.steps(delta: 0.03, refreshPeriod: 0.01)
    let before = fixed
    let error = #expect(throws: FramePacingError.self) {
      try fixed.steps(validating: delta, refreshPeriod: 0.01)
    }
    #expect(
      error?.description == "a frame's delta is \(delta) s; it must be in 0.0...1000000000.0 s")
    #expect(fixed == before)
  }

  /// Years of suspension, again and again: a simulation that runs on the wall clock.
  @Test func `huge deltas are steps made and dropped, however many`() throws {
    var fixed = FixedStep(FrameRate(frames: 1_000_000_000_000, seconds: 1), mostSteps: 3)
    for _ in 0..<40 {
      let steps = try fixed.steps(validating: 1e9, refreshPeriod: 1.0 / 60)
      #expect(steps == 3)
    }
    var slow = FixedStep(FrameRate(frames: 1, seconds: 1_000_000_000))
    for _ in 0..<40 {
      let steps = try slow.steps(validating: 1e9, refreshPeriod: .nan)
      #expect(steps == 1 && slow.fraction >= 0 && slow.fraction < 1)
    }
  }

  /// The grid of steps is taken back every second; nothing shifts.
  @Test func `steps are those of the exact grid after a million frames`() {
    let rate = FrameRate(frames: 60_000, seconds: 1001)
    var fixed = FixedStep(rate)
    var steps: Int64 = 0
    for _ in 0..<1_000_000 { steps += Int64(fixed.steps(delta: 0.015625, refreshPeriod: 0)) }
    #expect(steps == rate.frame(dueAt: 15_625_000 * 1_000_000))
  }

  @Test func `the longest durations there are make a sum, however many`() throws {
    var statistics = FrameStatistics()
    for _ in 0..<700 { try statistics.record(validating: .max) }
    #expect(statistics.count == 600 && statistics.longest == Double(Int64.max) / 1e9)
    #expect(abs(statistics.framesPerSecond * Double(Int64.max) / 1e9 - 1) < 1e-9)
  }

  @Test func `a frame of a variable display locks no steps`() {
    var fixed = FixedStep(.sixty)
    let variable = Frame(
      number: 1, time: 0.012, delta: 0.012, refreshPeriod: 1.0 / 60, mode: .variable)
    let none = fixed.steps(of: variable)
    #expect(none == 0 && fixed.fraction > 0.7)
    let locked = Frame(number: 2, time: 0.024, delta: 0.012, refreshPeriod: 1.0 / 60, mode: .locked)
    let one = fixed.steps(of: locked)
    #expect(one == 1 && fixed.fraction == 0)
  }

  @Test func `rates of no sense are errors`() throws {
    for (frames, seconds) in [(0, 1), (-1, 1), (1, 0), (1, -5), (.max, 1), (1, .max)]
      as [(Int64, Int64)]
    {
      let error = #expect(throws: FramePacingError.self) {
        try FrameRate(validatingFrames: frames, seconds: seconds)
      }
      #expect(error?.description.contains("it must be in 1...") == true, "\(frames)/\(seconds)")
    }
    for hertz in [0, -1, 1_000_001, .min, .max] {
      let error = #expect(throws: FramePacingError.self) { try FrameRate(validatingHertz: hertz) }
      #expect(error?.description == "a frame rate is \(hertz) Hz; it must be in 1...1000000 Hz")
    }
    #expect(try FrameRate(validatingFrames: 60_000, seconds: 1001).frames == 60_000)
    #expect(try FrameRate(validatingHertz: 60) == .sixty)
  }

  @Test(arguments: [FrameRate(hertz: 1), .sixty, FrameRate(frames: 1_000_000_000_000, seconds: 1)])
  func `a grid's ends are known exactly`(rate: FrameRate) throws {
    let (low, high) = (Int64.min, Int64.max)
    #expect(throws: FramePacingError.self) { try rate.nanoseconds(validating: low) }
    #expect(throws: FramePacingError.self) { try rate.frame(validating: -1) }
    if rate.hertz < 1e9 {
      #expect(throws: FramePacingError.self) { try rate.nanoseconds(validating: high) }
      let last = try rate.frame(validating: high)
      #expect(try rate.nanoseconds(validating: last) <= high)
    } else {
      #expect(throws: FramePacingError.self) { try rate.frame(validating: high) }
      #expect(try rate.nanoseconds(validating: high) > 0)
      // 10¹² frames a second: the last nanosecond whose thousand frames have numbers.
      #expect(try rate.frame(validating: high / 1000 - 1) == high / 1000 * 1000 - 1)
      #expect(throws: FramePacingError.self) { try rate.frame(validating: high / 1000) }
    }
  }

  @Test(arguments: [Double.nan, 0, 0.000_999, 1.1e9, -Double.infinity])
  func `a longest advance of no sense is an error`(seconds: Double) {
    #expect(throws: FramePacingError.self) { _ = try StallDetector(validating: seconds) }
  }

  @Test func `readings of no sense are errors, and no frame`() throws {
    var timeline = FrameTimeline.followingClock(stalls: .resume)
    _ = timeline.next(at: 0, refreshPeriod: 0.01)
    let before = timeline
    for reading in [
      FrameReading(now: 1, refreshPeriod: .nan), FrameReading(now: 1, refreshPeriod: -1),
      FrameReading(now: 1, refreshPeriod: .infinity), FrameReading(now: .max, refreshPeriod: 0.01),
      FrameReading(now: 1, presentation: .min, refreshPeriod: 0.01),
    ] {
      #expect(throws: FramePacingError.self) { _ = try timeline.next(validating: reading) }
    }
    #expect(throws: FramePacingError.self) { try timeline.skip(validating: -1) }
    #expect(timeline == before)
    let frame = try timeline.next(validating: FrameReading(now: 10_000_000, refreshPeriod: 0.01))
    #expect(frame.number == 1 && frame.time == 0.01)
  }

  @Test func `statistics and clocks take no time that goes back`() throws {
    var statistics = FrameStatistics()
    #expect(throws: FramePacingError.self) { try statistics.record(validating: -1) }
    try statistics.record(validating: 5)
    for fraction in [-0.1, 1.1, .nan] {
      #expect(throws: FramePacingError.self) { try statistics.percentile(validating: fraction) }
    }
    #expect(try statistics.percentile(validating: 1) == 5e-9)
    #expect(throws: FramePacingError.self) { try statistics.intervals.newest(validating: 1) }
    #expect(throws: FramePacingError.self) { try statistics.trail.newest(validating: 0) }
    var histogram = LogHistogram()
    #expect(throws: FramePacingError.self) { try histogram.record(validating: -1) }
    #expect(throws: FramePacingError.self) { try histogram.count(validatingClass: -1) }
    #expect(throws: FramePacingError.self) { try LogHistogram.lowerBound(validatingClass: -1) }
    var ring = SampleRing()
    #expect(throws: FramePacingError.self) { try ring.record(validating: -1) }
    let clock = ManualClock(now: 7)
    #expect(throws: FramePacingError.self) { try clock.advance(validating: -1) }
    #expect(throws: FramePacingError.self) { try clock.advance(validating: .max) }
    try clock.advance(validating: 3)
    #expect(clock.now() == 10)
  }
}
