// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Testing

/// The example of the original class, verbatim except for the language.
private final class Label: DynamicRepeatDelegate {
  @Repeated var center = 0.0
  var events: [RepeatEvent] = []
  var calls: [String] = []
  var onEvent: (DynamicRepeatAnimation, RepeatEvent) -> Void = { _, _ in }

  func setupDefaultState() {
    // Set up the original state (A).
    center = 420
    calls.append("default")
  }

  func setupAlternateState() {
    // Set up the other state (B).
    center = 100
    calls.append("alternate")
  }

  func dynamicRepeat(_ animation: DynamicRepeatAnimation, didReport event: RepeatEvent) {
    events.append(event)
    onEvent(animation, event)
  }
}

@Suite struct AnimationTests {
  @Test func `the example of the original class works unchanged`() {
    let label = Label()
    let animation = DynamicRepeatAnimation(delegate: label)
    animation.oneCycleDuration = 2.0  // in seconds
    animation.start()  // Starts repeating A <-> B
    animation.advance(to: 0)
    #expect(label.center == 420)
    animation.advance(to: 0.5)
    #expect((label.center - 260).magnitude < 1e-9, "half of the way, by symmetry of the curve")
    animation.advance(to: 1)
    #expect(label.center == 100)
    // ... later ...
    animation.oneCycleDuration = 0.5  // smooth transition ensues!
    animation.advance(to: 1.5)
    #expect((label.center - 260).magnitude < 1e-9, "the present cycle ends as it began")
    animation.advance(to: 2.25)
    #expect(label.center == 100, "the next one takes half a second")
    animation.stop()
    animation.advance(to: 3)
    #expect(label.center == 420, "idle in the default state")
    #expect(animation.controller.state == .idle)
  }

  @Test func `a cycle takes one second until changed`() {
    let label = Label()
    let animation = DynamicRepeatAnimation(delegate: label)
    #expect(animation.oneCycleDuration == 1)
    animation.start()
    animation.advance(to: 10)
    animation.advance(to: 10.5)
    #expect(label.center == 100, "the repeat starts at the first frame, whatever that frame's time")
  }

  @Test
  func `the states are set up at the start, once in each frame with new cycles, and at the end`() {
    let label = Label()
    let animation = DynamicRepeatAnimation(delegate: label)
    animation.start()
    animation.advance(to: 0)
    #expect(label.calls == ["default", "alternate"])
    animation.advance(to: 0.9)
    #expect(label.calls.count == 2)
    animation.advance(to: 7.5)
    #expect(label.calls.count == 4)
    animation.stop()
    animation.advance(to: 9)
    #expect(label.calls.last == "default")
    #expect(label.calls.count == 5)
  }

  @Test func `when the delegate has been freed, the repeat becomes idle`() {
    var label: Label? = Label()
    let animation = DynamicRepeatAnimation(delegate: label.unsafelyUnwrapped)
    animation.start()
    animation.advance(to: 0.25)
    label = nil
    #expect(animation.advance(to: 0.5).map(\.kind) == [.stoppedImmediately])
    #expect(animation.controller.state == .idle)
    #expect(animation.delegate == nil)
  }

  @Test func `commands from inside a callback wait for its return, and the last one wins`() {
    let label = Label()
    let animation = DynamicRepeatAnimation(delegate: label)
    animation.start()
    animation.advance(to: 0)
    label.onEvent = { animation, event in
      guard event.kind == .cycle else { return }
      animation.stop(.immediately)
      #expect(animation.controller.state == .running, "no stop inside the callback")
      animation.oneCycleDuration = 3
      animation.oneCycleDuration = 0.5
      #expect(animation.oneCycleDuration == 0.5)
      animation.start()
    }
    animation.advance(to: 1.25)
    #expect(animation.controller.state == .running, "start was the last command")
    #expect(animation.controller.requestedRate == .cycleDuration(0.5))
    #expect(animation.controller.sample(at: 2.25).position == CyclePosition(3.5))
  }

  @Test func `alternating start and stop in callbacks does not loop`() {
    let label = Label()
    let animation = DynamicRepeatAnimation(delegate: label)
    label.onEvent = { animation, event in
      switch event.kind {
      case .started: animation.stop(.immediately)
      case .stoppedImmediately: animation.start()
      default: break
      }
    }
    animation.start()
    for frame in 0..<10 {
      label.events = []
      animation.advance(to: Double(frame))
      let ofRuns = label.events.filter { $0.kind == .started || $0.isStop }
      #expect((1...2).contains(ofRuns.count), "at most one run begins and ends in a frame")
    }
  }

  @Test func `a closure receives the progress in each frame`() {
    var progress: [Double] = []
    let plain = DynamicRepeatAnimation { progress.append($0) }
    plain.start()
    for time in [0, 0.5, 1] { plain.advance(to: time) }
    #expect(progress == [0, 1, 0])
  }

  @Test func `a closure can change the duration in each frame`() {
    var health = 1.0
    var animation: DynamicRepeatAnimation?
    animation = DynamicRepeatAnimation { _ in animation?.oneCycleDuration = 2 * health }
    animation?.start()
    animation?.advance(to: 0)
    health = 0.25
    animation?.advance(to: 1)
    #expect(animation?.oneCycleDuration == 0.5)
    animation = nil
  }

  @Test func `a value can be evaluated ahead of the present time, and a copy is equal`() {
    var glow = RepeatController(now: 0)
    glow.start()
    glow.advance(to: 0.25)
    #expect(glow.value(at: 0.5, from: 10.0, to: 20) == 20)
    #expect(glow.value(at: 3, from: 10.0, to: 20) == 10)
    let copy = glow
    #expect(copy == glow)
  }

  @Test func `setRate of the controller throws for an invalid duration`() {
    let animation = DynamicRepeatAnimation(delegate: Label())
    #expect(throws: RepeatError.invalidCycleDuration(0)) {
      try animation.controller.setRate(.cycleDuration(0))
    }
    #expect(animation.oneCycleDuration == 1)
  }

  #if DEBUG
    @Test func `assigning an invalid duration to oneCycleDuration stops a debug build`() async {
      await #expect(processExitsWith: .failure) {
        let animation = DynamicRepeatAnimation { _ in }
        animation.oneCycleDuration = .nan
      }
    }
  #else
    @Test func `oneCycleDuration keeps its value, and reports an invalid duration`() {
      let animation = DynamicRepeatAnimation { _ in }
      animation.advance(to: 1)
      animation.oneCycleDuration = 0
      #expect(animation.oneCycleDuration == 1)
      #expect(animation.advance(to: 2).map(\.kind) == [.invalidInput])
    }
  #endif
}
