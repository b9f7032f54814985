// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import Testing

/// Values of basic, additive, cumulative, keyframe and spring animations.
@Suite struct AnimationValueTests {
  let stage = Stage()

  /// The rotation at time 1 of an animation of 4 s that begins at 0.
  private func quarter(_ animation: some LayerAnimation) -> Double {
    var animation = animation
    animation.duration = 4
    stage.layer.add(animation)
    stage.reported(0, 1)
    return stage.layer.presentation.rotation
  }

  @Test func `an animation with neither end set goes from the shown value to the model value`() {
    stage.layer.rotation = 20
    stage.reported(0)
    stage.layer.rotation = 100
    #expect(quarter(BasicAnimation(.rotation)) == 40)
  }

  @Test func `omitted ends follow the model value while the animation runs`() {
    var turn = BasicAnimation(.rotation, from: 0)
    turn.duration = 2
    stage.layer.add(turn)
    stage.layer.rotation = 10
    stage.reported(0, 1)
    #expect(stage.layer.presentation.rotation == 5)
    stage.layer.rotation = 20
    stage.reported(1)
    #expect(stage.layer.presentation.rotation == 10)
  }

  @Test func `a spring follows its closed form until it has settled`() {
    let spring = Spring(damping: 8)
    let animation = SpringAnimation(.rotation, spring: spring, from: 10, to: 20)
    #expect(animation.duration == spring.settlingDuration())
    stage.layer.add(animation)
    stage.reported(0)
    for time in [0.1, 0.25, 0.5, 0.9] {
      stage.reported(time)
      #expect(
        isClose(
          stage.layer.presentation.rotation, 10 + 10 * spring.value(seconds: time), within: 1e-9))
    }
    stage.reported(spring.settlingDuration() + 0.001)
    #expect(!stage.layer.hasAnimations)
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
  func `a spring that is shown after its end is exactly at its target`(share: Double) {
    var spring = SpringAnimation(.rotation, spring: Spring(damping: 1), from: 0, to: 1000)
    spring.duration *= share
    spring.fillMode = .forwards
    spring.isRemovedOnCompletion = false
    stage.layer.add(spring)
    stage.reported(0, spring.duration - 1e-9)
    #expect((999...1001).contains(stage.layer.presentation.rotation))
    stage.reported(spring.duration + 1)
    #expect(stage.layer.presentation.rotation == 1000)
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
