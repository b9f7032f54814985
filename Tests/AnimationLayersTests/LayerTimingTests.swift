// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import Testing

/// A layer has all eight properties of CAMediaTiming.
@Suite struct LayerTimingTests {
  let stage = Stage()
  let child = Layer()

  init() {
    stage.layer.add(child)
  }

  /// An animation that sets the rotation to the layer's time, from 0 to 100 s, and is not removed.
  private func clock() -> BasicAnimation<Double> {
    var clock = BasicAnimation(.rotation, from: 0, to: 100)
    clock.duration = 100
    clock.fillMode = .both
    clock.isRemovedOnCompletion = false
    return clock
  }

  @Test
  func `all properties have Core Animation's defaults, except the duration, which is infinite`() {
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

  @Test func `a repeating layer plays its subtree again, with one start and one stop`() {
    stage.layer.timing = MediaTiming(duration: 2, repeatCount: 3)
    child.add(stage.fade(1, from: 0.5), forKey: "fade")
    #expect(stage.reported(0) == [])
    #expect(stage.reported(0.5) == ["start fade"])
    for (time, shown) in [(1.0, 0.5), (1.75, 1), (2.25, 1), (3, 0.5), (3.9, 1), (5, 0.5)] {
      #expect(stage.reported(time) == [])
      #expect(child.presentation.opacity == shown, "at \(time)")
    }
    #expect(stage.reported(5.5) == ["finish fade"])
    #expect(!child.hasAnimations)
    #expect(stage.reported(6, 9) == [])
  }

  @Test
  func `an autoreversing layer plays its subtree backwards, and ends the animations that began`() {
    stage.layer.timing = MediaTiming(duration: 2, autoreverses: true)
    child.add(stage.fade(1, from: 0.5))
    #expect(stage.reported(0, 1.75) == ["start fade"])
    #expect(stage.reported(2.75) == [])
    #expect(child.presentation.opacity == 0.75)
    #expect(stage.reported(3.25) == [])
    #expect(child.presentation.opacity == 0.25)
    #expect(stage.reported(3.5) == ["finish fade"])
  }

  @Test func `a truncated last pass finishes the animations that ended in an earlier pass`() {
    stage.layer.timing = MediaTiming(duration: 2, repeatCount: 1.5, fillMode: .forwards)
    child.add(stage.fade(1, from: 0.75))
    child.add(clock())
    #expect(stage.reported(0, 1.9, 2.9) == ["start fade"])
    #expect(stage.reported(3) == ["finish fade"])
    stage.reported(4)
    #expect(child.presentation.opacity == 0.25)
    #expect(child.presentation.rotation == 1)
  }

  @Test func `pause, change of speed and reverse keep a repeating layer's content continuous`() {
    let layer = stage.layer
    layer.timing = MediaTiming(duration: 2, repeatCount: 5, autoreverses: true)
    child.add(clock())
    stage.reported(0, 7)
    for change in [
      { layer.setSpeed(3, at: 7) }, { layer.pause(at: 7) }, { layer.resume(at: 7) },
      { layer.reverse(at: 7) }, { [child] in child.setSpeed(-1, at: 7) },
    ] as [() -> Void] {
      change()
      stage.reported(7)
      #expect(child.presentation.rotation == 1)
    }
    #expect(layer.speed == -3)
    stage.reported(7.25)
    #expect(layer.contentTime(at: 7.25) == 1.75, "backwards through the third leg's end")
    #expect(child.contentTime(at: 7.25) == 0.25)
  }

  @Test func `a layer that runs backwards includes its end and excludes its beginning`() {
    stage.layer.timing = MediaTiming(duration: 2, repeatCount: 2, speed: -1, timeOffset: 10)
    child.add(stage.fade(1, from: 0.5))
    #expect(stage.reported(0, 5.9) == [])
    #expect(!child.presentation.isShown)
    stage.reported(6)
    #expect(child.presentation.isShown, "the far end is included")
    #expect(stage.layer.contentTime(at: 6) == 2)
    #expect(stage.reported(6.5) == ["start fade"])
    #expect(stage.reported(7.75, 9.4) == [])
    #expect(stage.reported(9.5) == ["finish fade"])
    stage.reported(10)
    #expect(!child.presentation.isShown, "the beginning is excluded")
  }
}
