// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Testing

/// Restoring a saved state.
@Suite struct RestoringTests {
  private let lamp = LampDelegate()
  private let animation: DynamicRepeatAnimation

  /// An animation a quarter of the way through its first cycle.
  init() throws {
    var settings = RepeatSettings()
    settings.pace = .linear
    animation = DynamicRepeatAnimation(delegate: lamp)
    animation.controller = try RepeatController(settings)
    animation.start()
    animation.advance(to: 0)
    animation.advance(to: 0.25)
  }

  @Test func `a restored frozen repeat shows the value at which it was frozen`() throws {
    animation.stop(.freeze)
    animation.advance(to: 0.5)
    #expect(lamp.brightness == 5)
    let frozen = animation.controller

    let other = LampDelegate()
    let fresh = DynamicRepeatAnimation(delegate: other)
    fresh.restore(frozen)
    fresh.advance(to: frozen.now)
    #expect(other.brightness == 5, "progress is \(frozen.progress(at: 0.5))")

    animation.start()
    animation.advance(to: 0.5)
    animation.stop(.immediately)
    animation.advance(to: 0.7)
    #expect(lamp.brightness == 0)
    animation.restore(frozen)
    animation.advance(to: 0.5)
    #expect(lamp.brightness == 5)
  }

  @Test func `a restored idle repeat shows the default state`() throws {
    let idle = RepeatController(now: 3)
    animation.restore(idle)
    animation.advance(to: 3)
    #expect(lamp.brightness == 0)
  }

  @Test func `a restore drops the pending completions of the replaced run`() throws {
    var reasons: [RepeatEvent.Kind] = []
    animation.stop { reasons.append($0) }
    animation.restore(RepeatController(now: 0.25))
    animation.start()
    animation.stop(.freeze)
    animation.advance(to: 2)
    #expect(reasons.isEmpty)
    animation.start()
    animation.stop(.immediately) { reasons.append($0) }
    animation.advance(to: 3)
    #expect(reasons == [.stoppedImmediately], "the new run's completions are called")
  }

  @Test func `a completion that restores drops the completions after it`() {
    var order: [Int] = []
    let saved = animation.controller
    animation.stop { [animation] _ in
      order.append(1)
      animation.restore(saved)
    }
    animation.stop { _ in order.append(2) }
    animation.advance(to: 2)
    #expect(order == [1] && animation.controller == saved)
  }

  @Test func `a stop's completion is dropped if a scheduled start withdraws the stop`() throws {
    var reasons: [RepeatEvent.Kind] = []
    animation.stop { reasons.append($0) }
    try animation.controller.schedule(.start, at: .time(0.75))
    animation.advance(to: 2.25)
    #expect(animation.controller.state == .running && reasons.isEmpty)
    animation.stop(.immediately)
    animation.advance(to: 2.5)
    #expect(reasons.isEmpty)
  }

  @Test
  func `a restore inside a callback takes effect at once, and shows in the next frame`() throws {
    let saved = animation.controller
    var shown: [Double] = []
    var reasons: [RepeatEvent.Kind] = []
    lamp.onEvent = { animation, event in
      guard event.kind == .cycle else { return }
      animation.stop(.immediately) { reasons.append($0) }
      animation.restore(saved)
      #expect(animation.controller == saved)
      shown.append((animation.delegate as? LampDelegate)?.brightness ?? -1)
      animation.oneCycleDuration = 4
    }
    animation.advance(to: 1.125)
    #expect(shown == [5], "still the value of the last frame")
    #expect(animation.controller.state == .running, "the stop was given before the restore")
    #expect(animation.oneCycleDuration == 4, "the duration was given after it")
    lamp.onEvent = { _, _ in }
    animation.advance(to: 0.25)
    #expect(lamp.brightness == 5)
    animation.advance(to: 0.5)
    #expect(lamp.brightness == 10 && reasons.isEmpty)
  }

  @Test func `after a restore, a callback starts the next run at the same moment again`() throws {
    try animation.controller.perform(.repeatCount(1))
    let saved = animation.controller
    lamp.onEvent = { animation, event in if event.kind == .finished { animation.start() } }
    var ends: [RepeatController] = []
    for _ in 1...2 {
      animation.restore(saved)
      animation.advance(to: 1.5)
      ends.append(animation.controller)
    }
    #expect(ends[0].state == .running && ends[0] == ends[1])
  }
}
