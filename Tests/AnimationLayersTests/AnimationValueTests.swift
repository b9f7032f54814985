// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import Testing

/// Values of basic, additive, cumulative, keyframe and spring animations.
@Suite struct AnimationValueTests {
  let stage = Stage()

  @Test func `without values, an animation runs from the value shown before to the model value`() {
    stage.layer.rotation = 20
    stage.reported(0)
    stage.layer.rotation = 100
    var turn = BasicAnimation(.rotation)
    turn.duration = 4
    stage.layer.add(turn)
    stage.reported(0, 1)
    #expect(stage.layer.presentation.rotation == 40)
    stage.layer.rotation = 200
    stage.reported(1)
    #expect(stage.layer.presentation.rotation == 65)
    turn.from = 0
    stage.layer.add(turn)
    stage.reported(1, 3)
    stage.layer.rotation = 20
    stage.reported(3)
    #expect(stage.layer.presentation.rotation == 10)
  }

  @Test func `parts of a property are animated independently`() throws {
    stage.layer.position = Point(x: 1, y: 2)
    var rise = BasicAnimation(.position, \.y, to: 0, by: -22)
    rise.duration = 4
    stage.layer.add(rise)
    stage.reported(0, 1)
    #expect(stage.layer.presentation.position == Point(x: 1, y: 16.5))
    var run = KeyframeAnimation(.position, \.x, try KeyframeTrack([10.0, 20]))
    run.duration = 4
    stage.layer.add(run)
    var push = SpringAnimation(.bounds, \.size.width, from: 5, to: 5)
    push.isAdditive = true
    stage.layer.add(push)
    stage.reported(1, 2)
    #expect(stage.layer.presentation.position == Point(x: 12.5, y: 11))
    #expect(stage.layer.presentation.bounds.size == Size(width: 5, height: 0))
  }

  @Test func `a spring's duration follows the spring, unless the duration was set`() {
    var spring = SpringAnimation(.rotation, to: 1)
    spring.spring = Spring(damping: 1)
    #expect(spring.duration == Spring(damping: 1).settlingDuration())
    spring.duration = 3
    spring.spring = Spring()
    #expect(spring.duration == 3)
  }

  @Test(arguments: [1, 2.0])
  func `a spring follows its closed form, and is exactly at its target after its end`(
    share: Double
  ) {
    let spring = Spring(damping: 1)
    var animation = SpringAnimation(.rotation, spring: spring, from: 10, to: 1010)
    #expect(animation.duration == spring.settlingDuration())
    animation.duration *= share
    animation.fillMode = .forwards
    animation.isRemovedOnCompletion = false
    stage.layer.add(animation)
    stage.reported(0)
    for time in [0.1, 0.25, 0.5, 0.9, spring.settlingDuration() - 1e-9] {
      stage.reported(time)
      #expect(
        isClose(
          stage.layer.presentation.rotation, 10 + 1000 * spring.value(seconds: time), within: 1e-9))
    }
    stage.reported(animation.duration + 1)
    #expect(stage.layer.presentation.rotation == 1010)
  }

  @Test(arguments: [false, true])
  func `endless cycles without a duration are not accumulated`(autoreverses: Bool) {
    stage.tree.transaction { transaction in
      transaction.duration = 0
      var turn = BasicAnimation(.rotation, from: 0, to: 3)
      turn.isCumulative = true
      turn.repeatCount = .infinity
      turn.autoreverses = autoreverses
      turn.fillMode = .forwards
      turn.isRemovedOnCompletion = false
      stage.layer.add(turn)
    }
    stage.reported(0, 1)
    #expect(stage.layer.presentation.rotation == 3)
  }
}
