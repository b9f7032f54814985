// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import Testing

/// `LayerTree.diagnosticsHandler`: the counterpart of Core Animation's debug log.
@Suite struct DiagnosticsTests {
  let stage = Stage()

  init() {
    stage.tree.diagnosticsHandler = { [log = stage.log] diagnostic in
      let key = diagnostic.key == nil ? "" : " keyed"
      log.entries.append("\(diagnostic.kind)\(key)")
    }
  }

  @Test func `a layer's speed assigned while something runs in it is reported with the jump`() {
    let child = Layer()
    stage.layer.add(child)
    child.add(stage.fade(100))
    #expect(stage.reported(0, 3) == ["start fade"])
    stage.layer.speed = 3
    #expect(stage.reported(4) == ["timeJumped(seconds: 8.0)"])
    stage.layer.timing.speed = 1
    #expect(stage.reported(5) == ["timeJumped(seconds: -10.0)"])
    #expect(stage.reported(6) == [])
  }

  @Test func `changes that do not jump, the pause of the article and sliders are not reported`() {
    stage.layer.add(stage.fade(100))
    stage.reported(0, 3)
    stage.layer.setSpeed(2, at: 3.5)
    stage.layer.setSpeed(0.5, at: 3.75)
    #expect(stage.reported(4) == [])
    stage.layer.timeSpace.setSpeed(-1, at: 4.25)
    #expect(stage.reported(4.5) == [])
    let paused = stage.layer.convertTime(5, from: nil)
    stage.layer.speed = 0
    stage.layer.timeOffset = paused
    #expect(stage.reported(5.5) == [])
    stage.layer.timeOffset = 20
    #expect(stage.reported(6) == [])
    stage.layer.scrub(to: 1, at: 6)
    #expect(stage.reported(7) == [])
  }

  @Test func `without running animations a jump is not reported`() {
    stage.reported(0, 3)
    stage.layer.speed = 3
    #expect(stage.reported(4) == [])
  }

  @Test func `a fill that ends with its removal is reported`() {
    var fade = stage.fade()
    fade.fillMode = .forwards
    stage.layer.add(fade, forKey: "fade")
    #expect(stage.reported(0, 1) == ["start fade", "finish fade", "fillIgnored keyed"])
    fade.isRemovedOnCompletion = false
    stage.layer.add(fade, forKey: "fade")
    #expect(stage.reported(2, 3) == ["start fade", "finish fade"])
  }

  @Test func `without a handler nothing is kept for one that comes later`() {
    let handler = stage.tree.diagnosticsHandler
    stage.tree.diagnosticsHandler = nil
    stage.layer.add(stage.fade(100))
    stage.reported(0, 1)
    stage.layer.speed = 3
    stage.reported(2)
    stage.tree.diagnosticsHandler = handler
    #expect(stage.reported(3) == [])
  }
}
