// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import CSDL2
import DynamicRepeat
import RepeatBanks
import SDLDriver
import Testing

/// Each recipe of Sources/DynamicRepeat/Recipes.md works as its heading says.
@Suite struct RecipeTests {
  @Test func `every line of the recipes is compiled`() throws {
    let compiled = Set(ReadmeTests.lines(try ReadmeTests.text("Tests/ReadmeTests/Recipes.swift")))
    let recipes = try ReadmeTests.text("Sources/DynamicRepeat/Recipes.md")
    let blocks = recipes.components(separatedBy: "```swift\n").dropFirst()
    #expect(blocks.count >= 29)
    for block in blocks {
      for line in ReadmeTests.lines(block.components(separatedBy: "\n```")[0]) {
        let isCompiled = compiled.contains(line)
        #expect(isCompiled, "Recipes.swift lacks: \(line)")
      }
    }
  }

  @Test func `a wounded character flashes faster as health falls, without a jump`() throws {
    var game = Recipes.Wounded()
    game.begin()
    _ = game.frame(at: 0)
    let before = game.frame(at: 0.25)
    try game.hit(1)
    #expect(game.frame(at: 0.25) == before)
    #expect(game.flash.sample(at: 0.25).cycleDuration == 0.35)
  }

  @Test func `a second hit restarts the pulse, and only one pulse follows`() throws {
    var game = try Recipes.Struck()
    game.hit()
    game.blow.advance(to: 0.3)
    #expect(abs(game.blow.sample(at: 0.3).position.phase - 0.75) < 1e-12)
    game.hit()
    game.blow.advance(to: 0.5)
    #expect(abs(game.blow.sample(at: 0.5).position.phase - 0.5) < 1e-12)
    game.blow.advance(to: 0.71)
    #expect(game.blow.state == .idle)
  }

  @Test func `a held key makes the engine faster by a single request`() throws {
    var engine = RepeatController(policy: .phaseMatched(ramp: 0.5))
    engine.start()
    var input = InputState()
    input.apply(.keyDown(.up, isRepeat: false))
    for frame in 1...60 {
      engine.advance(to: Double(frame) / 60)
      try Recipes.drive(&engine, input)
    }
    #expect(engine.sample(at: 1).hertz == 2.5)
    input.apply(.keyUp(.up))
    try Recipes.drive(&engine, input)
    #expect(engine.requestedRate == .hertz(1))
  }

  @Test func `the copy of a bank has the bank's values`() throws {
    var torches = RepeatBank()
    let torch = try torches.add(.hertz(1.5), at: 0)
    let copy = try Recipes.copy(of: torches)
    #expect(try copy.value(of: torch, at: 0.4) == torches.value(of: torch, at: 0.4))
  }

  @Test func `a lamp blinks three times, then the door opens`() throws {
    var shown: [Double] = []
    var openings = 0
    let blink = try Recipes.blinkThreeTimes {
      shown.append($0)
    } openDoor: {
      openings += 1
    }
    for frame in 0...11 { blink.advance(to: Double(frame) / 10) }
    #expect(openings == 0 && shown.contains(1))
    for frame in 12...20 { blink.advance(to: Double(frame) / 10) }
    #expect(openings == 1 && shown.last == 0)
  }

  @Test func `the second lamp stays half a cycle apart`() throws {
    var beacon = RepeatController(cycleDuration: 0.7, policy: .phaseMatched(ramp: 3))
    beacon.start()
    beacon.advance(to: 0)
    beacon.advance(to: 1.1)
    try beacon.setRate(.cycleDuration(0.3))
    var lamp = try Recipes.partner(of: beacon)
    try beacon.setRate(.cycleDuration(0.9))
    try lamp.setRate(.cycleDuration(0.9))
    for time in [1.1, 2.345, 30] {
      let distance = lamp.sample(at: time).position.cycles(since: beacon.sample(at: time).position)
      #expect(abs(distance - 0.5) < 1e-15)
    }
  }

  @Test func `lamps that share a controller stay opposite`() {
    var beacon = RepeatController(cycleDuration: 0.7, now: 0)
    beacon.start()
    for frame in 0...100 {
      let (left, right) = Recipes.pair(&beacon, at: Double(frame) / 60)
      #expect(left + right == 1)
    }
  }

  @Test func `a hard blink is lit for the requested part of each cycle`() {
    var beacon = RepeatController(now: 0)
    beacon.start()
    let lit = (0..<20).map { Recipes.isLit(beacon, at: Double($0) / 10 + 0.01) ? "1" : "0" }
    #expect(lit.joined() == "11100000001110000000")
  }

  @Test func `a loaded state equals the saved one`() throws {
    var flash = RepeatController()
    flash.start()
    flash.advance(to: 3)
    flash.advance(to: 3.3)
    #expect(try Recipes.saveAndLoad(flash, clockNow: 3.3) == flash)
    let loaded = try Recipes.saveAndLoad(flash, clockNow: 0.02)
    #expect(loaded.sample(at: 0.02).position == flash.sample(at: 3.3).position)
  }

