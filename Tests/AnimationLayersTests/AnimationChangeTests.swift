// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import RepeatTiming
import Testing

/// `Layer.updateAnimation(forKey:at:_:)`: what runs is changed without a jump.
@Suite struct AnimationChangeTests {
  let stage = Stage()

  private func pulse() -> BasicAnimation<Double> {
    var pulse = stage.fade(1, name: "pulse")
    pulse.autoreverses = true
    pulse.repeatCount = 4
    return pulse
  }

  @Test func `a copy changed by its owner changes nothing that runs`() {
    var fade = stage.fade(4)
    stage.layer.add(fade, forKey: "fade")
    stage.reported(0)
    fade.duration = 1
    var copy = stage.layer.animation(forKey: "fade")
    copy?.duration = 1
    stage.reported(2)
    #expect(stage.opacity == 0.5)
  }

  @Test(arguments: [0.5, 1.25, 2, 3.75, 7.5], [0.25, 0.5, 2, 3])
  func `a new duration goes on from the same phase`(time: Double, duration: Double) {
    stage.layer.add(pulse(), forKey: "pulse")
    stage.reported(0, time)
    let shown = stage.opacity
    #expect(stage.layer.updateAnimation(forKey: "pulse") { $0.duration = duration })
    #expect(stage.reported(time) == [])
    #expect(isClose(stage.opacity, shown))
    // Of 8 legs time have been played: the rest takes duration each.
    let end = time + (8 - time) * duration
    #expect(stage.reported(end - 1e-6) == [])
    #expect(stage.reported(end + 1e-6) == ["finish pulse"])
  }

  @Test(arguments: [0.5, 2, 3.75], [-3, -1, -0.5, 0.5, 2] as [Double])
  func `a new speed goes on from the same phase, also backwards, and back again`(
    time: Double, speed: Double
  ) {
    stage.layer.add(pulse(), forKey: "pulse")
    stage.reported(0, time)
    let shown = stage.opacity
    stage.layer.updateAnimation(forKey: "pulse") { $0.speed = speed }
    #expect(stage.reported(time) == [])
    #expect(isClose(stage.opacity, shown))
    stage.reported(time + 0.125)
    let moved = stage.opacity
    #expect(!isClose(moved, shown))
    stage.layer.updateAnimation(forKey: "pulse") { $0.speed = -speed }
    stage.reported(time + 0.125)
    #expect(isClose(stage.opacity, moved))
    stage.reported(time + 0.25)
    #expect(isClose(stage.opacity, shown), "the same way back")
  }

  @Test func `speed 0 holds what shows, and another goes on from there`() {
    stage.layer.add(pulse(), forKey: "pulse")
    stage.reported(0, 1.25)
    stage.layer.updateAnimation(forKey: "pulse") { $0.speed = 0 }
    #expect(stage.reported(1.25, 50) == [])
    #expect(stage.opacity == 0.75)
    stage.layer.updateAnimation(forKey: "pulse") { $0.speed = 1 }
    stage.reported(50)
    #expect(stage.opacity == 0.75)
    stage.reported(50.5)
    #expect(stage.opacity == 0.25)
  }

  @Test func `the change holds at the given time, between two updates as well`() {
    stage.layer.add(stage.fade(8), forKey: "fade")
    stage.reported(0, 1)
    stage.layer.updateAnimation(forKey: "fade", at: 2) { $0.duration = 4 }
    stage.reported(3)
    #expect(stage.opacity == 0.5, "2 s at an eighth and 1 s at a quarter")
  }

  @Test func `repeats can be taken away and given, and an endless one becomes finite`() {
    var endless = pulse()
    endless.repeatCount = .infinity
    stage.layer.add(endless, forKey: "pulse")
    stage.reported(0, 2.5)
    stage.layer.updateAnimation(forKey: "pulse") { $0.repeatCount = 2 }
    stage.reported(2.5)
    #expect(stage.opacity == 0.5)
    #expect(stage.reported(3.99) == [])
    #expect(stage.reported(4) == ["finish pulse"])
  }

