// SPDX-License-Identifier: Apache-2.0

// Sources/DynamicRepeat/Recipes.md: compiled here, and run by RecipeTests.

import AnimationLayers
import CSDL2
import DynamicRepeat
import RepeatBanks
import SDLDriver

enum Recipes {
  /// Faster as health falls.
  struct Wounded {
    var health = 1.0

    var flash = RepeatController(policy: .phaseMatched)

    mutating func begin() { flash.start() }

    mutating func hit(_ damage: Double) throws {
      health = max(0, health - damage)
      try flash.setRate(.cycleDuration(0.35 + 0.65 * health))  // at most three flashes a second
    }

    mutating func frame(at time: Double) -> Double {
      flash.advance(to: time)
      return flash.progress(at: time)  // 0 calm, 1 alarmed
    }
  }

  /// One pulse for each hit.
  struct Struck {
    var blow: RepeatController

    init() throws {
      let settings = RepeatSettings(rate: .cycleDuration(0.4), repeatCount: 1)
      blow = try RepeatController(settings, now: 0)
    }

    mutating func hit() {
      blow.stop(.immediately)  // start() alone is ignored during a run
      blow.start()  // one cycle, from its beginning
    }
  }

  /// A faster engine while a key is held.
  static func drive(_ engine: inout RepeatController, _ input: InputState) throws {
    let wanted = RepeatRate.hertz(input.isHeld(.up) ? 2.5 : 1)
    if engine.requestedRate != wanted { try engine.perform(.rate(wanted)) }
  }

  /// A copy of a bank.
  static func copy(of torches: borrowing RepeatBank) throws -> RepeatBank {
    let saved = torches.savedState
    let copy = try RepeatBank.restored(from: saved, curve: torches.curve)
    return copy
  }

  /// A sound of SDL with every cycle.
  static func tick(
    _ flash: inout RepeatController, at time: Double, _ output: inout SoundOutput, _ tick: Sound
  ) throws {
    for event in flash.advance(to: time) where event.isCycle { try output.play(tick) }
  }

  /// Three times, then something else.
  static func blinkThreeTimes(
    show: @escaping (Double) -> Void, openDoor: @escaping () -> Void
  ) throws -> DynamicRepeatAnimation {
    let settings = RepeatSettings(rate: .cycleDuration(0.4), repeatCount: 3)
    let blink = DynamicRepeatAnimation { progress in show(progress) }
    blink.controller = try RepeatController(settings)
    blink.start { reason in
      if reason == .finished { openDoor() }
    }
    return blink
  }

  /// Hard on and off.
  static func isLit(_ beacon: RepeatController, at time: Double) -> Bool {
    let isLit = beacon.isOn(at: time, duty: 0.3)  // the first 30 % of each cycle
    return isLit
  }

  /// Two in step, or half a cycle apart.
  static func pair(_ beacon: inout RepeatController, at time: Double) -> (Double, Double) {
    beacon.advance(to: time)
    let (left, right) = (beacon.progress(at: time), 1 - beacon.progress(at: time))
    return (left, right)
  }

  static func partner(of beacon: RepeatController) throws -> RepeatController {
    var lamp = beacon  // a copy is in step
    try lamp.seek(to: lamp.sample(at: lamp.now).position.advanced(by: 0.5))  // half a cycle ahead
    return lamp
  }

  /// Save and load.
  static func saveAndLoad(_ flash: RepeatController, clockNow: Double) throws -> RepeatController {
    let saved = flash.savedState  // bytes, with a version and a checksum
    var loaded = try RepeatController(savedState: saved)
    try loaded.moveTimeline(to: clockNow)  // the clock of a new process has another start
    return loaded
  }

  /// A pause menu for everything: one time space for the whole game.
  struct PausableGame {
    var world = TimeSpace()
    var flash = RepeatController()

    mutating func begin() { flash.start() }
    mutating func openMenu(at time: Double) { world.pause(at: time) }
    mutating func closeMenu(at time: Double) { world.resume(at: time) }

