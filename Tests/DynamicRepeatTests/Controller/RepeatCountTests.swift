// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Foundation
import RepeatTiming
import Testing

/// The number of cycles, changed while a run is under way, and the limit of flashes.
@Suite struct RepeatCountTests {
  private func started(_ settings: RepeatSettings = RepeatSettings()) throws -> RepeatController {
    var controller = try RepeatController(settings, now: 0)
    controller.start()
    return controller
  }

  private func end(of controller: inout RepeatController) -> Double? {
    controller.advance(to: 1000).first { $0.kind == .stopped(.finished) }?.time
  }

  @Test(arguments: [
    (3, 0.0, 3.0), (3, 1.25, 3), (1, 1, 1), (1, 0.5, 1), (1, 2.25, 3), (2.5, 2.25, 2.5),
  ])
  func `a count that is set in a run is counted from its start`(
    cycles: Double, time: Double, expected: Double
  ) throws {
    var controller = try started()
    _ = controller.advance(to: time)
    try controller.setRepeatCount(.cycles(cycles))
    #expect(controller.repeatCount == .cycles(cycles))
    #expect(controller.settings.repeatCount == .forever)
    // A look ahead ends there too.
    #expect(controller.sample(at: expected + 0.1).state == .idle)
    // One that has just been reached is reported by the command itself.
    let reported = controller.state == .idle ? time : end(of: &controller)
    #expect(reported == expected)
  }

  /// The stop had the time at which the last cycle ended, before the command.
  @Test func `in the delay after the last cycle, a run ends when the count is set`() throws {
    for isRamping in [false, true] {
      var controller = try started(RepeatSettings(rate: .hertz(1), repeatDelay: 1))
      // The same rate, as nearly as shows.
      if isRamping { try controller.ramp(to: .hertz(1.0.nextUp), over: 100) }
      _ = controller.advance(to: 5.5)
      #expect(controller.sample(at: 5.5).isWaiting)
      try controller.setRepeatCount(3)
      #expect(controller.state == .idle)
      #expect(controller.takeEvents().map(\.time) == [5.5])
    }
  }

  @Test func `a counted run can be made endless, longer, and scheduled to end`() throws {
    var controller = try started(RepeatSettings(repeatCount: 2))
    try controller.setRepeatCount(.forever)
    #expect(
      controller.advance(to: 10).allSatisfy {
        $0.kind == .started || $0.isCycle
          || $0.kind == .direction(.towardDefault) || $0.kind == .direction(.towardAlternate)
      })
    try controller.schedule(.repeatCount(12), at: .time(11.5))
    #expect(end(of: &controller) == 12)
  }

  @Test func `a count that was changed is saved with the controller`() throws {
    var controller = try started()
    try controller.setRepeatCount(7)
    let data = try JSONEncoder().encode(controller)
    var copy = try JSONDecoder().decode(RepeatController.self, from: data)
    #expect(copy == controller)
    #expect(end(of: &copy) == 7)
    // What was saved before the count could be changed has none.
    var text = try #require(String(data: data, encoding: .utf8))
    let key = try #require(
      text.range(of: #""repeatCount":{"cycles":{"_0":7}},"#)
        ?? text.range(
          of: #","repeatCount":{"cycles":{"_0":7}}"#))
    text.removeSubrange(key)
    let older = try JSONDecoder().decode(RepeatController.self, from: Data(text.utf8))
    #expect(older.repeatCount == .forever)
  }

  @Test(arguments: [0, -1, .nan, .infinity, 2e18])
  func `a count that is none throws, and the old one stays`(cycles: Double) throws {
    var controller = try started()
    #expect(throws: RepeatError.self) { try controller.setRepeatCount(.cycles(cycles)) }
    #expect(controller.repeatCount == .forever)
  }

  @Test func `no rate shows more flashes a second than the settings allow`() throws {
    var settings = RepeatSettings(rate: .cycleDuration(0.05), policy: .phaseMatched)
    settings.maxFlashRate = RepeatRate.safeFlashes
    var controller = try started(settings)
    #expect(controller.sample(at: 0).hertz == 3)
    #expect(controller.requestedRate == .cycleDuration(0.05))
    try controller.setRate(hertz: -21)
    #expect(controller.sample(at: 0).hertz == -3)
    try controller.ramp(to: .hertz(15), over: 2)
    for tenth in 0..<40 { #expect(controller.sample(at: Double(tenth) / 10).hertz <= 3) }
    try controller.setCycleDuration(0.5)
    #expect(controller.sample(at: 5).hertz == 2)
    let data = try JSONEncoder().encode(settings)
    #expect(try JSONDecoder().decode(RepeatSettings.self, from: data) == settings)
  }

  @Test(arguments: [0, -3, 1e-10, .nan]) func `a limit that is none throws`(limit: Double) {
    var settings = RepeatSettings()
    settings.maxFlashRate = limit
    #expect(throws: RepeatError.self) { try settings.validate() }
  }

  @Test func `a rate is limited in its own direction and unit`() {
    #expect(RepeatRate.hertz(-21).limited(toFlashes: 3) == .hertz(-3))
    #expect(RepeatRate.hertz(2).limited(toFlashes: 3) == .hertz(2))
    #expect(RepeatRate.cycleDuration(1).limited(toFlashes: 3) == .cycleDuration(1))
    let limited = RepeatRate.cycleDuration(0.05).limited(toFlashes: 3).cycleDuration
    #expect(1 / limited <= 3 && limited < 0.333_334)
  }
}