  @Test func `what has not been seen by an update, or not begun, begins as changed`() {
    stage.layer.add(stage.fade(1), forKey: "pending")
    stage.layer.updateAnimation(forKey: "pending") { $0.duration = 2 }
    stage.reported(0, 1)
    #expect(stage.opacity == 0.5)
    stage.layer.add(stage.fade(1, from: 9, name: "later"), forKey: "later")
    stage.reported(2)
    stage.layer.updateAnimation(forKey: "later") { $0.duration = 4 }
    #expect(stage.reported(8.9) == [])
    #expect(stage.reported(9, 11) == ["start later"])
    #expect(stage.opacity == 0.5)
  }

  @Test func `values, begin time and removal are as the body sets them`() {
    stage.layer.add(stage.fade(4), forKey: "fade")
    stage.reported(0, 1)
    stage.layer.updateAnimation(forKey: "fade") { animation in
      var fade = animation as? BasicAnimation<Double>
      fade?.to = 3
      if let fade { animation = fade }
      animation.isRemovedOnCompletion = false
      animation.fillMode = .forwards
    }
    stage.reported(1)
    #expect(stage.opacity == 0.75)
    stage.layer.updateAnimation(forKey: "fade") { $0.beginTime = -2 }
    stage.reported(1)
    #expect(stage.opacity == 2.25)
    #expect(stage.reported(5) == ["finish fade"])
    #expect(stage.opacity == 3)
    stage.layer.updateAnimation(forKey: "fade") { $0.duration = 8 }
    #expect(stage.reported(6) == [], "what is over stays over")
    #expect(stage.opacity == 3)
  }

  @Test func `another property that it animates leaves the first to its model value`() {
    stage.layer.add(stage.fade(4), forKey: "fade")
    stage.reported(0, 1)
    stage.layer.updateAnimation(forKey: "fade") { animation in
      var turn = BasicAnimation(.rotation, from: 0, to: 8)
      turn.timing = animation.timing
      animation = turn
    }
    stage.reported(2)
    #expect(stage.layer.presentation.rotation == 4 && stage.opacity == 1)
  }

  @Test func `an animation towards a value keeps the one that it came from`() {
    stage.layer.opacity = 0.2
    var to = BasicAnimation(.opacity, from: nil, to: nil, by: 0.8)
    to.duration = 4
    stage.layer.add(to, forKey: "to")
    stage.reported(0, 2)
    let shown = stage.opacity
    stage.layer.updateAnimation(forKey: "to") { $0.duration = 8 }
    stage.reported(2)
    #expect(isClose(stage.opacity, shown))
  }

  @Test func `in a repeating layer the phase is kept in the layer's pass`() {
    stage.layer.timing = MediaTiming(duration: 4, repeatCount: .infinity)
    stage.layer.add(stage.fade(4), forKey: "fade")
    stage.reported(0, 6)
    #expect(stage.opacity == 0.5)
    stage.layer.updateAnimation(forKey: "fade") { $0.duration = 8 }
    stage.reported(6)
    #expect(stage.opacity == 0.5)
    stage.reported(7)
    #expect(stage.opacity == 0.625)
  }
}

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

  @Test func `a change that moves what shows, or finds nothing, is reported`() {
    stage.layer.add(stage.fade(4), forKey: "fade")
    stage.reported(0, 1)
    stage.layer.updateAnimation(forKey: "fade") { $0.speed = 2 }
    #expect(stage.reported(1) == [])
    stage.layer.updateAnimation(forKey: "fade") { $0.timeOffset = 1 }
    #expect(stage.reported(1) == ["animationJumped(from: 0.25, to: 0.5) keyed"])
    #expect(!stage.layer.updateAnimation(forKey: "other") { $0.speed = 2 })
    #expect(stage.reported(1) == ["changeIgnored keyed"])
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
    stage.layer.updateAnimation(forKey: "other") { $0.speed = 2 }
    stage.reported(0)
    stage.tree.diagnosticsHandler = handler
    #expect(stage.reported(1) == [])
  }
}