    mutating func frame(at time: Double) -> Double {
      let worldTime = world.local(at: time)
      flash.advance(to: worldTime)
      return flash.progress(at: worldTime)
    }
  }

  /// Slow motion, for everything or for one.
  static func slowMotion(_ world: inout TimeSpace, at time: Double) {
    world.setSpeed(0.25, at: time)  // everything in the world, without a jump; ends a pause
  }

  static func slowDown(_ siren: inout RepeatController) throws {
    try siren.ramp(to: .hertz(0.5), over: 2)  // one repeat, over two seconds
  }

  /// A sound with every cycle.
  static func tick(_ flash: inout RepeatController, at time: Double, play: (Double) -> Void) {
    for event in flash.advance(to: time) where event.isCycle {
      play(event.lateness)  // seconds since the exact end of the cycle
    }
  }

  /// Footsteps at two phases.
  struct Walker {
    var walk: RepeatController
    var steps: [(foot: Int, time: Double)] = []

    init() throws {
      let settings = RepeatSettings(
        rate: .cycleDuration(1.1), autoreverses: false, pace: .linear, marks: [0.2, 0.7])
      walk = try RepeatController(settings)
    }

    mutating func step(_ foot: Int, _ lateness: Double) { steps.append((foot, walk.now)) }

    mutating func frame(at time: Double) -> Int {
      while let event = walk.nextEvent(through: time) {
        if event.kind == .mark { step(event.mark, event.lateness) }  // 0 left foot, 1 right foot
      }
      return Int(walk.progress(at: time) * 8)  // the picture of the sprite
    }
  }

  /// A rest between two pulses.
  struct RestingHeart {
    var heart: RepeatController
    var beats: [Double] = []

    init() throws {
      let settings = RepeatSettings(rate: .cycleDuration(0.4), repeatDelay: 0.6)
      heart = try RepeatController(settings)
    }

    mutating func play(_ lateness: Double) { beats.append(heart.now) }

    mutating func frame(at time: Double) -> Double {
      while let event = heart.nextEvent(through: time) {
        // A pulse begins at the start of the run, and at the end of each rest.
        if event.kind == .started || event.kind == .delayEnded { play(event.lateness) }
      }
      return heart.progress(at: time)
    }
  }

  /// A rest of random length.
  struct RandomLamp {
    var lamp = RepeatController()

    mutating func begin() throws {
      lamp.start()
      try lamp.schedule(.pause, at: .nextCycle)
    }

    mutating func frame(at time: Double) throws -> Double {
      while let event = lamp.nextEvent(through: time) {
        guard event.isCycle else { continue }
        try lamp.schedule(.resume, at: .time(event.time + .random(in: 0.3...1.2)))
        try lamp.schedule(.pause, at: .nextCycle)
      }
      return lamp.progress(at: time)
    }
  }

  /// Start one when another ends.
  struct Entrance {
    var door: RepeatController
    var lamp = RepeatController()

    mutating func frame(at time: Double) throws {
      while let event = door.nextEvent(through: time) {
        if event.kind == .finished { try lamp.schedule(.start, at: .time(event.time)) }
      }
      lamp.advance(to: time)  // after the door
    }
  }

  /// Change it on the beat.
  static func changeOnTheBeat(_ pulse: inout RepeatController) throws {
    try pulse.schedule(.rate(.hertz(4)), at: .nextCycle)
    try pulse.schedule(.reverse, at: .cycle(8))
    try pulse.schedule(.stop(.freeze), at: .time(12.5))
  }

  /// In step with music.
  static func lockToMusic(_ pulse: inout RepeatController, songStart: Double) throws {
    let music = try BeatClock(beatsPerMinute: 120, at: songStart)
    let bounds = try RateBounds(around: 1, within: 0.2, slope: 0.5)  // 0.8 to 1.2 Hz
    try pulse.lock(to: music.line.times(1, over: 2), within: bounds)  // a cycle in two beats
  }

