// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming
import Testing

/// What a callback may do to the animation that calls it.
@Suite struct CallbackTests {
  /// Ways to say "now" in the callback of the frame that begins a run at `time`.
  static let ways: [(String, @Sendable (Double) -> RepeatMoment)] = [
    ("now", { _ in .now }), ("the present time", { .time($0) }), ("this cycle", { _ in .cycle(0) }),
  ]

  @Test(arguments: ways.indices)
  func `a command scheduled for now waits for the callback's return, as one performed`(
    index: Int
  ) throws {
    let (name, moment) = Self.ways[index]
    let lamp = Lamp()
    let animation = DynamicRepeatAnimation(delegate: lamp)
    lamp.onEvent = { animation, event in
      guard event.kind == .started else { return }
      #expect(throws: Never.self, "\(name)") {
        try animation.schedule(.pause, at: moment(7))
        #expect(animation.controller.state == .running, "not inside the callback: \(name)")
      }
    }
    animation.start()
    animation.advance(to: 7)
    #expect(animation.controller.state == .paused(isStopping: false), "\(name)")
  }

  @Test(arguments: ways.indices)
  func `of commands performed and scheduled for now the last wins`(index: Int) throws {
    let (name, moment) = Self.ways[index]
    let lamp = Lamp()
    let animation = DynamicRepeatAnimation(delegate: lamp)
    lamp.onEvent = { animation, event in
      guard event.kind == .started else { return }
      #expect(throws: Never.self, "\(name)") {
        try animation.schedule(.rate(.cycleDuration(3)), at: moment(7))
        try animation.perform(.rate(.cycleDuration(4)))
        try animation.schedule(.rate(.cycleDuration(5)), at: moment(7))
        animation.stop(.immediately)
        try animation.schedule(.start, at: moment(7))
      }
      #expect(animation.oneCycleDuration == 5)
    }
    animation.start()
    animation.advance(to: 7)
    #expect(animation.controller.state == .running, "\(name)")
    #expect(animation.controller.sample(at: 8.25).hertz == 0.2, "\(name)")
  }

  @Test func `a wrong command scheduled for now is named in the callback`() {
    let lamp = Lamp()
    let animation = DynamicRepeatAnimation(delegate: lamp)
    lamp.onEvent = { animation, _ in
      #expect(throws: RepeatError.invalidRate(2e6)) {
        try animation.schedule(.rate(.hertz(2e6)), at: .now)
      }
      #expect(throws: RepeatError.timeHasPassed(time: 6, now: 7)) {
        try animation.schedule(.pause, at: .time(6))
      }
    }
    animation.start()
    animation.advance(to: 7)
  }

  @Test func `inside a callback the throwing advance throws, and changes nothing`() {
    let lamp = Lamp()
    let animation = DynamicRepeatAnimation(delegate: lamp)
    var calls = 0
    lamp.onEvent = { animation, _ in
      calls += 1
      let before = animation.controller
      #expect(throws: RepeatError.advanceInsideCallback) { try animation.advance(validating: 9) }
      #expect(animation.controller == before)
    }
    animation.start()
    animation.advance(to: 7)
    #expect(calls == 1)
    #expect(RepeatError.advanceInsideCallback.description.contains("inside its own callback"))
  }

  @Test func `another animation may be advanced inside a callback`() throws {
    let other = DynamicRepeatAnimation { _ in }
    let animation = DynamicRepeatAnimation { _ in other.advance(to: 1) }
    animation.advance(to: 0)
    #expect(other.controller.now == 1)
  }

  @Test func `inside a callback the plain advance stops the program and names the rule`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let lamp = Lamp()
      let animation = DynamicRepeatAnimation(delegate: lamp)
      lamp.onEvent = { animation, _ in animation.advance(to: 9) }
      animation.start()
      animation.advance(to: 7)
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.contains("from inside its own callback"))
  }

  @Test func `for a time from outside there is a form that throws`() throws {
    let animation = DynamicRepeatAnimation { _ in }
    try animation.advance(validating: 2)
    #expect(throws: RepeatError.timeHasPassed(time: 1, now: 2)) {
      try animation.advance(validating: 1)
    }
    for wrong in [1.1e12, -.infinity] {
      #expect(throws: RepeatError.invalidTime(wrong)) { try animation.advance(validating: wrong) }
    }
    #expect(throws: RepeatError.self) { try animation.advance(validating: .nan) }
    #expect(animation.controller.now == 2)
  }

  @Test func `what a capture shows is a callback too`() throws {
    final class Capture: StateCapture {
      var onShow: () -> Void = {}
      func captureDefaultState(_ setUp: () -> Void) { setUp() }
      func captureAlternateState(_ setUp: () -> Void) { setUp() }
      func show(progress: Double) { onShow() }
    }
    let capture = Capture()
    let lamp = Lamp()
    let animation = DynamicRepeatAnimation(delegate: lamp, capture: capture)
    animation.start()
    capture.onShow = { [unowned animation] in
      #expect(throws: RepeatError.advanceInsideCallback) { try animation.advance(validating: 9) }
      animation.stop(.freeze)
      #expect(animation.controller.state == .running)
    }
    animation.advance(to: 0)
    #expect(animation.controller.state == .idle)
  }
}
