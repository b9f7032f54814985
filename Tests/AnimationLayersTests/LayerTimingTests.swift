// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import Testing

/// The timing of layers, which have all eight properties of CAMediaTiming.
@Suite struct LayerTimingTests {
  let stage = Stage()
  let child = Layer()

  init() {
    stage.layer.add(child)
  }

  @Test
  func `all properties have Core Animation's defaults, except the duration, which is infinite`() {
    let defaults = MediaTiming(
      beginTime: 0, duration: 0, repeatCount: 0, repeatDuration: 0, autoreverses: false, speed: 1,
      timeOffset: 0, fillMode: .removed)
    #expect(MediaTiming() == defaults)
    #expect(stage.layer.timing == MediaTiming(duration: .infinity))
    let timing = MediaTiming(
      beginTime: 1, duration: 2, repeatCount: 3, repeatDuration: 4, autoreverses: true, speed: 5,
      timeOffset: 6, fillMode: .both)
    stage.layer.timing = timing
    #expect(stage.layer.timing == timing)
    #expect(stage.layer.timeSpace == TimeSpace(begin: 1, speed: 5, offset: 6))
    stage.layer.duration = 7
    stage.layer.beginTime += 1
    #expect(stage.layer.timing.duration == 7 && stage.layer.timeSpace.begin == 2)
  }

  /// The opacity of a layer without animations in the table below.
  private static let model = 0.125

  /// A layer's timing, an animation of a sublayer from 0 to 1, and for each frame the delegate's
  /// calls and the opacity.
  @Test(
    arguments: [
      (
        "a repeating layer plays its subtree again, with one start and one stop",
        MediaTiming(duration: 2, repeatCount: 3), MediaTiming(beginTime: 0.5, duration: 1),
        [
          (0, "", model), (0.5, "start", 0), (1, "", 0.5), (1.75, "", model), (2.25, "", model),
          (3, "", 0.5), (3.9, "", model), (5, "", 0.5), (5.5, "finish", model), (6, "", model),
        ]
      ),
      (
        "an autoreversing layer plays its subtree backwards, and ends the animations that began",
        MediaTiming(duration: 2, autoreverses: true), MediaTiming(beginTime: 0.5, duration: 1),
        [
          (0, "", model), (1.75, "start", model), (2.75, "", 0.75), (3.25, "", 0.25),
          (3.5, "finish", model),
        ]
      ),
      (
        "a truncated last pass finishes the animations that ended in an earlier pass",
        MediaTiming(duration: 2, repeatCount: 1.5, fillMode: .forwards),
        MediaTiming(beginTime: 0.75, duration: 1),
        [
          (0, "", model), (1.75, "start", model), (2.9375, "", 0.1875), (3, "finish", 0.25),
          (4, "", 0.25),
        ]
      ),
      (
        "a repeating layer that runs backwards includes its end and excludes its beginning",
        MediaTiming(duration: 2, repeatCount: 2, speed: -1, timeOffset: 10),
        MediaTiming(beginTime: 0.5, duration: 1),
        [
          (0, "", model), (5.9, "", model), (6, "", model), (6.5, "start", 1), (7.75, "", model),
          (9.4375, "", 0.0625), (9.5, "finish", model),
        ]
      ),
      (
        "in a layer that runs backwards, an animation begins at its end",
        MediaTiming(duration: .infinity, speed: -1, timeOffset: 10),
        MediaTiming(beginTime: 5, duration: 2),
        [(0, "", model), (2.9, "", model), (3, "start", 1), (4.5, "", 0.25), (5, "finish", model)]
      ),
      (
        "in a layer that runs backwards, an animation between two frames starts and finishes",
        MediaTiming(duration: .infinity, speed: -1, timeOffset: 10),
        MediaTiming(beginTime: 5, duration: 2), [(0, "", model), (9, "start finish", model)]
      ),
      (
        "an animation added now to a layer that runs backwards ends in the same frame",
        MediaTiming(duration: .infinity, speed: -1), MediaTiming(duration: 1),
        [(5, "start finish", model), (9, "", model)]
      ),
    ] as [(String, MediaTiming, MediaTiming, [(time: Double, calls: String, opacity: Double)])])
  func `an animation follows its layer's timing`(
    rule: String, layer: MediaTiming, animation: MediaTiming,
    frames: [(time: Double, calls: String, opacity: Double)]
  ) {
    stage.layer.timing = layer
    child.opacity = Self.model
    var fade = stage.fade()
    fade.timing = animation
    child.add(fade)
    for frame in frames {
      let calls = stage.reported(frame.time).map { $0.prefix { $0 != " " } }
      #expect(calls.joined(separator: " ") == frame.calls, "\(rule), at \(frame.time)")
      #expect(child.presentation.opacity == frame.opacity, "\(rule), at \(frame.time)")
    }
  }

