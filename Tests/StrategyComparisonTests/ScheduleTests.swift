// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Testing

@testable import StrategyComparison

@Suite struct ScheduleTests {
  typealias Change = RateChange
  static let wrong: [(first: RepeatRate, changes: [Change], length: Double, says: String)] = [
    (.cycleDuration(1), [], 0, "length must be above 0"),
    (.cycleDuration(1), [], .infinity, "length must be above 0"),
    (.cycleDuration(0), [], 1, "rate at the start: a cycle duration must be"),
    (.hertz(-1), [], 1, "must not be negative, but is -1.0 Hz"),
    (.hertz(1e-17), [], 1, "rate at the start: a cycle duration must be"),
    (.hertz(1), [Change(time: 0, cycleDuration: 1)], 1, "rate change 0 must be after 0.0"),
    (.hertz(1), [Change(time: .nan, cycleDuration: 1)], 1, "but is nan"),
    (.hertz(1), [Change(time: 2e12, cycleDuration: 1)], 1, "at most 1e12"),
    (.hertz(1), [1, 1].map { Change(time: $0, cycleDuration: 1) }, 1, "1 must be after 1.0"),
    (.hertz(1), [Change(time: 1, cycleDuration: -1)], 1, "change 0: a cycle duration must be"),
    (.hertz(1), [Change(time: 1, rate: .hertz(-1e-17))], 1, "change 0: a cycle duration must be"),
    (.hertz(1), [Change(time: 1, cycleDuration: 1, ramp: -1)], 1, "change 0: a ramp or delay"),
  ]

  /// The models of other libraries' code used to stop the program at rates below 1e-9 Hz.
  @Test(arguments: ComparisonStrategy.allCases)
  func `every strategy follows the slowest and the fastest rates`(strategy: ComparisonStrategy)
    throws
  {
    let rates: [RepeatRate] = [.hertz(1e-9), .hertz(1e6), .hertz(-1e-9), .cycleDuration(1e9)]
    let changes = rates.enumerated().map { RateChange(time: Double($0 + 1), rate: $1) }
    for initial in rates where initial != .hertz(-1e-9) {
      let schedule = try RateSchedule(
        name: "x", initialRate: initial, changes: changes, length: 6)
      #expect(schedule.figures(strategy).value(.valueJump).isFinite)
    }
  }

  @Test(arguments: wrong) func `an invalid schedule throws an error that names the fault`(
    _ first: RepeatRate, _ changes: [Change], _ length: Double, _ says: String
  ) throws {
    let error = try #require(throws: ComparisonError.self) {
      try RateSchedule(name: "x", initialRate: first, changes: changes, length: length)
    }
    #expect("\(error)".contains(says), "\(error)")
  }

  @Test(arguments: BuiltInSchedule.allCases)
  func `a built-in schedule is repeatable, and depends on the seed only if its summary says so`(
    name: BuiltInSchedule
  ) {
    let schedule = name.schedule(seed: 7)
    #expect(schedule == name.schedule(seed: 7))
    #expect((schedule == name.schedule(seed: 8)) != name.summary.contains("seeded"))
    #expect(!schedule.changes.isEmpty)
    #expect(schedule.changes.allSatisfy { $0.time < schedule.length })
  }

  @Test(arguments: BuiltInTrace.allCases) func `frames are in order, and repeatable`(
    name: BuiltInTrace
  ) {
    let trace = name.trace(seed: 7)
    let times = Array(trace.times(through: 60))
    #expect(times == Array(trace.times(through: 60)))
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(times.allSatisfy { $0 >= 0 && $0 <= 60 })
    let isSeeded = times != Array(name.trace(seed: 8).times(through: 60))
    #expect(isSeeded == name.summary.contains("seeded"))
    // A longer trace begins with the shorter one.
    #expect(Array(trace.times(through: 90).prefix(times.count)) == times)
  }

  @Test func `steady frames are exact, and other traces have their documented form`() {
    let thirtieths = Array(FrameTrace.steady(hertz: 30).times(through: 0.1))
    #expect(thirtieths == [0, 1 / 30.0, 2 / 30.0, 0.1])
    let month = FrameTrace.steady(hertz: 60).frameCount(length: 30 * 86_400)
    #expect(month == 155_520_001)
    func gaps(_ name: BuiltInTrace) -> [Double] {
      let times = Array(name.trace(seed: 1).times(through: 600))
      return zip(times, times.dropFirst()).map { ($1 - $0) * 60 }
    }
    #expect(gaps(.jittered).allSatisfy { $0 > 0.5 && $0 < 1.5 })
    #expect(gaps(.jittered).contains { $0 < 0.6 } && gaps(.jittered).contains { $0 > 1.4 })
    let drops = gaps(.vsyncDrops).map { $0.rounded() }
    #expect(Set(drops) == [1, 2])
    let share = Double(drops.count { $0 == 2 }) / Double(drops.count)
    #expect((share - 0.05).magnitude < 0.01)
    let stalls = gaps(.stalls).map { $0.rounded() }.filter { $0 > 1 }
    #expect(stalls.allSatisfy { $0 >= 6 && $0 <= 90 })
    #expect((100...200).contains(stalls.count))
  }

  @Test func `recorded times are validated`() throws {
    let rows: [([Double], String)] = [
      ([], "must have a frame"), ([-1], "time of frame 0 must be at least 0"),
      ([0, 0], "time of frame 1 must be after 0.0"), ([2, 1], "after 2.0"),
      ([.nan], "but is nan"), ([0, .infinity], "at most 1e12"),
    ]
    for (times, says) in rows {
      let error = try #require(throws: ComparisonError.self) {
        try FrameTrace(name: "x", times: times)
      }
      #expect("\(error)".contains(says), "\(error)")
    }
    let trace = try FrameTrace(name: "x", times: [0.5, 3])
    #expect(Array(trace.times(through: 1)) == [0.5, 3], "all recorded frames are used")
    #expect(trace.end(length: 1) == 3)
  }
}
