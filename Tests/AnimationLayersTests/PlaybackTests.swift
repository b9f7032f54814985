// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import Testing

@Suite struct PlaybackTests {
  let stage = Stage()

  @Test
  func `pause and resume keep the shown value at any depth, and a second call changes nothing`() {
    stage.tree.root.setSpeed(2, at: 0)
    stage.layer.setSpeed(0.5, at: 0)
    stage.layer.add(stage.fade(2))
    stage.reported(0, 1)
    stage.layer.pause(at: 1)
    stage.layer.pause(at: 3)
    #expect(stage.layer.isPaused)
    stage.reported(5)
    #expect(stage.opacity == 0.5)
    stage.layer.resume(at: 5)
    stage.layer.resume(at: 6)
    #expect(!stage.layer.isPaused && stage.layer.speed == 0.5, "the speed before the pause")
    stage.reported(5.5)
    #expect(stage.opacity == 0.75)
  }

  @Test func `scrubbing shows any time, and resuming continues from there`() {
    var fade = stage.fade(1)
    fade.fillMode = .forwards
    stage.layer.add(fade)
    stage.reported(0)
    for value in [0.75, 0.25, 1, 0.5] {
      stage.layer.scrub(to: value, at: 1)
      stage.reported(1)
      #expect(stage.opacity == value)
    }
    stage.layer.resume(at: 3)
    stage.reported(3.25)
    #expect(stage.opacity == 0.75)
  }
}
