// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import SDLDriver
import Testing

@testable import FlashingSquare

@Suite struct BeatSceneTests {
  /// A run without input until `time`.
  private func alone(until time: Double = 8) -> SceneRun {
    var run = SceneRun("beat")
    run.run(until: time)
    return run
  }

  @Test
  func `one square gets in step with music whose position is reported only at intervals`() throws {
    let run = alone()
    #expect(run.events.first { $0.hasPrefix("music") } == "music_known")
    let scene = try run.beat()
    #expect(abs(scene.music.follower.rate - 1 - SimulatedSound.drift) < 300e-6)
    #expect(scene.locked.isInStep && abs(scene.locked.gap) < 0.005)
    #expect(!scene.free.isInStep && abs(scene.free.gap) > 0.1)
  }

  @Test func `after a jump of the music only the locked square comes into step again`() throws {
    var run = alone()
    let before = try run.beat()
    run.press(.run)
    run.run(until: 9)
    #expect(
      run.events.filter { $0.hasPrefix("music") } == [
        "music_known", "music_seek", "music_lost", "music_known",
      ])
    run.run(until: 14)
    let after = try run.beat()
    let moved = after.music.beat.cycles(since: before.music.beat)
    #expect(abs(moved - 6 * 84 / 60 - BeatScene.seekBeats) < 0.05)
    #expect(after.locked.isInStep)
    // A lock changes the rate within its bounds, and never jumps.
    let phases = (480...840).map { number in
      let time = Double(number) / 60
      return after.locked.motion.state(at: time).sample(at: time).position.phase
    }
    let steps = zip(phases, phases.dropFirst()).map { $1 - $0 - ($1 - $0).rounded(.down) }
    let fastest = 1.4 * (1 + BeatSquare.reach) / run.hertz
    #expect(steps.allSatisfy { $0 <= fastest * 1.001 })
    let apart = after.free.gap - before.free.gap - BeatScene.seekBeats
    #expect(abs(apart - apart.rounded()) < 0.05)
  }

  @Test
  func `M unlocks the square, so that a jump leaves it out of step; a second M locks it`() throws {
    var run = alone()
    #expect(run.press(.nextMode).events.contains("unlock"))
    run.press(.run)
    run.run(until: 12)
    #expect(try !run.beat().locked.isInStep && abs(run.beat().locked.gap) > 0.2)
    #expect(run.press(.nextMode).events.contains("lock"))
    run.run(until: 18)
    #expect(try run.beat().locked.isInStep)
  }

  @Test func `arrow keys change the tempo within its range, and the beat continues`() throws {
    var run = alone()
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

  @Test func `a sound device is followed like the simulated one, and invalid readings do no harm`()
    throws
  {
    var run = alone()
    let position = try run.beat().music.beat
    // A device that begins at 0, moves in steps of 512 samples and runs 200 ppm fast.
    func hear(_ position: Double, at time: Double) {
      var controls = Controls()
      controls.music = HeardMusic(position: position, time: time)
      run.frame(controls)
    }
    let start = Double(run.next) / run.hertz
    while Double(run.next) / run.hertz < start + 6 {
      let now = Double(run.next) / run.hertz
      let steps = ((now - start) * 48_000 * 1.0002 / 512).rounded(.down)
      hear(steps * 512 / 48_000 + (try #require(run.stage.rhythm).offset), at: now)
    }
    let scene = try run.beat()
    #expect(scene.music.isLive && scene.music.isKnown)
    // The beat has continued, although the device began at 0.
    #expect(abs(scene.music.beat.cycles(since: position) - 6 * 84 / 60) < 0.1)
    for position in [Double.nan, .infinity, -1e300, 5, 5, -5] { hear(position, at: start + 6) }
    run.press(.tick)
    #expect(run.stage.rhythm == nil)
    run.run(until: start + 18)
    #expect(try !run.beat().music.isLive && run.beat().locked.isInStep)
    #expect(run.rows.allSatisfy { $0.phase.isFinite && $0.value.isFinite })
  }

  @Test(arguments: [Controls.Press.slowMotion, .help, .nextScene])
  func `no rhythm is played in slow motion, behind the help or in another scene`(
    press: Controls.Press
  ) {
    // The music plays at once; T mutes it, and the next scene is silent.
    var run = alone(until: 1)
    #expect(run.stage.rhythm != nil && run.stage.ticks.isEmpty)
    #expect(run.texts().contains("T mutes"))
    run.press(press)
    #expect(run.stage.rhythm == nil)
    #expect(run.stage.isTicking == (press != .nextScene))
  }

  @Test func `while the tempo is dragged, the square without a lock drifts`() throws {
    var run = alone()
    run.draw()
    let fastest = try run.beat().tempo.point(1)
    let gap = try run.beat().free.gap
    run.drag(to: fastest, isPressed: true)
    for _ in 0..<30 { run.drag(to: fastest) }
    let drifted = try run.beat()
    #expect(abs(drifted.free.gap - gap) > 0.1 && drifted.free.sample.hertz < 1.5)
    run.frame()
    run.frame()
    #expect(try abs(run.beat().free.sample.hertz - 2) < 1e-9)
  }
}
