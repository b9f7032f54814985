// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Testing

/// Commands that a callback gives to the animation that called it.
@Suite struct CallbackTests {
  @Test func `the last start or stop and the last duration apply after a callback`() {
    let lamp = LampDelegate()
    let animation = DynamicRepeatAnimation(delegate: lamp)
    lamp.onEvent = { animation, event in
      guard event.kind == .started else { return }
      animation.oneCycleDuration = 4
      animation.start()
      animation.oneCycleDuration = 5
      animation.stop(.immediately)
      #expect(animation.oneCycleDuration == 5)
      #expect(animation.controller.requestedRate == .cycleDuration(1), "unchanged in the callback")
      #expect(animation.controller.state == .running, "unchanged in the callback")
    }
    animation.start()
    animation.advance(to: 7)
    #expect(animation.controller.requestedRate == .cycleDuration(5))
    #expect(animation.controller.state == .idle)
  }

  @Test func `commands to the controller apply inside a callback`() {
    let lamp = LampDelegate()
    let animation = DynamicRepeatAnimation(delegate: lamp)
    lamp.onEvent = { animation, _ in
      #expect(throws: RepeatError.timeHasPassed(time: 6, now: 7)) {
        try animation.controller.schedule(.pause, at: .time(6))
      }
      animation.controller.pause()
    }
    animation.start()
    animation.advance(to: 7)
    #expect(animation.controller.state == .paused)
  }

  @Test func `another animation may be advanced inside a callback`() {
    let other = DynamicRepeatAnimation { _ in }
    let animation = DynamicRepeatAnimation { _ in other.advance(to: 1) }
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

  @Test func `a call of a capture's method counts as a callback`() {
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
