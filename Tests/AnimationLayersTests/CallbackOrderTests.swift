// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import Testing

/// The order of callbacks.
@Suite struct CallbackOrderTests {
  let stage = Stage()

  @Test func `callbacks are in order of addition across layers, with starts before stops`() {
    let other = Layer()
    stage.tree.root.insert(other, at: 0)
    stage.layer.add(stage.fade(1, name: "a"))
    other.add(stage.fade(1, name: "b"))
    stage.layer.add(stage.fade(1, name: "c"))
    #expect(stage.reported(0) == ["start a", "start b", "start c"])
    other.add(stage.fade(1, name: "d"))
    #expect(stage.reported(1) == ["start d", "finish a", "finish b", "finish c"])
  }

  @Test func `all layers show the new time before the first callback`() {
    let other = Layer()
    stage.tree.root.add(other)
    other.add(stage.fade(2, name: "other"))
    stage.layer.add(stage.fade(1, name: "first"))
    stage.reported(0)
    var seen: [Double] = []
    stage.log.onEntry = { _ in seen.append(other.presentation.opacity) }
    stage.reported(1)
    #expect(seen == [0.5])
  }

  @Test func `a delegate may add the key again, because removal comes before the stop`() {
    stage.layer.add(stage.fade(1), forKey: "fade")
    stage.reported(0)
    var wasFree = false
    stage.log.onEntry = { [stage] entry in
      guard entry == "finish fade" else { return }
      wasFree = stage.layer.animation(forKey: "fade") == nil
      stage.log.onEntry = { _ in }
      stage.layer.add(stage.fade(1, name: "again"), forKey: "fade")
    }
    #expect(stage.reported(1) == ["finish fade"])
    #expect(wasFree)
    #expect(stage.layer.animationKeys == ["fade"])
    #expect(stage.reported(1.5) == ["start again"])
    #expect(stage.reported(2) == [])
    #expect(stage.opacity == 0.5)
    #expect(stage.reported(2.5) == ["finish again"])
  }

  @Test func `the next update reports that the start callback of one animation replaced another`() {
    stage.layer.add(stage.fade(name: "a"), forKey: "a")
    stage.layer.add(stage.fade(name: "b"), forKey: "b")
    stage.log.onEntry = { [stage] entry in
      guard entry == "start a" else { return }
      stage.layer.add(stage.fade(name: "c"), forKey: "b")
    }
    #expect(stage.reported(0) == ["start a", "start b"], "b's start was recorded before")
    #expect(stage.reported(0.1) == ["start c", "break b"])
  }

  @Test func `everything may be removed inside a callback`() {
    let child = Layer()
    stage.layer.add(child)
    stage.layer.add(stage.fade(1, name: "a"))
    child.add(stage.fade(1, name: "b"))
    child.add(stage.fade(2, name: "c"))
    stage.reported(0)
    stage.log.onEntry = { [stage] entry in
      guard entry == "finish a" else { return }
      stage.layer.removeFromSuperlayer()
    }
    #expect(stage.reported(1) == ["finish a", "finish b"])
    #expect(stage.reported(2) == ["break c"], "once, although its layer is gone")
    #expect(stage.reported(3) == [])
  }

  @Test func `an event has the layer, the key, and the copy with its resolved times`() throws {
    final class Keeper: AnimationDelegate {
      var events: [AnimationEvent] = []
      func animationDidStart(_ event: AnimationEvent) { events.append(event) }
    }
    let keeper = Keeper()
    var fade = BasicAnimation(.opacity, to: 0)
    fade.delegate = keeper
    stage.layer.add(fade, forKey: "fade")
    stage.reported(3)
    let event = try #require(keeper.events.first)
    #expect(event.layer === stage.layer)
    #expect(event.key == "fade")
    #expect(event.animation.timing.beginTime == 3)
    #expect(event.animation.timing.duration == 0.25)
    #expect(fade.beginTime == 0 && fade.duration == 0, "the caller's value is not touched")
  }
}
