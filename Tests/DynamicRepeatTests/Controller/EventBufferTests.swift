// SPDX-License-Identifier: Apache-2.0

import DemoNumbers
import Testing

@testable import DynamicRepeat

/// Advances with a small event buffer, as in the C library.
@Suite struct EventBufferTests {
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
    case 8: .hold
    default: .rate(.hertz(Double.random(in: -9...9, using: &random)))
    }
  }

  @Test(arguments: 3...40, [0, 1e-6])
  func `a command applies after all changes due at its time`(capacity: Int, delay: Double) throws {
    // At 9e11 s, Doubles are 1/8192 s apart, and a cycle at the highest rate takes 1e-6 s.
    var settings = RepeatSettings()
    (settings.reporting, settings.rate, settings.repeatDelay) = (.all, .hertz(1e6), delay)
    var parts = try RepeatController(settings, now: 9e11)
    try parts.perform(.start)
    var whole = parts
    var (events, expected): ([RepeatEvent.Kind], [RepeatEvent.Kind]) = ([], [])
    var isReversed = false
    while !parts.advance(to: 9e11 + 0x1p-11, capacity: capacity, { events.append($0.kind) }) {
      guard !isReversed, parts.now > 9e11, (try? parts.perform(.reverse)) != nil else { continue }
      isReversed = true
      whole.advance(to: parts.now) { expected.append($0.kind) }
      try whole.perform(.reverse)
    }
    whole.advance(to: parts.now) { expected.append($0.kind) }
    #expect(isReversed && events.count > 300)
    #expect(events == expected)
    #expect(parts == whole)
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
      while !controller.advance(to: 1, capacity: 2, { _ in }) {
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
