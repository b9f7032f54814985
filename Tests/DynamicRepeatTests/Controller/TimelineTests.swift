// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Testing

/// Where a timeline starts: at the first advance, unless given.
@Suite struct TimelineTests {
  /// Seconds that a monotonic clock shows on a machine that has been up for a week.
  private static let uptime = 604_800.37

  private static var settings: RepeatSettings {
    var settings = RepeatSettings()
    settings.rate = .cycleDuration(2)
    settings.pace = .linear
    return settings
  }

  @Test(arguments: [0, 0.25, uptime, -3, 1e12, -1e12])
  func `the first advance sets the start, whatever the clock shows`(first: Double) throws {
    var repeating = try RepeatController(Self.settings)
    repeating.start()
    let events = repeating.advance(to: first)
    #expect(events.map(\.kind) == [.started], "no flood of cycles")
    #expect(events.map(\.time) == [first])
    #expect(repeating.now == first)
    #expect(repeating.sample(at: first).position == .zero)
  }

  @Test(arguments: [0.25, uptime, -3])
  func `from the first advance on it is a repeat that was given that start`(first: Double) throws {
    for isDelayed in [false, true] {
      var settings = Self.settings
      settings.repeatDelay = isDelayed ? 0.125 : 0
      var without = try RepeatController(settings)
      var with = try RepeatController(settings, now: first)
      try Self.change(&without)
      try Self.change(&with)
      let times = (0..<200).map { first + Double($0) * 0.07 }
      #expect(without.run(through: times) == with.run(through: times))
      #expect(without == with)
    }
  }

  private static func change(_ repeating: inout RepeatController) throws {
    repeating.start()
    try repeating.setRate(.cycleDuration(0.5))
    try repeating.seek(to: CyclePosition(0.3))
    try repeating.ramp(to: .hertz(3), over: 2)
    try repeating.schedule(.reverse, at: .phase(0.75))
    try repeating.schedule(.policy(.phaseMatched), at: .cycle(0))
  }

  @Test func `before the first advance every time shows the start`() throws {
    var settings = Self.settings
    settings.startPhase = 0.25
    var repeating = try RepeatController(settings)
    repeating.start()
    try repeating.schedule(.hold, at: .time(5))
    for time in [-1e12, -1, 0, 0.5, Self.uptime, 1e12] {
      let sample = repeating.sample(at: time)
      #expect(sample.position == CyclePosition(0.25))
      #expect(sample.progress == 0.5 && repeating.progress(at: time) == 0.5)
      #expect(sample.state == .running && sample.hertz == 0.5)
    }
    #expect(!repeating.isOnTimeline && repeating.now == -1e12)
    repeating.advance(to: 4)
    #expect(repeating.isOnTimeline)
    #expect(repeating.sample(at: 9).position == CyclePosition(0.75), "held at 5 s")
  }

  @Test func `events of commands before the first advance wait for it`() throws {
    var repeating = try RepeatController(Self.settings)
    repeating.start()
    repeating.stop(.immediately)
    let events = repeating.advance(to: 7)
    #expect(events.map(\.kind) == [.started, .stoppedImmediately])
    #expect(events.map(\.time) == [7, 7])
    #expect(events.map(\.lateness) == [0, 0])
  }

  @Test(arguments: [0.0, -5, uptime])
  func `a time that lies before the start falls due at the start`(time: Double) throws {
    var repeating = try RepeatController(Self.settings)
    repeating.start()
    try repeating.schedule(.hold, at: .time(time))
    #expect(repeating.state == .running && repeating.sample(at: 0).hertz == 0.5, "not yet")
    repeating.advance(to: Self.uptime)
    #expect(repeating.sample(at: 1e6).position == .zero)
  }

  @Test func `saving keeps whether the timeline has a start`() throws {
    for now in [nil, 0, -1e12] {
      var repeating = try RepeatController(Self.settings, now: now)
      repeating.start()
      try repeating.schedule(.hold, at: .phase(0.25))
      var restored = try RepeatController(savedState: repeating.savedState)
      #expect(restored == repeating)
      let happened = restored.run(through: [3, 3.25, 8])
      #expect(happened == repeating.run(through: [3, 3.25, 8]))
    }
  }
}
