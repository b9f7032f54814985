// SPDX-License-Identifier: Apache-2.0

import DemoNumbers
import Testing

@testable import DynamicRepeat

@Suite struct NextEventTests {
  static func command(_ random: inout SplitMix64) -> RepeatCommand {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: .start
    case 1: .stop(.immediately)
    case 2: .stop(.atCycleEnd)
    case 3:
      .seek(
        to: CyclePosition(cycle: WideInt.random(in: -5...9, using: &random), phase: 0.25),
        isSilent: false)
    case 4: .reverse
    case 5: .repeatCount(Bool.random(using: &random) ? .infinity : 7.5)
    case 6: .policy(Bool.random(using: &random) ? .restartPerCycle : .phaseMatched(ramp: 0.5))
    case 7: .ramp(to: .hertz(-3), over: 1)
    case 8: .ramp(to: .hertz(0), over: 0)
    default: .rate(.hertz(Double.random(in: -9...9, using: &random)))
    }
  }

  @Test(arguments: [1e6, 60, 7, 0.3])
  func `a chain of runs, each started at the end of the one before, ends like one run`(
    framesPerSecond: Double
  ) throws {
    var settings = RepeatSettings(rate: .cycleDuration(0.1), repeatCount: 1)
    var chain = try RepeatController(settings, now: 0)
    settings.repeatCount = 10_000
    var whole = try RepeatController(settings, now: 0)
    chain.start()
    whole.start()
    var (runs, frame, end) = (0, 0, 0.0)
    while runs < 10_000 {
      frame += 1
      while let event = chain.nextEvent(through: Double(frame) / framesPerSecond) {
        guard event.kind == .finished else { continue }
        (runs, end) = (runs + 1, event.time)
        if runs == 10_000 { break }
        chain.start()
      }
    }
    let last = try #require(whole.advance(to: 2_000).first { $0.kind == .finished })
    #expect(last.time == end)
    // The present moment is the exact tick, not the event's time, which is rounded.
    var ends = try RepeatController(settings, now: 0)
    ends.start()
    while let event = ends.nextEvent(through: 2_000), event.kind != .finished {}
    #expect(chain.presentTick == ends.presentTick)
  }

  @Test(arguments: [0, 1e-6])
  func `a command applies after everything else at its time`(delay: Double) throws {
    // At 9e11 s, Doubles are 1/8192 s apart, and a cycle at the highest rate takes 1e-6 s: many
    // events have the same time.
    var settings = RepeatSettings()
    (settings.reporting, settings.rate, settings.repeatDelay) = (.all, .hertz(1e6), delay)
    for number in 1...200 {
      var parts = try RepeatController(settings, now: 9e11)
      parts.start()
      var (events, isReversed): ([RepeatEvent], Bool) = ([], false)
      while let event = parts.nextEvent(through: 9e11 + 0x1p-11) {
        events.append(event)
        if events.count == number {
          isReversed = true
          let tick = parts.presentTick
          parts.reverse()
          #expect(parts.presentTick == tick)
        }
      }
      #expect(isReversed && events.count >= number)
      #expect(events.map(\.time) == events.map(\.time).sorted())
    }
  }

  @Test func `a command while events are pending succeeds, or throws and changes nothing`() throws {
    for seed in 1...200 as ClosedRange<UInt64> {
      var random = SplitMix64(seed: seed)
      var settings = RepeatSettings()
      settings.reporting = .all
      settings.rate = .hertz(5)
      var controller = try RepeatController(settings, now: 0)
      try controller.perform(.start)
      for _ in 0..<4 { try controller.schedule(Self.command(&random), at: .time(0.75)) }
      while controller.nextEvent(through: 1) != nil {
        let before = controller
        do { try controller.perform(Self.command(&random)) } catch {
          #expect(error == .full)
          #expect(controller == before)
        }
      }
      #expect(controller.now == 1)
    }
  }
}
