// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import Testing

/// Completion blocks of transactions.
@Suite struct CompletionTests {
  let stage = Stage()

  private func note(_ word: String) -> () -> Void {
    { [log = stage.log] in log.entries.append(word) }
  }

  @Test func `a completion runs once, when all animations added after it have ended`() {
    stage.tree.transaction { transaction in
      stage.layer.add(stage.fade(9, name: "before"))
      transaction.addCompletion(note("complete"))
      stage.layer.add(stage.fade(1, name: "a"))
      stage.layer.add(stage.fade(2, name: "b"))
    }
    stage.layer.add(stage.fade(9, name: "outside"))
    #expect(stage.reported(0) == ["start before", "start a", "start b", "start outside"])
    #expect(stage.reported(1) == ["finish a"])
    #expect(stage.reported(2) == ["finish b", "complete"])
    #expect(stage.reported(3, 20) == ["finish before", "finish outside"])
  }

  @Test func `removed animations count as ended, whether or not they had begun`() {
    stage.tree.transaction { transaction in
      transaction.addCompletion(note("complete"))
      stage.layer.add(stage.fade(5, name: "a"), forKey: "a")
      stage.layer.add(stage.fade(5, name: "b"), forKey: "b")
    }
    stage.layer.removeAnimation(forKey: "b")
    #expect(stage.reported(0) == ["start a", "break b"])
    stage.layer.removeAnimation(forKey: "a")
    #expect(stage.reported(1) == ["break a", "complete"])
    #expect(stage.reported(2) == [])
  }

  @Test func `an animation that stays after its end counts as ended only once`() {
    var fade = stage.fade(1)
    fade.isRemovedOnCompletion = false
    stage.tree.transaction { transaction in
      transaction.addCompletion(note("complete"))
      stage.layer.add(fade, forKey: "fade")
    }
    #expect(stage.reported(0, 1) == ["start fade", "finish fade", "complete"])
    stage.layer.removeAnimation(forKey: "fade")
    #expect(stage.reported(2) == [])
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

  @Test func `a second completion does not replace the first`() {
    stage.tree.transaction { transaction in
      transaction.addCompletion(note("first"))
      stage.layer.add(stage.fade(2, name: "a"))
      transaction.addCompletion(note("second"))
      stage.layer.add(stage.fade(1, name: "b"))
    }
    #expect(stage.reported(0) == ["start a", "start b"])
    #expect(stage.reported(1) == ["finish b", "second"])
    #expect(stage.reported(2) == ["finish a", "first"])
  }

  @Test func `an outer completion waits for animations of nested transactions`() {
    stage.tree.transaction { outer in
      outer.addCompletion(note("outer"))
      stage.tree.transaction { inner in
        inner.addCompletion(note("inner"))
        stage.layer.add(stage.fade(2, name: "a"))
      }
      stage.layer.add(stage.fade(1, name: "b"))
    }
    #expect(stage.reported(0) == ["start a", "start b"])
    #expect(stage.reported(1) == ["finish b"])
    #expect(stage.reported(2) == ["finish a", "inner", "outer"])
  }

  @Test func `a removed layer does not delay a completion`() {
    stage.tree.transaction { transaction in
      transaction.addCompletion(note("complete"))
      var loose: Layer? = Layer()
      stage.layer.add(loose!)
      loose?.add(stage.fade(5))
      loose?.removeFromSuperlayer()
      loose = nil
    }
    #expect(stage.reported(0) == ["break fade", "complete"])
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
