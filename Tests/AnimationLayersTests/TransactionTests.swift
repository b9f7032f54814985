// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import Testing

/// Transactions.
@Suite struct TransactionTests {
  let stage = Stage()

  private func duration(ofKey key: AnimationKey) -> Double? {
    stage.layer.animation(forKey: key)?.timing.duration
  }

  private func untimed() -> BasicAnimation<Double> { BasicAnimation(.rotation, to: 1) }

  @Test func `the duration is 0.25 s by default, and a nested transaction only inherits it`() {
    let layer = stage.layer
    layer.add(untimed(), forKey: "outside")
    stage.tree.transaction { outer in
      #expect(outer.duration == 0.25)
      outer.duration = 2
      stage.tree.transaction { inner in
        #expect(inner.duration == 2)
        inner.duration = 3
        layer.add(untimed(), forKey: "inner")
      }
      #expect(outer.duration == 2)
      layer.add(untimed(), forKey: "outer")
    }
    layer.add(untimed(), forKey: "after")
    stage.reported(0)
    #expect(duration(ofKey: "outside") == 0.25)
    #expect(duration(ofKey: "inner") == 3)
    #expect(duration(ofKey: "outer") == 2)
    #expect(duration(ofKey: "after") == 0.25)
    #expect(stage.tree.currentTransaction == nil)
  }

  @Test func `a nested transaction only inherits the timing function and disabled actions`() {
    stage.tree.transaction { outer in
      #expect(outer.timingFunction == nil && !outer.areActionsDisabled)
      outer.timingFunction = .easeIn
      stage.tree.transaction { inner in
        #expect(inner.timingFunction == .easeIn)
        inner.timingFunction = .easeOut
        inner.areActionsDisabled = true
        stage.tree.transaction { #expect($0.areActionsDisabled) }
      }
      #expect(outer.timingFunction == .easeIn && !outer.areActionsDisabled)
    }
  }

  @Test func `a transaction that throws is closed`() {
    struct Failure: Error {}
    #expect(throws: Failure.self) { try stage.tree.transaction { _ in throw Failure() } }
    #expect(stage.tree.currentTransaction == nil)
  }

  @Test func `a property set in a transaction animates from the shown value`() {
    stage.reported(0)
    stage.tree.transaction { transaction in
      transaction.duration = 2
      transaction.timingFunction = .linear
      stage.layer.opacity = 0
    }
    #expect(stage.layer.opacity == 0, "the model value is set at once")
    stage.reported(0)
    #expect(stage.opacity == 1)
    stage.reported(1)
    #expect(stage.opacity == 0.5)
    stage.tree.transaction { transaction in
      transaction.duration = 1
      transaction.timingFunction = .linear
      stage.layer.opacity = 1
    }
    stage.reported(1)
    #expect(stage.opacity == 0.5, "the second continues from the first")
    stage.reported(1.5)
    #expect(stage.opacity == 0.75)
    stage.reported(2)
    #expect(stage.opacity == 1 && !stage.layer.hasAnimations)
  }

  @Test
  func `with actions disabled, outside transactions or before an update, a value shows at once`() {
    stage.tree.transaction { _ in stage.layer.opacity = 0.9 }
    #expect(stage.opacity == 0.9 && !stage.layer.hasAnimations)
    stage.reported(0)
    stage.layer.opacity = 0.5
    stage.tree.transaction { transaction in
      transaction.areActionsDisabled = true
      stage.layer.rotation = 3
    }
    stage.reported(0)
    #expect(stage.opacity == 0.5)
    #expect(stage.layer.presentation.rotation == 3)
    #expect(!stage.layer.hasAnimations)
  }

  @Test func `a transaction's timing function applies to explicit animations without one`() {
    var own = BasicAnimation(.opacity, from: 0, to: 1)
    own.timingFunction = .linear
    stage.tree.transaction { transaction in
      transaction.duration = 1
      transaction.timingFunction = .easeIn
      stage.layer.add(BasicAnimation(.rotation, from: 0, to: 1))
      stage.layer.add(own)
    }
    stage.reported(0, 0.25)
    #expect(isClose(stage.layer.presentation.rotation, 0.093465, within: 1e-5))
    #expect(stage.opacity == 0.25)
  }

  @Test func `an animation of duration 0 starts and finishes in the same frame`() {
    stage.reported(0)
    stage.tree.transaction { transaction in
      transaction.duration = 0
      var fade = stage.fade(0)
      fade.to = 0.5
      stage.layer.add(fade)
      transaction.addCompletion { [log = stage.log] in log.entries.append("complete") }
      stage.layer.rotation = 9
    }
    #expect(stage.reported(1) == ["start fade", "finish fade", "complete"])
    #expect(stage.opacity == 1)
    #expect(stage.layer.presentation.rotation == 9 && !stage.layer.hasAnimations)
  }

  @Test
  func `animations of a layer that joins the tree in a transaction belong to this transaction`() {
    let layer = Layer()
    layer.add(untimed(), forKey: "turn")
    stage.tree.transaction { transaction in
      transaction.duration = 2
      transaction.timingFunction = .easeIn
      transaction.addCompletion { [log = stage.log] in log.entries.append("complete") }
      stage.layer.add(layer)
    }
    #expect(stage.reported(0) == [])
    #expect(layer.animation(forKey: "turn")?.timing.duration == 2)
    #expect(stage.reported(1.9) == [])
    #expect(stage.reported(2) == ["complete"])
  }
}
