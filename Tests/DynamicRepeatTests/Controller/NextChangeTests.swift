// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Testing

/// When a program that draws only changes draws next.
@Suite struct NextChangeTests {
  @Test func `a hard flash of 2 Hz switches four times a second, at exact times`() {
    var blink = RepeatController(cycleDuration: 0.5, now: 0)
    blink.start()
    var times: [Double] = []
    for _ in 0..<8 { times.append(blink.nextSwitch(after: times.last ?? 0)) }
    #expect(times == (1...8).map { Double($0) / 4 })
  }

  @Test func `while something moves it is now, else the time of what is scheduled, or never`()
    throws
  {
    var flash = RepeatController(cycleDuration: 0.5, now: 0)
    #expect(flash.nextChange(after: 0) == .infinity && flash.nextSwitch(after: 3) == .infinity)
    try flash.schedule(.start, at: .time(5))
    #expect(flash.nextChange(after: 0) == 5 && flash.nextSwitch(after: 0) == 5)
    flash.advance(to: 5.125)
    #expect(flash.nextChange(after: 5.125) == 5.125 && flash.nextChange(after: 6) == 6)
    flash.pause()
    #expect(flash.nextChange(after: 6) == .infinity)
    flash.resume()
    flash.hold()
    #expect(flash.nextChange(after: 6) == .infinity)
    try flash.schedule(.seek(to: CyclePosition(3.75), isSilent: true), at: .time(9))
    #expect(flash.nextChange(after: 6) == 9 && flash.nextChange(after: 9) == .infinity)
  }

  @Test func `before the first advance it is the answer for one at that time`() {
    var blink = RepeatController(cycleDuration: 2)
    #expect(blink.nextSwitch(after: 100) == .infinity)
    blink.start()
    #expect(blink.nextSwitch(after: 100) == 101)
  }

  @Test func `in a delay it is its end, where the value falls`() throws {
    let settings = RepeatSettings(
      rate: .hertz(1), autoreverses: false, repeatCount: 2, repeatDelay: 0.5)
    var once = try RepeatController(settings, now: 0)
    once.start()
    // It rises to 1 at 1 s, waits there, falls to 0 at 1.5 s, and ends at 2.5 s.
    #expect(once.nextChange(after: 1) == 1.5 && once.nextChange(after: 3) == .infinity)
    #expect(once.nextSwitch(after: 0) == 0.5 && once.nextSwitch(after: 0.5) == 1.5)
    #expect(once.nextSwitch(after: 0, duty: 1) == 1 && once.nextSwitch(after: 1, duty: 1) == 1.5)
  }

  @Test func `it is on in the first part of each cycle, from the first instant`() throws {
    var blink = try RepeatController(RepeatSettings(rate: .hertz(2), repeatCount: 3), now: 1)
    #expect(!blink.isOn(at: 1))
    blink.start()
    let shown = (0..<16).map { blink.isOn(at: 1 + Double($0) / 8) }
    #expect(shown.map { $0 ? "X" : "-" }.joined() == "XX--XX--XX------")
    #expect(blink.isOn(at: 1, duty: 0.1) && !blink.isOn(at: 1.125, duty: 0.1))
    #expect(!blink.isOn(at: 0.9) && !blink.isOn(at: 1, duty: 0) && blink.isOn(at: 1.2, duty: 1))
  }
}