  @Test(arguments: [FillMode.removed, .forwards])
  func `an animation longer than its layer stops unfinished when the layer ends`(fill: FillMode) {
    var completed = 0
    stage.layer.timing = MediaTiming(duration: 1, repeatCount: 2, fillMode: fill)
    stage.tree.transaction { transaction in
      transaction.addCompletion { completed += 1 }
      child.add(stage.fade(4, from: 0.5, name: "long"))
      child.add(stage.fade(4, from: 3, name: "never begun"))
      child.add(stage.fade(.infinity, from: 0.25, name: "endless"))
    }
    #expect(stage.reported(0, 0.75) == ["start long", "start endless"])
    #expect(stage.reported(1.875) == [] && completed == 0)
    #expect(stage.reported(2) == ["break long", "break never begun", "break endless"])
    #expect(completed == 1)
    #expect(child.presentation.opacity == (fill == .forwards ? 0 : 1), "the held frame")
    #expect(stage.reported(3) == [] && child.hasAnimations == (fill == .forwards))
  }

  @Test func `scrubbing a layer past its end stops nothing, and neither does a layer in it`() {
    stage.layer.timing = MediaTiming(duration: 2, speed: 0)
    child.add(stage.fade(4, from: 0.5))
    stage.layer.timeOffset = 1
    #expect(stage.reported(0) == [])
    stage.layer.timeOffset = 5
    #expect(stage.reported(1, 2) == ["start fade"], "its time has moved")
    stage.layer.speed = 1
    #expect(stage.reported(3) == ["break fade"])
  }

  /// Each pass of the outer layer moves the inner layer from 4 to 2, never through the animation.
  @Test(arguments: [0.0625, 8, 60])
  func `a jump to the next pass is no motion through the times between`(step: Double) {
    stage.layer.timing = MediaTiming(duration: 2, repeatCount: 2)
    child.timing = MediaTiming(
      beginTime: -2, duration: 4, autoreverses: true, speed: 2, timeOffset: 2)
    let inner = Layer()
    child.add(inner)
    inner.timeOffset = 2
    inner.add(stage.fade(0.375, from: 0.625))
    var calls: [String] = []
    for frame in 0...Int(60 / step) { calls += stage.reported(-3 + Double(frame) * step) }
    #expect(calls == ["break fade"], "when the outer layer is over")
  }

