// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Testing

@Suite struct PlainDataTests {
  @Test func `a repeat is plain data of at most a kilobyte`() {
    #expect(MemoryLayout<RepeatController>.stride <= 1024)
    #expect(_isPOD(RepeatController.self))
  }

  /// States with commands that wait for each kind of moment, with events, a delay, a ramp that has
  /// turned, a lock and an arrival.
  static func states() throws -> [[UInt8]] {
    var settings = RepeatSettings(rate: .hertz(3), policy: .phaseMatched, repeatDelay: 0.125)
    var waiting = try RepeatController(settings, now: 0)
    try waiting.perform(.start)
    try waiting.perform(.reverse)
    try waiting.perform(.seek(to: CyclePosition(-2.25), isSilent: false))
    for moment in [RepeatMoment.nextCycle, .cycle(-4), .phase(0.5), .time(10)] {
      try waiting.schedule(.ramp(to: .hertz(2), over: 3), at: moment)
    }
    settings.repeatDelay = 0
    var locked = try RepeatController(settings, now: 0)
    try locked.perform(.start)
    locked.advance(to: 1.3) { _ in }
    var (ramping, arriving) = (locked, locked)
    try locked.lock(to: RepeatLine(CyclePosition(0.3), at: 1, hertz: 2.5))
    try ramping.perform(.ramp(to: .hertz(-2), over: 2))
    ramping.advance(to: 2.8) { _ in }
    try arriving.arrive(
      at: .phase(0), by: 3, then: .hertz(0),
      within: RateBounds(minimumRate: 0, maximumRate: 4))
    return try [waiting, locked, ramping, arriving].map(\.savedState)
      + (0..<3).map { try SplitTests.Script(seed: $0).play { [$0 + 1] }.end.savedState }
  }

  /// Writes the checksum of changed bytes.
  static func sign(_ bytes: inout [UInt8]) {
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes.dropLast(8) { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
    for index in 0..<8 {
      bytes[bytes.count - 8 + index] = UInt8(truncatingIfNeeded: sum >> UInt64(8 * index))
    }
  }

  @Test func `a forged state with a valid checksum is rejected or works like any other`() throws {
    let words: [UInt64] = [
      0, 1, 2, 1 << 20, .max, 1 << 62, 1 << 63, (-1.5).bitPattern, 1e300.bitPattern, 0.3.bitPattern,
    ]
    var accepted = 0
    for state in try Self.states() {
      for (offset, word) in stride(from: 8, to: state.count - 8, by: 8).flatMap({ offset in
        words.map { (offset, $0) }
      }) {
        var bytes = state
        for index in 0..<8 {
          bytes[offset + index] = UInt8(truncatingIfNeeded: word >> UInt64(8 * index))
        }
        Self.sign(&bytes)
        guard let forged = try? RepeatController(savedState: bytes) else { continue }
        accepted += 1
        for ahead in [0, 0.01, 1, 100] where forged.now + ahead <= 1e12 {
          let sample = forged.sample(at: forged.now + ahead)
          #expect((0..<1).contains(sample.position.phase) && (0...1).contains(sample.fraction))
          #expect(sample.hertz.magnitude <= 1e6)
        }
        #expect(try RepeatController(savedState: forged.savedState) == forged)
        // A command may throw, if there is no room for its events. The reversal is tested because it
        // also ends a lock.
        for command in [RepeatCommand.resume, .reverse] {
          var ahead = forged
          try? ahead.perform(command)
          if ahead.now < 1e12 - 20 { ahead.advance(to: ahead.now + 20) { _ in } }
          #expect(try RepeatController(savedState: ahead.savedState) == ahead)
        }
      }
    }
    #expect(accepted > 1000)
  }

  @Test func `one command or event too many is an error, and nothing is changed`() throws {
    var controller = RepeatController(now: 0)
    for _ in 0..<RepeatLimits.waitingCommands { try controller.schedule(.start, at: .nextCycle) }
    let before = controller
    #expect(throws: RepeatError.full) { try controller.schedule(.start, at: .nextCycle) }
    #expect(controller == before)
    for _ in 0..<4 {
      try controller.perform(.start)
      try controller.perform(.stop(.immediately))
    }
    let full = controller
    #expect(throws: RepeatError.full) { try controller.perform(.start) }
    #expect(controller == full)
  }
}
