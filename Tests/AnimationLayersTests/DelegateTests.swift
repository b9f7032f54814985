// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import Testing

/// Delegate calls at the start and stop of animations.
@Suite struct DelegateTests {
  let stage = Stage()

  @Test func `an animation that stays after its end reports one stop`() {
    var fade = stage.fade(2)
    fade.isRemovedOnCompletion = false
    fade.fillMode = .forwards
    stage.layer.add(fade, forKey: "fade")
    #expect(stage.reported(5, 7) == ["start fade", "finish fade"])
    #expect(stage.reported(8, 9) == [])
    #expect(stage.opacity == 1, "it holds its end")
    stage.layer.removeAnimation(forKey: "fade")
    #expect(stage.reported(10) == [], "removal reports no second stop")
  }

  @Test func `a layer that leaves the tree stops the animations of its subtree unfinished`() {
    let child = Layer()
    stage.layer.add(child)
    stage.layer.add(stage.fade(name: "layer"))
    child.add(stage.fade(name: "child"))
    stage.reported(0)
    stage.layer.removeFromSuperlayer()
    #expect(stage.reported(0.5) == ["break layer", "break child"])
    #expect(!child.hasAnimations)
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
    #expect(layer.presentation.opacity == 0.5, "no update had shown the layer")
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

  @Test func `an animation removed before its begin reports an unfinished stop and no start`() {
    var fade = stage.fade()
    fade.beginTime = 7
    stage.layer.add(fade, forKey: "later")
    stage.layer.add(stage.fade(), forKey: "never seen")
    stage.layer.removeAnimation(forKey: "never seen")
    #expect(stage.reported(5) == ["break fade"])
    stage.layer.removeAnimation(forKey: "later")
    #expect(stage.reported(6, 8) == ["break fade"])
  }

  @Test func `an animation does not stop while it is paused`() {
    stage.layer.add(stage.fade())
    stage.reported(0, 0.5)
    stage.layer.pause(at: 0.5)
    #expect(stage.reported(1, 100) == [])
    stage.layer.resume(at: 100)
    #expect(stage.reported(100.25) == [])
    #expect(stage.reported(100.5) == ["finish fade"])
  }

  @Test func `an animation scrubbed beyond its end at speed 0 does not stop`() {
    stage.layer.add(stage.fade(), forKey: "fade")
    stage.reported(0)
    stage.layer.scrub(to: 3, at: 0)
    #expect(stage.reported(1) == [])
    #expect(stage.layer.animation(forKey: "fade") != nil)
    stage.layer.scrub(to: 0.25, at: 1)
    #expect(stage.reported(2) == [])
    #expect(stage.opacity == 0.25, "it comes back when scrubbed back")
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