  static func startOnBar(_ pulse: inout RepeatController, _ music: BeatClock) throws {
    let bar = music.nextBar(at: pulse.now)
    if let bar, let time = music.time(ofBeat: bar), time >= pulse.now {
      try pulse.schedule(.start, at: .time(time))  // never while the clock is paused
    }
  }

  /// In step, in whole cycles.
  static func walkInStep(_ walk: inout RepeatController, _ music: BeatClock, at time: Double) throws
  {
    for event in walk.advance(to: time) where event.isCycle || event.kind == .started {
      let end = event.time + walk.sample(at: time).cycleDuration  // of the present cycle
      let target = music.beat(at: end + 60 / music.beatsPerMinute)
      let beat = target.phase < 0.5 ? target.cycle : target.cycle + 1  // the nearest one
      guard let time = music.time(ofBeat: beat) else { continue }
      try walk.setRate(.cycleDuration(time - end))  // of the next cycle
    }
  }

  /// Let the last cycle end, then hide it.
  static func hideAfterThisCycle(_ blink: DynamicRepeatAnimation, hide: @escaping () -> Void) {
    blink.stop { _ in hide() }
  }

  /// A colour between two, mixed as light is.
  static func glow(at time: Double) -> (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
    var glow = RepeatingValue(
      from: Color(rgb: 0x1d5fa0), to: Color(rgb: 0xffb000), cycleDuration: 2, now: 0)
    glow.controller.start()
    glow.controller.advance(to: time)
    return glow.value(at: time).sRGB8
  }

  /// A sprite's tint, in an SDL loop of your own.
  struct Tinted {
    var glow = RepeatingValue(
      from: Color(rgb: 0x1d5fa0), to: Color(rgb: 0xffb000), cycleDuration: 2, now: 0)

    mutating func draw(_ renderer: OpaquePointer, _ sprite: OpaquePointer, at time: Double) {
      glow.controller.advance(to: time)
      let tint = glow.value(at: time).sRGB8
      SDL_SetTextureColorMod(sprite, tint.red, tint.green, tint.blue)
      SDL_RenderCopy(renderer, sprite, nil, nil)
    }
  }

  /// At most three flashes a second.
  static func alarm() throws -> RepeatController {
    let settings = RepeatSettings(policy: .phaseMatched, maxFlashRate: RepeatRate.safeFlashes)
    var alarm = try RepeatController(settings)
    alarm.start()
    try alarm.setRate(.hertz(10))  // shows three flashes a second
    return alarm
  }

  /// A million.
  static func showMillion(
    at time: Double, now: Double, draw: (_ slot: Int, _ value: Float) -> Void
  ) throws {
    var lights = RepeatBank()
    for _ in 0..<1_000_000 { _ = try lights.add(.hertz(.random(in: 0.5...2)), at: now) }
    // in each frame:
    lights.evaluate(at: time)
    lights.withValues { values in
      for slot in values.indices { draw(slot, values[slot]) }
    }
  }

  /// A million in a shader.
  static func frame(
    of lights: inout RepeatBank, at time: Double, upload: (ArraySlice<ShaderRow>) -> Void,
    setTime: (UInt64) -> Void
  ) throws {
    var rows: [ShaderRow] = []
    // in each frame:
    for slots in try lights.updateShaderRows(&rows, at: time) { upload(rows[slots]) }
    setTime(ShaderRow.tick(at: time))
  }

  /// Over a network: lockstep and rollback.
  struct Lamps {
    var lamps: [RepeatController]
    var saved: [[RepeatController]] = []

    mutating func give(_ command: RepeatCommand, to index: Int, at tickTime: Double) throws {
      try lamps[index].schedule(command, at: .time(tickTime))
    }

    mutating func beginFrame() {
      saved.append(lamps)
      if saved.count > 8 { saved.removeFirst() }
    }

    mutating func goBack(_ frames: Int) {
      lamps = saved[saved.count - frames]
      saved.removeLast(frames)
    }
  }
}