  @Test func `nothing moves while the menu is open`() {
    var game = Recipes.PausableGame()
    game.begin()
    _ = game.frame(at: 10)
    let shown = game.frame(at: 10.25)
    game.openMenu(at: 10.25)
    #expect(game.frame(at: 99) == shown)
    game.closeMenu(at: 99)
    #expect(game.frame(at: 99.25) == 1)
  }

  @Test func `slow motion slows everything without a jump`() throws {
    var world = TimeSpace()
    Recipes.slowMotion(&world, at: 8)
    #expect(world.local(at: 8) == 8)
    #expect(world.local(at: 12) == 9)
    var siren = RepeatController(cycleDuration: 0.5, now: 0)
    siren.start()
    let before = siren.progress(at: 0)
    try Recipes.slowDown(&siren)
    #expect(siren.progress(at: 0) == before)
    #expect(siren.sample(at: 2).hertz == 0.5)
  }

  @Test func `every cycle plays one sound, with its lateness`() {
    var flash = RepeatController(now: 0)
    flash.start()
    var played: [Double] = []
    for frame in 1...7 { Recipes.tick(&flash, at: Double(frame) * 0.375) { played.append($0) } }
    #expect(played == [0.125, 0.25])
  }

  @Test(arguments: [0.01, 0.0625, 0.1])
  func `each foot sounds at its phase, at any frame rate`(delta: Double) throws {
    var game = try Recipes.Walker()
    game.walk.start()
    var pictures: Set<Int> = []
    for frame in 0...Int(11 / delta) { pictures.insert(game.frame(at: Double(frame) * delta)) }
    let expected = (0..<18).map { ($0 % 2, 1.1 * (Double($0 / 2) + [0.2, 0.7][$0 % 2])) }
    #expect(game.steps.count >= expected.count && pictures.isSubset(of: Set(0..<8)))
    for (step, (foot, time)) in zip(game.steps, expected) {
      #expect(step.foot == foot && abs(step.time - time) < 1e-12)
    }
  }

