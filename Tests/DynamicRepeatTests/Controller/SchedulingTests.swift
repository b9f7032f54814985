// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import TestSupport
import Testing

/// A command that takes effect later, or not at all, leaves the motion alone.
@Suite struct SchedulingTests {
  /// A ramp from rate 0 to a duration, which is less than 2^-56 cycle short of a boundary at 1 s.
  private func ramping() throws -> RepeatController {
    var ramping = try RepeatController.started { $0.rate = .hertz(0) }
    try ramping.ramp(to: .cycleDuration(0.75), over: 0.5)
    return ramping
  }

  @Test func `a command scheduled at 0 or at 1 gives the same events and bytes`() throws {
    var (early, late) = (try ramping(), try ramping())
    try early.schedule(.reverse, at: .time(5))
    let times = (1...700).map { Double($0) / 100 }
    var events = (early: [Happening](), late: [Happening]())
    for time in times {
      events.early += early.run(through: [time])
      events.late += late.run(through: [time])
      if time == 1 { try late.schedule(.reverse, at: .time(5)) }
      let isEqual = early.savedState == late.savedState
      #expect(isEqual == (time >= 1), "\(time) s")
    }
    #expect(events.early == events.late)
  }

  @Test func `commands without effect change nothing`() throws {
    var plain = try ramping()
    for frame in 1...400 {
      plain.advance(to: Double(frame) / 100)
      var commanded = plain
      commanded.resume()
      commanded.start()
      try commanded.perform(.repeatCount(.infinity))
      try commanded.setPolicy(commanded.settings.policy)
      // Inside the ramp, a request would take effect at the next boundary.
      if frame >= 50 { try commanded.setRate(commanded.requestedRate) }
      #expect(commanded == plain)
      let isEqual = commanded.savedState == plain.savedState
      #expect(isEqual, "frame \(frame)")
    }
  }

  @Test func `the time at which commands are given does not matter`() throws {
    for seed in 1...1_000 as ClosedRange<UInt64> {
      var random = SeededRandom(seed: seed)
      let settings = RepeatSettings(
        rate: .hertz(random.double(in: -4...4)), policy: random.policy,
        autoreverses: random.chance(0.5),
        repeatDelay: random.chance(0.5) ? 0 : random.double(in: 0...1))
      var (early, late) = (
        try RepeatController(settings, now: 0), try RepeatController(settings, now: 0)
      )
      early.start()
      late.start()
      var (time, given) = (0.0, 0.0)
      for _ in 0..<4 {
        time += random.double(in: 0...2)
        let command = random.command
        try early.schedule(command, at: .time(time))
        given = random.double(in: given...time)
        late.advance(to: given)
        try late.schedule(command, at: .time(time))
      }
      early.advance(to: 10)
      late.advance(to: 10)
      let isEqual = early.savedState == late.savedState
      #expect(isEqual, "seed \(seed)")
      #expect(early == late)
    }
  }
}

/// Equality sees the whole state and nothing else.
@Suite struct EqualityTests {
  @Test func `repeats that differ only in what frames have computed are equal`() throws {
    var (framed, whole) = (try RepeatController.started(0.7), try RepeatController.started(0.7))
    for frame in 1...100 {
      framed.advance(to: Double(frame) / 16)
      _ = framed.sample(at: Double(frame + 3) / 16)
    }
    whole.advance(to: 100.0 / 16)
    #expect(framed == whole && framed.hashValue == whole.hashValue)
    #expect(framed.savedState == whole.savedState)
    let restored = try RepeatController(savedState: whole.savedState)
    #expect(restored == framed)
  }

  @Test func `every field of the saved state matters`() throws {
    var accepted = 0
    for state in try PlainDataTests.states() {
      let original = try RepeatController(savedState: state)
      for offset in stride(from: 8, to: state.count - 8, by: 8) {
        for bit in [0, 1, 8, 20, 40, 52, 62, 63] {
          var bytes = state
          bytes[offset + bit / 8] ^= 1 << (bit % 8)
          PlainDataTests.sign(&bytes)
          guard let changed = try? RepeatController(savedState: bytes) else { continue }
          accepted += 1
          #expect(
            (changed == original) == (changed.savedState == state), "byte \(offset), bit \(bit)")
        }
      }
    }
    #expect(accepted > 1_000)
  }
}

extension SeededRandom {
  fileprivate var policy: RatePolicy {
    mutating get { [.restartPerCycle, .phaseMatched, .phaseMatched(ramp: 0.75)][below(3)] }
  }

  fileprivate var command: RepeatCommand {
    mutating get {
      switch below(9) {
      case 0: .start
      case 1: .stop([.atCycleEnd, .immediately, .freeze][below(3)])
      case 2: .pause
      case 3: .resume
      case 4: .reverse
      case 5: .rate(.cycleDuration(double(in: 0.1...2)))
      case 6: .ramp(to: .hertz(double(in: -4...4)), over: double(in: 0...2))
      case 7: .seek(to: CyclePosition(double(in: -9...9)), isSilent: chance(0.5))
      default: .repeatCount(double(in: 0.1...9))
      }
    }
  }
}
