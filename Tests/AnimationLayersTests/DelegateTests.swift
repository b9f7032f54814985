// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import Testing

/// Delegate calls at the start and stop of animations, and their order.
@Suite struct DelegateTests {
  let stage = Stage()

  @Test func `calls follow the update of all layers: starts, then stops, in order of addition`() {
    let other = Layer()
    stage.tree.root.insert(other, at: 0)
    stage.layer.add(stage.fade(1, name: "a"))
    other.add(stage.fade(1, name: "b"))
    stage.layer.add(stage.fade(1, name: "c"))
    other.add(stage.fade(2, name: "d"))
    #expect(stage.reported(0) == ["start a", "start b", "start c", "start d"])
    stage.layer.add(stage.fade(name: "e"))
    var seen: [Double] = []
    stage.log.onEntry = { _ in seen.append(other.presentation.opacity) }
    #expect(stage.reported(1) == ["start e", "finish a", "finish b", "finish c"])
    #expect(seen == [0.5, 0.5, 0.5, 0.5])
  }

  @Test func `a delegate may reuse the key, because the animation is removed before its stop`() {
    stage.layer.add(stage.fade(1), forKey: "fade")
    stage.reported(0)
    stage.log.onEntry = { [stage] entry in
      guard entry == "finish fade" else { return }
      #expect(stage.layer.animation(forKey: "fade") == nil)
      stage.layer.add(stage.fade(1, name: "again"), forKey: "fade")
    }
    #expect(stage.reported(1) == ["finish fade"])
    #expect(stage.layer.animationKeys == ["fade"])
    #expect(stage.reported(1.5, 2) == ["start again"])
    #expect(stage.opacity == 0.5)
    #expect(stage.reported(2.5) == ["finish again"])
  }

  @Test func `a callback may remove its layer, and the other animations there stop unfinished`() {
    let child = Layer()
    stage.layer.add(child)
    stage.layer.add(stage.fade(1, name: "a"))
    child.add(stage.fade(1, name: "b"))
    stage.layer.add(stage.fade(2, name: "c"))
    child.add(stage.fade(2, name: "d"))
    stage.reported(0)
    stage.log.onEntry = { [stage] entry in
      guard entry == "finish a" else { return }
      stage.layer.removeFromSuperlayer()
    }
    #expect(stage.reported(1) == ["finish a", "finish b"])
    #expect(stage.reported(2, 3) == ["break c", "break d"], "once, although the layer is gone")
    #expect(!child.hasAnimations)
  }

  @Test func `an event has the layer, the key, and the animation with its resolved times`() throws {
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

  @Test func `a layer of a freed tree loses its animations, and can join another tree`() {
    let layer = Layer()
    var tree: LayerTree? = LayerTree()
    tree?.root.add(layer)
    layer.add(stage.fade(), forKey: "fade")
    tree?.update(at: 100)
    tree = nil
    #expect(!layer.hasAnimations && layer.presentation.opacity == 1)
    stage.tree.root.add(layer)
    stage.tree.transaction { _ in layer.opacity = 0.5 }
    stage.reported(0)
    #expect(layer.presentation.opacity == 0.5, "no update of this tree had shown the layer")
  }

  @Test func `a layer moved within the tree keeps its animations`() {
    let other = Layer()
    stage.tree.root.add(other)
    stage.layer.add(stage.fade())
    stage.reported(0)
    other.add(stage.layer)
    #expect(stage.reported(0.5) == [])
    #expect(stage.opacity == 0.5)
  }

  @Test func `a paused animation, at any depth, keeps its value and does not stop`() {
    stage.tree.root.setSpeed(2, at: 0)
    stage.layer.setSpeed(0.5, at: 0)
    stage.layer.add(stage.fade())
    stage.reported(0, 0.5)
    stage.layer.pause(at: 0.5)
    #expect(stage.reported(1, 100) == [])
    #expect(stage.opacity == 0.5 && stage.layer.isPaused)
    stage.layer.resume(at: 100)
    #expect(stage.reported(100.25) == [])
    #expect(stage.opacity == 0.75)
    #expect(stage.reported(100.5) == ["finish fade"])
  }

  @Test func `scrubbing shows any time and stops nothing, and resuming continues from there`() {
    stage.layer.add(stage.fade())
    stage.reported(0)
    for (time, local, shown) in [(1.0, 3.0, 1.0), (2, 0.75, 0.75), (3, 0.25, 0.25)] {
      stage.layer.scrub(to: local, at: time)
      #expect(stage.reported(time) == [])
      #expect(stage.opacity == shown)
    }
    stage.layer.resume(at: 3)
    #expect(stage.reported(3.25) == [])
    #expect(stage.opacity == 0.5)
  }

  @Test func `replacing or removing an animation outside any tree stops it at once, unfinished`() {
    let layer = Layer()
    stage.log.onEntry = { [log = stage.log] entry in
      guard entry == "break a" else { return }
      log.entries.append("\(layer.animationKeys)")
    }
    layer.add(stage.fade(name: "a"), forKey: "fade")
    layer.add(stage.fade(name: "b"), forKey: "fade")
    layer.add(stage.fade(name: "c"))
    layer.removeAllAnimations()
    #expect(stage.log.entries == ["break a", "[fade]", "break b", "break c"])
    stage.layer.add(layer)
    #expect(stage.reported(0) == [])
  }
}
