// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import Testing

@Suite struct PlaybackTests {
  let stage = Stage()

  @Test func `pause and resume keep what shows, at any depth, and twice is once`() {
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

  @Test func `a slider shows any time, and resuming goes on from there`() {
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

  @Test func `played backwards from a pause it ends at the start`() {
    stage.layer.add(stage.fade(2))
    stage.reported(0, 1)
    stage.layer.pause(at: 1)
    stage.layer.playBackwards(at: 5)
    stage.layer.playBackwards(at: 5)
    #expect(stage.reported(5.5) == [])
    #expect(stage.opacity == 0.25)
    #expect(stage.reported(6) == ["finish fade"])
    #expect(stage.opacity == 1)
  }

  @Test func `pull to refresh`() {
    let spinner = Layer()
    stage.tree.root.add(spinner)
    var turn = BasicAnimation(.rotation, from: 0, to: 4)
    turn.duration = 4
    turn.repeatCount = .infinity
    turn.delegate = stage.log.delegate("loading")
    let pull = PullProgress(stage.layer, threshold: 60, loading: .init(turn, on: spinner))
    // As in the article; filling, so that the end shows at the threshold and beyond.
    let write = BasicAnimation(.strokeEnd, from: 0, to: 1)
    let move = BasicAnimation(.position, \.y, to: 0, by: -22)
    var group = AnimationGroup([write, move])
    group.duration = 1
    group.fillMode = .forwards
    stage.layer.add(group)
    stage.reported(10)
    var shown: [Double] = []
    for distance in [15.0, 45, 30, -5] {
      #expect(!pull.drag(to: distance))
      #expect(stage.reported(11) == [])
      shown.append(stage.layer.presentation.strokeEnd)
    }
    #expect(shown == [0.25, 0.75, 0.5, 0])
    #expect(stage.layer.presentation.position.y == 22)
    #expect(pull.drag(to: 66), "past the threshold")
    #expect(stage.reported(12) == ["start loading"])
    #expect(
      pull.isLoading && !pull.drag(to: 90) && !pull.drag(to: 3), "once, then drags are ignored")
    stage.reported(13)
    #expect(spinner.presentation.rotation == 1)
    #expect(stage.layer.presentation.strokeEnd == 1)
    pull.finish()
    #expect(stage.reported(14) == ["break loading"])
    #expect(stage.layer.presentation.strokeEnd == 0)
    #expect(!pull.drag(to: 30))
    stage.reported(15)
    #expect(stage.layer.presentation.strokeEnd == 0.5)
  }
}
