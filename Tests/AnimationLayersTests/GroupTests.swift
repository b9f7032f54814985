// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import Testing

/// Groups of animations.
@Suite struct GroupTests {
  let stage = Stage()

  private func child(_ duration: Double) -> BasicAnimation<Double> {
    var child = BasicAnimation(.opacity, from: 0, to: 0.5)
    child.duration = duration
    return child
  }

  /// The opacity at some times with a group; the model value is 1.
  private func shown(_ group: AnimationGroup, at times: [Double]) -> [Double] {
    stage.layer.add(group)
    stage.reported(stage.tree.now ?? 0)
    return times.map {
      stage.reported($0)
      return stage.opacity
    }
  }

  @Test func `a child without a duration takes the group's, and its last frame is held`() {
    var group = AnimationGroup([child(0)])
    group.duration = 2
    group.fillMode = .both
    group.isRemovedOnCompletion = false
    #expect(shown(group, at: [0.5, 1, 2, 9]) == [0.125, 0.25, 0.5, 0.5])
  }

  @Test func `a child's delegate and its isRemovedOnCompletion are ignored`() {
    var reported = stage.fade(1, name: "child")
    reported.fillMode = .forwards
    var group = AnimationGroup([reported])
    group.duration = 2
    group.delegate = stage.log.delegate("group")
    stage.layer.add(group)
    #expect(stage.reported(0, 0.5, 1.5) == ["start group"])
    #expect(stage.opacity == 1)
    #expect(stage.reported(2) == ["finish group"])
  }

  /// The child ends or begins exactly where the group's active interval ends.
  @Test func `a filling group that ends part-way holds the frame that leads there`() {
    var group = AnimationGroup([child(1)])
    (group.duration, group.repeatCount, group.fillMode) = (2, 0.5, .forwards)
    group.isRemovedOnCompletion = false
    #expect(shown(group, at: [0.5, 1, 9]) == [0.25, 0.5, 0.5])
    var late = child(1)
    late.beginTime = 1
    group.animations = [late]
    (group.repeatCount, group.autoreverses, group.beginTime) = (0.75, true, 10)
    stage.layer.removeAllAnimations()
    #expect(shown(group, at: [11, 12.5, 13, 19]) == [0, 0.25, 0, 0], "on the way back")
    // At speed -1 the group begins at its end, and ends at its beginning.
    (group.animations, group.repeatCount, group.autoreverses) = ([child(1)], 0.5, false)
    (group.speed, group.fillMode, group.beginTime) = (-1, .both, 30)
    stage.layer.removeAllAnimations()
    #expect(shown(group, at: [20, 30, 30.5, 31, 39]) == [0.5, 0.5, 0.25, 0, 0])
  }

  @Test func `in a group of infinite duration, the children's time has no end`() {
    var pulse = child(1)
    pulse.repeatCount = .infinity
    var group = AnimationGroup([pulse])
    group.duration = .infinity
    group.speed = 2
    #expect(shown(group, at: [0.25, 100.25]) == [0.25, 0.25])
  }

  @Test func `on the group's way back, a child's active interval includes its later end`() {
    var middle = child(1)
    middle.beginTime = 1
    var group = AnimationGroup([middle])
    group.duration = 4
    group.autoreverses = true
    #expect(shown(group, at: [1, 2, 6, 6.5, 7]) == [0, 1, 0.5, 0.25, 1])
    stage.layer.removeAllAnimations()
    stage.layer.setSpeed(-1, at: 7)
    group.beginTime = -1
    // In reversed time, the way back runs forwards, and the way out backwards.
    #expect(shown(group, at: [8, 8.5, 9, 12, 13]) == [0, 0.25, 1, 1, 0.5])
  }
}
