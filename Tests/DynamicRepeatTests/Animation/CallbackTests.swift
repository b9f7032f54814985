// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Testing

/// Commands given in a callback to the animation that calls it.
@Suite struct CallbackTests {
  @Test func `commands in a callback apply after it, and the last of each kind wins`() throws {
    let lamp = LampDelegate()
    let animation = DynamicRepeatAnimation(delegate: lamp)
    lamp.onEvent = { animation, event in
      guard event.kind == .started else { return }
      #expect(throws: Never.self) {
        try animation.schedule(.rate(.cycleDuration(3)), at: .time(7))
        try animation.perform(.rate(.cycleDuration(4)))
        try animation.schedule(.rate(.cycleDuration(5)), at: .time(7))
        animation.stop(.immediately)
        try animation.schedule(.start, at: .time(7))
        try animation.schedule(.pause, at: .time(7))
      }
      #expect(animation.oneCycleDuration == 5)
      #expect(animation.controller.state == .running, "not inside the callback")
    }
    animation.start()
    animation.advance(to: 7)
    #expect(animation.controller.state == .paused)
    try animation.perform(.resume)
    #expect(animation.controller.sample(at: 8.25).hertz == 0.2)
  }

  @Test func `an invalid command scheduled for now throws in the callback`() {
    let lamp = LampDelegate()
    let animation = DynamicRepeatAnimation(delegate: lamp)
    lamp.onEvent = { animation, _ in
      #expect(throws: RepeatError.invalidRate(2e6)) {
        try animation.schedule(.rate(.hertz(2e6)), at: .time(7))
      }
      #expect(throws: RepeatError.timeHasPassed(time: 6, now: 7)) {
        try animation.schedule(.pause, at: .time(6))
      }
    }
    animation.start()
    animation.advance(to: 7)
  }

  @Test func `another animation may be advanced inside a callback`() throws {
    let other = try DynamicRepeatAnimation { _ in }
    let animation = try DynamicRepeatAnimation { _ in other.advance(to: 1) }
    animation.advance(to: 0)
    #expect(other.controller.now == 1)
  }

  @Test func `advancing inside a callback traps, and the message states the rule`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let lamp = LampDelegate()
      let animation = DynamicRepeatAnimation(delegate: lamp)
      lamp.onEvent = { animation, _ in animation.advance(to: 9) }
      animation.start()
      animation.advance(to: 7)
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.contains("from inside its own callback"))
  }

  @Test func `a capture's calls are callbacks too`() throws {
    final class Capture: StateCapture {
      var onShow: () -> Void = {}
      func captureDefaultState(_ setUp: () -> Void) { setUp() }
      func captureAlternateState(_ setUp: () -> Void) { setUp() }
      func show(progress: Double) { onShow() }
    }
    let capture = Capture()
    let lamp = LampDelegate()
    let animation = DynamicRepeatAnimation(delegate: lamp, capture: capture)
    animation.start()
    capture.onShow = { [unowned animation] in
      animation.stop(.freeze)
      #expect(animation.controller.state == .running)
    }
    animation.advance(to: 0)
    #expect(animation.controller.state == .idle)
  }
}
