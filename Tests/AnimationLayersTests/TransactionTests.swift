// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import Testing

/// Transactions and their completion blocks.
@Suite struct TransactionTests {
  let stage = Stage()

  private func untimed() -> BasicAnimation<Double> { BasicAnimation(.rotation, from: 0, to: 1) }

  private func note(_ word: String) -> () -> Void {
    { [log = stage.log] in log.entries.append(word) }
  }

  @Test func `a nested transaction inherits the settings, and does not change the outer one`() {
    let layer = stage.layer
    layer.add(untimed(), forKey: "outside")
    stage.tree.transaction { outer in
      #expect(outer.duration == 0.25 && outer.timingFunction == nil && !outer.areActionsDisabled)
      (outer.duration, outer.timingFunction) = (2, .easeIn)
      stage.tree.transaction { inner in
        #expect(inner.duration == 2 && inner.timingFunction == .easeIn)
        (inner.duration, inner.timingFunction, inner.areActionsDisabled) = (3, .easeOut, true)
        layer.add(untimed(), forKey: "inner")
        stage.tree.transaction { #expect($0.areActionsDisabled) }
      }
      #expect(outer.duration == 2 && outer.timingFunction == .easeIn && !outer.areActionsDisabled)
      layer.add(untimed(), forKey: "outer")
    }
    layer.add(untimed(), forKey: "after")
    stage.reported(0)
    for (key, duration) in [("outside", 0.25), ("inner", 3), ("outer", 2), ("after", 0.25)] {
      #expect(layer.animation(forKey: AnimationKey(key))?.timing.duration == duration)
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
      (transaction.duration, transaction.timingFunction) = (2, .linear)
      stage.layer.opacity = 0
    }
    #expect(stage.layer.opacity == 0, "the model value is set at once")
    stage.reported(0)
    #expect(stage.opacity == 1)
    stage.reported(1)
    #expect(stage.opacity == 0.5)
    stage.tree.transaction { transaction in
      (transaction.duration, transaction.timingFunction) = (1, .linear)
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
  func `with actions disabled, outside transactions or before an update, no value animates`() {
    stage.tree.transaction { _ in stage.layer.opacity = 0.9 }
    #expect(stage.opacity == 0.9 && !stage.layer.hasAnimations)
    stage.reported(0)
    stage.layer.opacity = 0.5
    #expect(stage.opacity == 0.9, "until the next update")
    stage.tree.transaction { transaction in
      transaction.areActionsDisabled = true
      stage.layer.rotation = 3
    }
    stage.reported(0)
    #expect(stage.opacity == 0.5)
    #expect(stage.layer.presentation.rotation == 3)
    #expect(!stage.layer.hasAnimations)
  }

  @Test func `an animation of duration 0 starts and finishes in the same frame`() {
    stage.reported(0)
    stage.tree.transaction { transaction in
      transaction.duration = 0
      var fade = stage.fade(0)
      fade.to = 0.5
      stage.layer.add(fade)
      transaction.addCompletion(note("complete"))
      stage.layer.rotation = 9
    }
    #expect(stage.reported(1) == ["start fade", "finish fade", "complete"])
    #expect(stage.opacity == 1)
    #expect(stage.layer.presentation.rotation == 9 && !stage.layer.hasAnimations)
  }

  @Test func `a transaction's settings apply to animations of a layer that joins the tree in it`() {
    let layer = Layer()
    var own = BasicAnimation(.opacity, from: 0, to: 1)
    own.timingFunction = .linear
    layer.add(own)
    layer.add(untimed(), forKey: "turn")
    stage.tree.transaction { transaction in
      (transaction.duration, transaction.timingFunction) = (2, .easeIn)
      transaction.addCompletion(note("complete"))
      stage.layer.add(layer)
    }
    #expect(stage.reported(0, 0.5) == [])
    #expect(layer.animation(forKey: "turn")?.timing.duration == 2)
    #expect(isClose(layer.presentation.rotation, 0.093465, within: 1e-5))
    #expect(layer.presentation.opacity == 0.25)
    #expect(stage.reported(1.9) == [])
    #expect(stage.reported(2) == ["complete"])
  }

  @Test func `a completion runs once, when all animations added after it have ended`() {
    stage.tree.transaction { outer in
      stage.layer.add(stage.fade(9, name: "before"))
      outer.addCompletion(note("first"))
      stage.layer.add(stage.fade(4, name: "a"))
      outer.addCompletion(note("second"))
      stage.tree.transaction { inner in
        inner.addCompletion(note("inner"))
        stage.layer.add(stage.fade(3, name: "b"))
      }
      stage.layer.add(stage.fade(2, name: "c"))
    }
    stage.layer.add(stage.fade(9, name: "outside"))
    stage.reported(0)
    #expect(stage.reported(2) == ["finish c"])
    #expect(stage.reported(3) == ["finish b", "inner", "second"])
    #expect(stage.reported(4) == ["finish a", "first"])
    #expect(stage.reported(5, 20) == ["finish before", "finish outside"])
  }

  @Test func `removed animations count as ended, whether or not they had begun`() {
    stage.tree.transaction { transaction in
      transaction.addCompletion(note("complete"))
      stage.layer.add(stage.fade(5, name: "a"), forKey: "a")
      stage.layer.add(stage.fade(5, name: "b"), forKey: "b")
      stage.layer.add(stage.fade(5, from: 7, name: "c"), forKey: "c")
      var loose: Layer? = Layer()
      stage.layer.add(loose!)
      loose?.add(stage.fade(5, name: "loose"))
      loose?.removeFromSuperlayer()
      loose = nil
    }
    stage.layer.removeAnimation(forKey: "b")
    #expect(stage.reported(0) == ["start a", "break b", "break loose"])
    stage.layer.removeAnimation(forKey: "c")
    #expect(stage.reported(1) == ["break c"])
    stage.layer.removeAnimation(forKey: "a")
    #expect(stage.reported(2) == ["break a", "complete"])
    #expect(stage.reported(3, 8) == [])
  }

  @Test func `an animation that stays after its end reports one stop, and counts as ended once`() {
    var fade = stage.fade(1)
    fade.isRemovedOnCompletion = false
    fade.fillMode = .forwards
    stage.tree.transaction { transaction in
      transaction.addCompletion(note("complete"))
      stage.layer.add(fade, forKey: "fade")
    }
    #expect(stage.reported(0, 1) == ["start fade", "finish fade", "complete"])
    #expect(stage.reported(2) == [])
    #expect(stage.opacity == 1, "it holds its end")
    stage.layer.opacity = 0.5
    stage.layer.removeAnimation(forKey: "fade")
    #expect(stage.reported(3) == [])
    #expect(stage.opacity == 0.5)
  }

  @Test
  func `a completion without animations runs with the next update, never inside the transaction`() {
    stage.tree.transaction { transaction in
      transaction.addCompletion(note("complete"))
      #expect(stage.log.entries == [])
    }
    #expect(stage.log.entries == [])
    #expect(stage.reported(0) == ["complete"])
    #expect(stage.reported(1) == [])
  }

  @Test func `completions of one frame run in the order in which their transactions closed`() {
    for (word, duration) in [("long", 2.0), ("short", 1)] {
      stage.tree.transaction { transaction in
        transaction.addCompletion(note(word))
        let layer = Layer()
        stage.tree.root.insert(layer, at: 0)
        layer.add(stage.fade(duration, name: word))
      }
    }
    #expect(
      stage.reported(0, 5) == [
        "start long", "start short", "finish long", "finish short", "long", "short",
      ])
  }
}
