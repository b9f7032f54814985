// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Foundation
import RepeatTiming
import TestSupport
import Testing

/// A saved controller comes from outside: whatever it holds, it throws by name, or goes on.
@Suite struct SavedFieldsTests {
  /// What replaces a field, as JSON.
  private static let extremes = [
    "0", "-1", "2", "0.5", "1e18", "-1e18", "2305843009213693952", "-9223372036854775808",
    "9223372036854775807", "1e308", "-1e308", "5e-324", "null", "true", "\"x\"", "[]", "{}",
  ]

  /// One in the midst of everything, by the policy, the delay, the direction and locks.
  private static func busy(_ number: Int) throws -> RepeatController {
    var settings = RepeatSettings()
    settings.rate = number.isMultiple(of: 2) ? .cycleDuration(0.7) : .hertz(-1.3)
    settings.policy = [.restartPerCycle, .phaseMatched(ramp: 2), .phaseMatched][number % 3]
    settings.timing = number == 0 ? .spring(Spring()) : .easeInEaseOut
    settings.returnTiming = number == 1 ? .easeOut : nil
    settings.repeatDelay = number == 2 ? 0.25 : 0
    settings.repeatCount = number == 3 ? .forever : .cycles(40.5)
    settings.startPhase = 0.25
    var repeating = try RepeatController(settings, now: number == 3 ? nil : 1)
    repeating.start()
    if number != 3 { repeating.advance(to: 3.1) }
    try repeating.setCycleDuration(0.9)
    if number == 1 { try repeating.ramp(to: .hertz(2), over: 3, shape: .smooth) }
    try repeating.schedule(.reverse, at: .time(4))
    try repeating.schedule(.seek(to: CyclePosition(7.5)), at: .phase(0.125))
    try repeating.schedule(.rate(.hertz(0.5)), at: .nextCycle)
    try repeating.schedule(.policy(.phaseMatched), at: .cycle(9))
    try repeating.schedule(.stop(.atCycleEnd), at: .time(6))
    if number == 2 { repeating.stop(.freeze) }
    if number == 4 {
      let bounds = LockBounds(leastRate: 0.5, mostRate: 3, slope: 1, shape: .smooth)
      try repeating.lock(to: RepeatLeader(hertz: 1.2, at: 0.3), offset: 0.25, within: bounds)
      try repeating.schedule(
        .arrive(at: .position(CyclePosition(30.5)), time: 25, then: .hertz(1), within: bounds),
        at: .time(20))
      try repeating.schedule(
        .lock(to: RepeatLeader(hertz: 2, at: 0), within: bounds, by: 50), at: .phase(0.75))
    }
    return repeating
  }

