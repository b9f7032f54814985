// SPDX-License-Identifier: Apache-2.0

import FramePacing
import RepeatTiming
import SDLDriver
import Testing

@testable import FlashingSquare

@Suite struct BeatSceneTests {
  /// A run in which nothing happens by itself until 20 s after the last press.
  private func locked(until time: Double = 8, limits: Bool = true) -> SceneRun {
    var run = SceneRun("beat", limits: limits)
    run.run(until: 1)
    run.press(.nextMode)
    run.run(until: time)
    return run
  }

  // MARK: - The music

  @Test func `the simulated device is known within a second, and followed within 3 ms`() throws {
    var run = SceneRun("beat")
    let isFound = run.run(atMost: 1) { $0.events.contains("music_known") }
    #expect(isFound)
    run.run(until: 40)
    let scene = try run.beat()
    let errors = scene.errors.map { abs($0.followed) }
    #expect(errors.sorted()[errors.count * 99 / 100] < 0.003)
    // What it follows is up to a step late, and more in a hole.
    #expect((scene.errors.map(\.heard).max() ?? 0) > 0.02)
    #expect(abs(scene.music.follower.rate - 1 - SimulatedSound.drift) < 300e-6)
  }

  @Test func `a seek is found, and the squares come into step with the music again`() throws {
    var run = locked()
    let before = try run.beat().music.beat
    run.press(.run)
    #expect(run.events.last == "seek")
    run.run(until: 9)
    #expect(
      run.events.filter { $0.hasPrefix("music") } == [
        "music_known", "music_seek", "music_lost", "music_known",
      ])
    // Two bars, at worst, until the lane that waits for one is there.
    run.run(until: 16)
    let scene = try run.beat()
    let moved = scene.music.beat.cycles(since: before)
    let unmoved = 8 * scene.music.beatsPerMinute / 60
    #expect(abs(moved - unmoved - BeatScene.seekBeats) < 0.05)
    #expect(scene.lanes.allSatisfy { $0.isInStep })
  }

  @Test func `the arrows change the tempo within its range, and the beat goes on`() throws {
    var run = locked()
    for _ in 0..<40 {
      let before = try run.beat().music.beat
      run.press(.up)
      let moved = try run.beat().music.beat.cycles(since: before)
      #expect(moved > 0 && moved < 0.05)
    }
    #expect(try run.beat().music.beatsPerMinute == BeatMusic.tempos.upperBound)
    for _ in 0..<60 { run.press(.down) }
    #expect(try run.beat().music.beatsPerMinute == BeatMusic.tempos.lowerBound)
    #expect(run.events.filter { $0 == "tempo" }.count == 9 + 18)
  }

  @Test func `three taps are a tempo, one after a pause begins anew`() throws {
    var run = locked()
    for _ in 0..<3 {
      run.press(.tap)
      for _ in 0..<39 { run.frame() }
    }
    #expect(try run.beat().music.beatsPerMinute == 90)
    var taps = TapTempo()
    #expect(taps.tap(at: 0) == nil && taps.tap(at: 0.5) == nil)
    #expect(taps.tap(at: 1) == 120)
    #expect(taps.tap(at: 4) == nil)
    #expect(taps.tap(at: 4) == nil)
    #expect(taps.tap(at: 4.25) == nil)
    #expect(taps.tap(at: 4.5) == 240)
  }

  @Test func `a sound device is followed as the simulated one is`() throws {
    var run = locked()
    run.press(.tick)
    var rhythm = try #require(run.stage.rhythm)
    let position = try run.beat().music.beat
    // A device that begins at 0, moves in steps of 512 samples and runs 200 ppm fast.
    let start = Double(run.next) / run.hertz
    var offsets = rhythm.offset
    while Double(run.next) / run.hertz < start + 6 {
      let now = Double(run.next) / run.hertz
      let step = 512 / 48_000.0 / 1.0002
      let steps = ((now - start) / step).rounded(.down)
      var controls = Controls()
      controls.music = HeardMusic(
        position: steps * 512 / 48_000 + offsets, time: now, stamp: start + steps * step)
      run.frame(controls)
      rhythm = try #require(run.stage.rhythm)
      offsets = rhythm.offset
    }
    let scene = try run.beat()
    #expect(scene.music.isLive && scene.music.isKnown)
    #expect(abs(try #require(scene.music.error)) < 0.003)
    // The beat has gone on, whatever the device began at.
    let moved = scene.music.beat.cycles(since: position)
    #expect(abs(moved - 6 * scene.music.beatsPerMinute / 60) < 0.1)
    run.press(.tick)
    #expect(run.stage.rhythm == nil)
    run.run(until: start + 9)
    #expect(try !run.beat().music.isLive && run.beat().music.isKnown)
  }

  @Test(arguments: [Controls.Press.slowMotion, .help, .nextScene])
  func `no rhythm is heard in slow motion, behind the help and in another scene`(
    press: Controls.Press
  ) {
    var run = locked()
    #expect(run.stage.rhythm == nil)
    run.press(.tick)
    #expect(run.stage.rhythm != nil)
    #expect(run.stage.ticks.isEmpty)
    run.press(press)
    #expect(run.stage.rhythm == nil)
  }

  @Test func `a device that counts nonsense changes nothing and ends nothing`() throws {
    var run = locked()
    for position in [Double.nan, .infinity, -1e300, 5, 5, -5] {
      var controls = Controls()
      controls.music = HeardMusic(position: position, time: 8, stamp: .nan)
      run.frame(controls)
    }
    run.run(until: 20)
    #expect(try run.beat().lanes.allSatisfy { $0.isInStep })
    #expect(run.rows.allSatisfy { $0.phase.isFinite && $0.value.isFinite })
  }

  // MARK: - The squares

  @Test func `let go the squares drift apart, locked they come into step`() throws {
    var run = locked()
    #expect(try run.beat().lanes.allSatisfy { $0.isInStep && abs($0.gapSeconds) < 0.004 })
    run.press(.nextMode)
    run.run(until: 14)
    #expect(try run.beat().lanes.allSatisfy { !$0.isInStep })
    #expect(try run.beat().lanes.contains { abs($0.gap) > 0.2 })
    run.press(.nextMode)
    run.run(until: 22)
    #expect(try run.beat().lanes.allSatisfy { $0.isInStep })
  }

  @Test func `health sets the heart's ratio`() throws {
    var run = locked()
    func ratio() throws -> CycleRatio { try #require(run.beat().lanes.last).ratio }
    #expect(try ratio() == .one)
    for _ in 0..<5 { run.press(.healthDown) }
    #expect(try ratio() == CycleRatio(3, 2))
    for _ in 0..<5 { run.press(.healthDown) }
    #expect(try ratio() == CycleRatio(2))
    run.run(until: 14)
    #expect(try run.beat().lanes.allSatisfy { $0.isInStep })
    for _ in 0..<10 { run.press(.healthUp) }
    #expect(try ratio() == .one)
  }

  @Test(arguments: [true, false]) func `at a fast tempo the flash limit lowers the ratios`(
    limits: Bool
  ) throws {
    var run = locked(limits: limits)
    for _ in 0..<10 { run.press(.healthDown) }
    for _ in 0..<5 { run.press(.up) }
    let scene = try run.beat()
    #expect(scene.music.beatsPerMinute == 104)
    let ratios = scene.lanes.map(\.ratio)
    let fast = limits ? CycleRatio(3, 2) : CycleRatio(2)
    #expect(ratios == [.one, .one, .one, fast, .one, fast])
  }

  @Test func `by itself it shows each thing, and waits for who presses keys`() throws {
    var run = SceneRun("beat")
    run.run(until: 62)
    let own: Set = ["lock", "unlock", "seek", "tempo", "health"]
    #expect(own.isSubset(of: run.events))
    run.press(.up)
    let before = run.rows.count
    run.run(until: 81)
    #expect(run.rows[before...].allSatisfy { own.isDisjoint(with: $0.events) })
    run.run(until: 90)
    #expect(run.rows[before...].contains { !own.isDisjoint(with: $0.events) })
  }
}
