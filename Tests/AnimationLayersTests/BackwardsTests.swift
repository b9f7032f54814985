// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import Testing

/// Layers that run backwards: rules that Core Animation leaves undefined.
@Suite struct BackwardsTests {
  let stage = Stage()

  @Test func `begin time 0 becomes the layer's local time at the first update`() throws {
    stage.layer.timeSpace = TimeSpace(begin: 2, speed: 3, offset: 0.25)
    stage.layer.add(stage.fade(3), forKey: "fade")
    stage.reported(4)
    #expect(stage.layer.animation(forKey: "fade")?.timing.beginTime == 6.25)
    stage.reported(4.5)
    #expect(stage.opacity == 0.5)
  }

  @Test func `a layer that runs backwards past an animation's begin finishes the animation`() {
    stage.layer.add(stage.fade(2), forKey: "fade")
    stage.reported(10, 11)
    stage.layer.setSpeed(-1, at: 11)
    #expect(stage.reported(11.5) == [])
    #expect(stage.opacity == 0.25)
    #expect(stage.reported(12) == ["finish fade"])
    #expect(stage.layer.animation(forKey: "fade") == nil)
    #expect(stage.reported(13, 14) == [])
  }

  @Test func `in a layer that runs backwards, an animation begins at its end`() {
    stage.layer.timeSpace = TimeSpace(speed: -1, offset: 10)
    stage.layer.add(stage.fade(2, from: 5))
    #expect(stage.reported(0, 2.9) == [], "local time 10 and 7.1 are beyond its end, 7")
    #expect(stage.reported(3) == ["start fade"], "the first end reached is included")
    #expect(stage.opacity == 1)
    #expect(stage.reported(4.5) == [])
    #expect(stage.opacity == 0.25)
    #expect(stage.reported(5) == ["finish fade"], "the last end reached is excluded")
  }

  @Test
  func `while time runs backwards, an animation passed over in one frame starts and finishes`() {
    stage.layer.timeSpace = TimeSpace(speed: -1, offset: 10)
    stage.layer.add(stage.fade(2, from: 5))
    #expect(stage.reported(0) == [])
    #expect(stage.reported(9) == ["start fade", "finish fade"])
  }

  @Test
  func `an animation added now to a layer that runs backwards ends in the same frame`() {
    stage.layer.speed = -1
    stage.layer.add(stage.fade())
    #expect(stage.reported(5) == ["start fade", "finish fade"])
  }

  @Test func `while time runs backwards, an animation with a later begin time does not start`() {
    stage.layer.speed = -1
    stage.layer.add(stage.fade(from: 5), forKey: "fade")
    #expect(stage.reported(0, 1, 100) == [])
    stage.layer.reverse(at: 100)
    #expect(stage.reported(204.9) == [])
    #expect(stage.reported(205) == ["start fade"], "it starts after its layer has turned")
  }

  @Test func `an animation added at speed 0 starts when local time first moves`() {
    stage.layer.speed = 0
    stage.layer.add(stage.fade())
    #expect(stage.reported(0, 5) == [])
    #expect(stage.opacity == 0, "its first frame shows")
    stage.layer.setSpeed(1, at: 5)
    #expect(stage.reported(5) == [], "not moved yet")
    #expect(stage.reported(5.5) == ["start fade"])
    #expect(stage.opacity == 0.5)
  }

  @Test func `an animation added at speed 0 starts when its layer is scrubbed`() {
    stage.layer.speed = 0
    stage.layer.add(stage.fade())
    stage.reported(0)
    stage.layer.timeOffset = 0.75
    #expect(stage.reported(1) == ["start fade"])
    #expect(stage.opacity == 0.75)
  }
}