  private static func json(_ repeating: RepeatController) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(repeating), as: UTF8.self)
  }

  @Test(arguments: 0..<5)
  func `any field may hold anything: it throws, or the controller goes on`(number: Int) throws {
    let text = try Self.json(try Self.busy(number))
    var (rejected, taken) = (0, 0)
    for field in Self.fields(of: text) {
      for extreme in Self.extremes {
        let damaged = text.replacingCharacters(in: field, with: extreme)
        do {
          let repeating = try JSONDecoder().decode(
            RepeatController.self, from: Data(damaged.utf8))
          taken += 1
          try Self.useEverything(repeating, "\(text[field]) became \(extreme) in \(damaged)")
        } catch is DecodingError {
          rejected += 1
        }
      }
    }
    #expect(rejected > 300 && taken > 100, "\(rejected) were rejected, \(taken) taken")
  }

  @Test(arguments: 0..<5)
  func `a field that is missing throws, or is one that may be`(number: Int) throws {
    let text = try Self.json(try Self.busy(number))
    for member in text.ranges(of: /"[A-Za-z_0-9]+":(?:-?[0-9][0-9.e+-]*|"[^"]*"|true|false|null),?/)
    {
      let damaged = text.replacingCharacters(in: member, with: "").replacing(",}", with: "}")
      guard
        let repeating = try? JSONDecoder().decode(RepeatController.self, from: Data(damaged.utf8))
      else { continue }
      try Self.useEverything(repeating, "\(text[member]) is missing from \(damaged)")
    }
  }

  @Test(arguments: [
    // A field as it is saved, what replaces it, and the name in the error.
    (#""origin":{"high":1,"#, #""origin":{"high":1e300,"#, "origin"),
    (#""last":0"#, #""last":7"#, "crossings"), (#""direction":1"#, #""direction":0"#, "direction"),
    (#""now":1"#, #""now":1e13"#, "now"), (#""now":1"#, #""now":0.5"#, "motion.origin"),
    (#""nextSequence":3"#, #""nextSequence":-1"#, "nextSequence"),
    (#""nextSequence":3"#, #""nextSequence":1"#, "waiting"),
    (#""sequence":1"#, #""sequence":0"#, "waiting"), (#""_0":5"#, #""_0":0.5"#, "schedule"),
    (#""startPhase":0"#, #""startPhase":1"#, "startPhase"),
    (#""repeatDelay":0"#, #""repeatDelay":-1"#, "repeatDelay"),
    (#""time":1"#, #""time":1e18"#, "time"), (#""count":1"#, #""count":0"#, "count"),
    (#""isStill":false"#, #""isStill":3"#, "isStill"),
  ])
  func `an error names the field`(saved: String, wrong: String, field: String) throws {
    var repeating = RepeatController(now: 1)
    repeating.start()
    for time in [5.0, 6, 7] { try repeating.schedule(.pause, at: .time(time)) }
    let text = try Self.json(repeating)
    let range = try #require(text.range(of: saved), "\(saved) in \(text)")
    let damaged = text.replacingCharacters(in: range, with: wrong)
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(RepeatController.self, from: Data(damaged.utf8))
    }
    #expect("\(error.map { "\($0)" } ?? "")".contains(field))
  }

  @Test func `what follows from other fields is not saved`() throws {
    let text = try Self.json(try Self.busy(0))
    for derived in ["horizon", "nextStop", "target", "due"] {
      #expect(!text.contains("\"\(derived)\""))
    }
  }

  @Test func `an event with an invalid number that is NaN survives saving`() throws {
    for wrong in [Double.nan, .infinity, -.infinity, -7.5] {
      for error in [
        RepeatError.invalidCycleDuration(wrong), .invalidRate(wrong), .invalidInterval(wrong),
        .invalidRepeatCount(wrong), .invalidPhase(wrong), .invalidTime(wrong),
        .timeHasPassed(time: wrong, now: 3), .tooFar(time: wrong, now: 3),
        .invalidCycle(-4), .advanceInsideCallback,
      ] {
        let data = try JSONEncoder().encode(error)
        let restored = try JSONDecoder().decode(RepeatError.self, from: data)
        // No number is equal to itself, but its text is.
        #expect(restored.description == error.description)
      }
    }
    for damaged in [#"{"invalidRate":"x"}"#, "{}", #"{"invalidRate":1,"invalidPhase":2}"#, "3"] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(RepeatError.self, from: Data(damaged.utf8))
      }
    }
  }

  /// Where numbers, texts and truth values are.
  private static func fields(of text: String) -> [Range<String.Index>] {
    text.matches(of: /[:\[,](-?[0-9][0-9.e+-]*|true|false|null|"[^"]*")(?=[,}\]])/).map {
      $0.output.1.startIndex..<$0.output.1.endIndex
    }
  }

  /// Everything that a program does with a controller; no trap, and a bounded number of steps.
  private static func useEverything(_ saved: RepeatController, _ comment: String) throws {
    var repeating = saved
    repeating.eventLimit = 100
    let start = repeating.isOnTimeline ? repeating.now : 0
    for time in [start, start + 0.01, start + 1, start + 1000] where time <= 1e12 {
      if !repeating.needsLookAhead(to: time) {
        #expect(repeating.sample(at: time).progress.isFinite, "\(comment)")
      }
      // A ramp with a delay takes a step for each cycle: where these are too many, it may say so.
      guard repeating.move(to: time, steps: 2_000) else { return }
      _ = repeating.takeEvents()
      #expect(repeating.sample(at: -1e12).progress.isFinite, "\(comment)")
    }
    _ = try json(repeating)
    repeating.reverse()
    repeating.start()
    repeating.seek(to: CyclePosition(-3.5), isSilent: false)
    try repeating.setPolicy(.phaseMatched)
    try repeating.setCycleDuration(0.5)
    repeating.stop()
    repeating.resume()
    guard repeating.move(to: min(repeating.now + 2, 1e12), steps: 2_000) else { return }
    #expect(repeating.progress(at: repeating.now).isFinite, "\(comment)")
    repeating.stop(.immediately)
    guard repeating.move(to: 1e12, steps: 2_000) else { return }
    #expect(repeating.sample(at: 1e12).progress.isFinite, "\(comment)")
  }
}
