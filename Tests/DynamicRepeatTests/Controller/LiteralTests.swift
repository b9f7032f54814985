// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Foundation
import Testing

/// The initializers for literals, which do not throw, and the kinds of events.
@Suite struct LiteralTests {
  @Test func `a controller made from literals equals one made from settings`() throws {
    let settings = RepeatSettings(rate: .cycleDuration(0.5), policy: .phaseMatched)
    #expect(
      RepeatController(cycleDuration: 0.5, policy: .phaseMatched, now: 2)
        == (try RepeatController(settings, now: 2)))
    #expect(RepeatController() == (try RepeatController(RepeatSettings())))
  }

  @Test func `a literal out of range traps with a message that names the number`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = RepeatController(cycleDuration: -2)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("1e-6 to 1e9 seconds, but is -2.0"))
  }

  @Test func `one import provides repeats, colours and points`() {
    let glow = RepeatController(cycleDuration: 2)
    let (blue, orange) = (Color(rgb: 0x1d5fa0), Color(rgb: 0xffb000))
    #expect(glow.value(at: 0, from: blue, to: orange).sRGB8 == (0x1d, 0x5f, 0xa0, 0xff))
    #expect(glow.value(at: 0, from: Point(x: 0, y: 0), to: Point(x: 1, y: 2)).y == 0)
    #expect(glow.requestedRate == .cycleDuration(2))
  }

  @Test func `an event says whether it is a start, a new cycle or a stop`() throws {
    var blink = try RepeatController(RepeatSettings(repeatCount: 2), now: 0)
    blink.start()
    let events = blink.advance(to: 5)
    #expect(events.filter { $0.kind == .started }.count == 1)
    #expect(events.filter(\.isCycle).map(\.cycle) == [1])
    #expect(events.filter(\.isStop).map(\.kind) == [.finished])
  }

  @Test func `a hard flash is on from the start of each cycle until the duty ends`() throws {
    var blink = try RepeatController(RepeatSettings(rate: .hertz(2), repeatCount: 3), now: 1)
    #expect(!blink.isOn(at: 1))
    blink.start()
    let shown = (0..<16).map { blink.isOn(at: 1 + Double($0) / 8) }
    #expect(shown.map { $0 ? "X" : "-" }.joined() == "XX--XX--XX------")
    #expect(blink.isOn(at: 1, duty: 0.1) && !blink.isOn(at: 1.125, duty: 0.1))
    #expect(!blink.isOn(at: 0.9) && !blink.isOn(at: 1, duty: 0) && blink.isOn(at: 1.2, duty: 1))
  }
}
