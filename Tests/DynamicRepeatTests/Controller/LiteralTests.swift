// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Foundation
import Testing

/// The forms for literals, which throw nothing, and what an event says about itself.
@Suite struct LiteralTests {
  @Test func `settings have every default but for what is given`() throws {
    let settings = RepeatSettings(rate: .hertz(3), repeatCount: 2, startPhase: 0.25)
    var expected = RepeatSettings()
    expected.rate = .hertz(3)
    expected.repeatCount = 2
    expected.startPhase = 0.25
    #expect(settings == expected)
    #expect(RepeatSettings().rate == .cycleDuration(1))
  }

  @Test func `a controller for literals is the one that the settings make`() throws {
    let settings = RepeatSettings(rate: .cycleDuration(0.5), policy: .phaseMatched)
    #expect(
      RepeatController(cycleDuration: 0.5, policy: .phaseMatched, now: 2)
        == (try RepeatController(settings, now: 2)))
    #expect(RepeatController() == (try RepeatController(RepeatSettings())))
  }

  @Test func `a literal out of range stops the program and names the number`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = RepeatController(cycleDuration: -2)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("1e-6 to 1e9 seconds, but is -2.0"))
  }

  @Test func `one import brings colours, points and timing functions`() {
    let glow = RepeatingValue(from: Color(rgb: 0x1d5fa0), to: Color(rgb: 0xffb000))
    #expect(glow.value(at: 0).sRGB8 == (0x1d, 0x5f, 0xa0, 0xff))
    let path = RepeatingValue(from: Point(x: 0, y: 0), to: Point(x: 1, y: 2), cycleDuration: 2)
    #expect(path.controller.requestedRate == .cycleDuration(2))
  }

  @Test func `an event says what it is`() throws {
    var blink = try RepeatController(RepeatSettings(repeatCount: 2), now: 0)
    blink.start()
    let events = blink.advance(to: 5)
    #expect(events.filter { $0.kind == .started }.count == 1)
    #expect(events.filter(\.isCycle).map(\.cycle) == [1])
    #expect(events.compactMap(\.stopReason) == [.finished])
  }

  @Test func `a repeating value is saved with its controller`() throws {
    var path = RepeatingValue(from: 1.5, to: 4, now: 0)
    path.controller.start()
    path.controller.advance(to: 0.3)
    let saved = try JSONEncoder().encode(path)
    #expect(try JSONDecoder().decode(RepeatingValue<Double>.self, from: saved) == path)
  }
}