  @Test func `a heart that rests beats when its pulses begin`() throws {
    var game = try Recipes.RestingHeart()
    game.heart.start()
    let shown = (0...60).map { game.frame(at: Double($0) / 20) }
    #expect(shown[4] == 1 && shown[9...19].allSatisfy { $0 == 0 } && shown[24] > 0.99)
    #expect(game.beats.count == 4)
    for (index, beat) in game.beats.enumerated() { #expect(abs(beat - Double(index)) < 1e-12) }
  }

  @Test(arguments: [1.0 / 60, 3]) func `a lamp rests for a random time after each whole cycle`(
    delta: Double
  ) throws {
    var game = Recipes.RandomLamp()
    try game.begin()
    for frame in 0...Int(60 / delta) {
      let shown = try game.frame(at: Double(frame) * delta)
      let sample = game.lamp.sample(at: game.lamp.now)
      #expect(!sample.state.isPaused || (sample.position.phase == 0 && shown == 0))
      #expect(frame != 70 || delta > 1 || sample.state.isPaused)
    }
    // A cycle and its rest take 1.3 to 2.2 s.
    #expect((60 / 2.2 - 1...60 / 1.3 + 1).contains(Double(game.lamp.sample(at: 60).position.cycle)))
  }

  @Test func `the lamp starts when the door has closed, between two frames`() throws {
    let settings = RepeatSettings(rate: .cycleDuration(0.35), repeatCount: 1)
    var game = Recipes.Entrance(door: try RepeatController(settings))
    game.door.start()
    for frame in 0...4 { try game.frame(at: Double(frame) / 10) }
    #expect(abs(game.lamp.sample(at: 0.4).position.phase - 0.05) < 1e-12)
  }

  @Test func `a pulse starts on the next bar, and never while the music is paused`() throws {
    for (tempo, beat, state) in [(120.0, 0.0, RepeatState.running), (0, 0, .idle), (0, 0.5, .idle)]
    {
      var pulse = RepeatController(now: 0.3)
      var music = try BeatClock(beatsPerMinute: tempo, at: 0.1)
      try music.seek(toBeat: CyclePosition(beat), at: 0.1)
      try Recipes.startOnBar(&pulse, music)
      pulse.advance(to: 2.09)
      #expect(pulse.state == .idle)
      pulse.advance(to: 2.11)
      #expect(pulse.state == state)
    }
  }

  @Test func `scheduled changes take effect on the beat`() throws {
    var pulse = RepeatController(now: 0)
    pulse.start()
    pulse.advance(to: 0.5)
    try Recipes.changeOnTheBeat(&pulse)
    #expect(pulse.sample(at: 0.75).hertz == 1)
    #expect(pulse.sample(at: 1.5).hertz == 4)
    #expect(pulse.sample(at: 3).hertz == -4, "cycle 8 begins at 2.75 s")
    #expect(pulse.sample(at: 13).state == .idle)
  }

  @Test func `a pulse comes into step with the music`() throws {
    var pulse = RepeatController(cycleDuration: 0.9, now: 0.3)
    pulse.start()
    try Recipes.lockToMusic(&pulse, songStart: 0.1)
    #expect(pulse.advance(to: 9).contains { $0.kind == .locked })
    // The pulse is on the beat, although 9.1 s may be slightly before the beat by rounding.
    let phase = pulse.sample(at: 9.1).position.phase
    #expect(min(phase, 1 - phase) < 1e-12)
  }

  @Test func `each cycle of a walk has a constant rate and ends on a beat`() throws {
    var walk = RepeatController(cycleDuration: 0.55, now: 0.3)
    walk.start()
    let music = try BeatClock(beatsPerMinute: 120, at: 0.1)
    var rates: [WideInt: Set<Double>] = [:]
    for frame in 0...600 {
      let time = 0.3 + Double(frame) / 60
      try Recipes.walkInStep(&walk, music, at: time)
      let sample = walk.sample(at: time)
      rates[sample.position.cycle, default: []].insert(sample.hertz)
    }
    #expect(rates.count > 15 && rates.values.allSatisfy { $0.count == 1 })
    let phase = walk.sample(at: 10.1).position.phase
    #expect(min(phase, 1 - phase) < 1e-12)
  }

  @Test func `a blinking object is hidden after its cycle`() {
    let blink = DynamicRepeatAnimation { _ in }
    blink.start()
    blink.advance(to: 0)
    blink.advance(to: 0.2)
    var isHidden = false
    Recipes.hideAfterThisCycle(blink) { isHidden = true }
    blink.advance(to: 0.9)
    #expect(!isHidden)
    blink.advance(to: 1)
    #expect(isHidden)
  }

  @Test func `colours are mixed as light`() {
    let middle = Recipes.glow(at: 0.5)
    #expect(Recipes.glow(at: 1) == (0xff, 0xb0, 0x00, 0xff))
    #expect(middle.red > 0x8e, "half the light looks brighter than half the number")
  }

  @Test func `a sprite is tinted in an SDL loop without the driver`() throws {
    let format = SDL_PIXELFORMAT_ARGB8888.rawValue
    let picture = try #require(SDL_CreateRGBSurfaceWithFormat(0, 4, 4, 32, format))
    let renderer = try #require(SDL_CreateSoftwareRenderer(picture))
    let white = SDL_CreateRGBSurfaceWithFormat(0, 1, 1, 32, format)
    SDL_FillRect(white, nil, .max)
    let sprite = try #require(SDL_CreateTextureFromSurface(renderer, white))
    var lamp = Recipes.Tinted()
    lamp.glow.controller.start()
    for (time, color) in [(0.0, 0xff1d_5fa0), (1, 0xffff_b000)] {
      lamp.draw(renderer, sprite, at: time)
      SDL_RenderFlush(renderer)
      #expect(picture.pointee.pixels.load(as: UInt32.self) == UInt32(color))
    }
    SDL_DestroyRenderer(renderer)
    SDL_FreeSurface(white)
    SDL_FreeSurface(picture)
  }

  @Test func `an alarm of ten flashes a second is limited to three`() throws {
    var alarm = try Recipes.alarm()
    alarm.advance(to: 0)
    #expect(alarm.requestedRate == .hertz(10) && alarm.sample(at: 1).hertz == 3)
  }

  @Test func `a million lights are drawn, each with its own phase`() throws {
    var (count, sum) = (0, 0.0)
    try Recipes.showMillion(at: 0.5, now: 0) { slot, value in
      count += 1
      sum += Double(value)
    }
    #expect(count == 1_000_000 && (0.2...0.9).contains(sum / 1e6))
  }

  @Test func `a shader gets the rows of all lights, and the tick`() throws {
    var lights = RepeatBank()
    for _ in 0..<100 { try lights.add(.hertz(0.5), at: 0) }
    var (count, time): (Int, UInt64) = (0, 0)
    try Recipes.frame(of: &lights, at: 1) {
      count += $0.count { $0.phase(at: 1 << 26) == 1 << 63 }
    } setTime: {
      time = $0
    }
    #expect(count == 100 && time == 1 << 26)
  }

  @Test func `a command received three frames late gives the same bytes as one in time`() throws {
    func play(hearsLate: Bool) throws -> [[UInt8]] {
      var game = Recipes.Lamps(lamps: [RepeatController](repeating: .init(now: 0), count: 3))
      for index in 0..<3 { try game.give(.start, to: index, at: 0) }
      func frame(_ number: Int) {
        game.beginFrame()
        for index in 0..<3 { game.lamps[index].advance(to: Double(number) / 60) }
      }
      for number in 1...7 { frame(number) }
      if !hearsLate { try game.give(.rate(.hertz(3)), to: 1, at: 7.0 / 60) }
      for number in 8...10 { frame(number) }
      if hearsLate {
        game.goBack(3)
        try game.give(.rate(.hertz(3)), to: 1, at: 7.0 / 60)
        for number in 8...10 { frame(number) }
      }
      for number in 11...100 { frame(number) }
      #expect(game.saved.count == 8)
      return game.lamps.map(\.savedState)
    }
    let late = try play(hearsLate: true)
    #expect(late == (try play(hearsLate: false)))
    #expect(late[1] != late[0])
  }
}
