// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming
import TestSupport
import Testing

/// Motion that comes to a standstill: nothing waits for a boundary that never comes.
@Suite struct StandstillTests {
  /// A cycle a second, on its way to a standstill at 0.45 s and 0.35 cycles.
  static func slowing() throws -> RepeatController {
    var repeating = try RepeatController.started(1)
    repeating.advance(to: 0.25)
    try repeating.ramp(to: .hertz(0), over: 0.2)
    repeating.advance(to: 0.3)
    return repeating
  }

  @Test func `a rate change given on the way to a standstill takes effect there`() throws {
    var repeating = try Self.slowing()
    try repeating.setCycleDuration(0.5)
    #expect(repeating.hasPendingRateChange)
    #expect((repeating.sample(at: 0.45).position.cycles - 0.35).magnitude < 1e-15)
    #expect((repeating.sample(at: 0.95).position.cycles - 1.35).magnitude < 1e-15)
    repeating.advance(to: 1000)
    #expect(repeating.sample(at: 1000).hertz == 2)
    repeating.stop()
    #expect(repeating.advance(to: 1001).stop == .cycleEnd)
  }

  @Test func `a stop that waits ends the run where the motion comes to a standstill`() throws {
    var repeating = try Self.slowing()
    repeating.stop()
    #expect(repeating.state == .stopping)
    let events = repeating.advance(to: 10)
    #expect(events.stop == .immediately)
    #expect(((events.last?.time ?? 0) - 0.45).magnitude < 1e-15)
    #expect(repeating.state == .idle)
    #expect(repeating.sample(at: 10).progress == 0)
  }

  @Test func `a stop waits on where a rate change sets the motion going again`() throws {
    for stopsFirst in [false, true] {
      var repeating = try Self.slowing()
      if stopsFirst { repeating.stop() }
      try repeating.setCycleDuration(0.5)
      if !stopsFirst { repeating.stop() }
      let events = repeating.advance(to: 10)
      #expect(events.stop == .cycleEnd)
      // 0.65 cycles at 2 Hz from 0.45 s on.
      #expect(((events.last?.time ?? 0) - 0.775).magnitude < 1e-15)
    }
  }

  @Test func `a stop of a held repeat ends the run at once`() throws {
    var repeating = try RepeatController.started(1)
    repeating.advance(to: 0.25)
    repeating.hold()
    repeating.advance(to: 2)
    repeating.stop()
    #expect(repeating.takeEvents().stop == .immediately)
    #expect(repeating.state == .idle)
    #expect(repeating.sample(at: 2).progress == 0)
  }

  @Test func `a hold while stopping ends the run at once`() throws {
    for hold in [RepeatCommand.hold, .ramp(to: .hertz(0), over: 0)] {
      var repeating = try RepeatController.started(1)
      repeating.advance(to: 0.25)
      repeating.stop()
      try repeating.perform(hold)
      #expect(repeating.takeEvents().stop == .immediately)
      #expect(repeating.state == .idle)
    }
  }

  @Test func `a completion of a stop on a held repeat is called`() throws {
    var settings = RepeatSettings()
    settings.timing = .linear
    let animation = try DynamicRepeatAnimation(settings: settings) { _ in }
    animation.advance(to: 0)
    animation.start()
    animation.advance(to: 0.25)
    try animation.perform(.hold)
    var reasons: [StopReason] = []
    animation.stop { reasons.append($0) }
    animation.advance(to: 0.5)
    #expect(reasons == [.immediately])
  }

  @Test func `a pause is no standstill: what waits goes on waiting`() throws {
    var repeating = try RepeatController.started(1)
    repeating.advance(to: 0.25)
    repeating.stop()
    repeating.pause()
    repeating.hold()
    repeating.advance(to: 5)
    #expect(repeating.state == .paused(isStopping: true))
    repeating.resume()
    #expect(repeating.state == .idle)
    #expect(repeating.takeEvents().stop == .immediately)

    var slowing = try Self.slowing()
    try slowing.setCycleDuration(0.5)
    slowing.pause()
    #expect(slowing.sample(at: 50).hertz == 0)
    slowing.advance(to: 50)
    #expect(slowing.hasPendingRateChange)
    slowing.resume()
    #expect(slowing.sample(at: 51).hertz == 2)
  }

  @Test func `a ramp through 0 does not come to a standstill`() throws {
    var repeating = try RepeatController.started(1)
    repeating.advance(to: 0.5)
    try repeating.ramp(to: .hertz(-1), over: 1)
    try repeating.setCycleDuration(0.25)
    // The ramp turns at 1 s and 0.75 cycles; the cycle ends at 0.
    #expect(repeating.sample(at: 1.25).hertz == -0.5)
    #expect(repeating.sample(at: 5).hertz == -4)
  }

  @Test func `a stop where the motion comes to a standstill on a boundary ends with its cycle`()
    throws
  {
    for position in [0.5, 1] {
      // From 0.5 or 1 cycles to 0 in 1 s at 1 and 1.5 cycles.
      var repeating = try RepeatController.started(1)
      repeating.advance(to: position)
      try repeating.ramp(to: .hertz(0), over: 1)
      repeating.advance(to: position + 0.25)
      repeating.stop()
      let events = repeating.advance(to: 10)
      #expect(events.stop == (position == 0.5 ? .cycleEnd : .immediately))
      #expect(events.last?.time == position + 1)
    }
  }
}