  @Test func `in a filling layer of the same duration, an animation holds its last frame`() {
    stage.layer.timing = MediaTiming(duration: 1, fillMode: .forwards)
    stage.layer.add(stage.fade(1), forKey: "fade")
    #expect(stage.reported(0, 0.5) == ["start fade"])
    #expect(
      stage.reported(1) == ["finish fade"], "removed on completion, but the held frame stays")
    stage.layer.opacity = 0.25
    stage.reported(2, 3)
    #expect(stage.opacity == 1)
    #expect(stage.layer.value(of: .opacity, at: 7) == 1)
    stage.layer.timeOffset = 100
    stage.layer.speed = 0
    stage.layer.duration = .infinity
    #expect(stage.reported(4) == [])
    #expect(stage.opacity == 0.25, "no longer held")
  }

  @Test func `a layer outside its active interval is not shown`() {
    stage.layer.timing = MediaTiming(duration: 2, repeatCount: 2, speed: -1, timeOffset: 10)
    for (time, isShown) in [(0.0, false), (5.9, false), (6, true), (9.9, true), (10, false)] {
      stage.reported(time)
      #expect(child.presentation.isShown == isShown, "at \(time)")
      #expect((stage.layer.contentTime(at: time) != nil) == isShown, "at \(time)")
    }
    stage.layer.removeFromSuperlayer()
    #expect(child.presentation.isShown, "outside a tree")
  }

  @Test func `pause, change of speed and reverse keep a repeating layer's content continuous`() {
    let layer = stage.layer
    layer.timing = MediaTiming(duration: 2, repeatCount: 5, autoreverses: true)
    stage.reported(7)
    for change in [
      { layer.setSpeed(3, at: 7) }, { layer.pause(at: 7) }, { layer.resume(at: 7) },
      { layer.reverse(at: 7) }, { [child] in child.setSpeed(-1, at: 7) },
    ] as [() -> Void] {
      change()
      #expect(child.contentTime(at: 7) == 1)
    }
    #expect(layer.speed == -3)
    #expect(layer.contentTime(at: 7.25) == 1.75, "backwards through the third leg's end")
    #expect(child.contentTime(at: 7.25) == 0.25)
  }

  @Test func `an animation whose layer turns back before the end finishes at its beginning`() {
    stage.layer.add(stage.fade(2))
    stage.reported(10, 11)
    stage.layer.setSpeed(-1, at: 11)
    #expect(stage.reported(11.5) == [])
    #expect(stage.opacity == 0.25)
    #expect(stage.reported(12, 13) == ["finish fade"])
  }

  @Test func `while time runs backwards, an animation with a later begin time does not start`() {
    stage.layer.speed = -1
    stage.layer.add(stage.fade(from: 5))
    #expect(stage.reported(0, 1, 100) == [])
    stage.layer.reverse(at: 100)
    #expect(stage.reported(204.9) == [])
    #expect(stage.reported(205) == ["start fade"], "it starts after its layer has turned")
  }

  @Test(
    arguments: [{ $0.setSpeed(1, at: 5) }, { $0.timeOffset = 0.5 }] as [@Sendable (Layer) -> Void])
  func `an animation added at speed 0 starts when local time first moves`(
    move: @Sendable (Layer) -> Void
  ) {
    stage.layer.speed = 0
    stage.layer.add(stage.fade())
    #expect(stage.reported(0, 5) == [])
    #expect(stage.opacity == 0, "its first frame shows")
    move(stage.layer)
    #expect(stage.reported(5.5) == ["start fade"])
    #expect(stage.opacity == 0.5)
  }

  @Test func `the superlayer's time for a layer at speed 0 is nil, or the layer's begin time`() {
    (child.beginTime, child.speed, child.timeOffset) = (1, 0, 0.5)
    #expect(stage.layer.localTime(of: 10, from: child) == nil)
    #expect(stage.layer.convertTime(10, from: child) == 1)
    #expect(child.convertTime(10, to: stage.layer) == 1)
    #expect(child.localTime(of: 10, from: stage.layer) == 0.5, "conversion down is always defined")
  }

  @Test func `evaluating a property at another time changes and reports nothing`() {
    stage.layer.speed = 2
    child.add(stage.fade(4))
    stage.reported(0, 0.5)
    #expect(child.value(of: .opacity, at: 1) == 0.5)
    #expect(child.value(of: .opacity, at: 99) == 1, "after the end, the model value")
    #expect(child.value(of: .rotation, at: 1) == 0)
    #expect(child.presentation.opacity == 0.25)
    #expect(stage.reported(1) == [] && child.hasAnimations)
  }
}
