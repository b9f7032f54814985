// SPDX-License-Identifier: Apache-2.0

import RepeatTiming
import Testing

@testable import FlashingSquare

extension World {
  /// A frame at 60 Hz.
  fileprivate mutating func frame(x: Double = 0, y: Double = 0, steersItself: Bool = false) {
    advance(by: 1.0 / 60, move: Point(x: x, y: y), steersItself: steersItself)
  }
}

@Suite struct WorldTests {
  @Test func `the hunter sleeps until the player moves, then harms it, and death is short`() {
    var world = World()
    for _ in 0..<600 { world.frame() }
    #expect(world == World())
    world.frame(x: 1)
    #expect(world.state == .playing)
    var seconds = 0.0
    while world.health > 0, seconds < 60 {
      world.frame()
      seconds += 1.0 / 60
    }
    #expect((3...20).contains(seconds))
    guard case .dead = world.state else {
      Issue.record("state is \(world.state)")
      return
    }
    for _ in 0..<125 { world.frame() }
    #expect(world.state == .waiting)
    #expect(world.health == 1)
  }

  @Test func `faster flashing is felt before death: six seconds, and every step of the rate`() {
    var world = World()
    world.frame(x: 1)
    var durations = HealthDurations()
    var requested: Set<Double> = []
    var seconds = 0.0
    while world.health > 0, seconds < 60 {
      world.frame()
      if world.health < 1 { seconds += 1.0 / 60 }
      durations.update(world.health)
      requested.insert(durations.cycleDuration)
    }
    #expect(seconds > 6)
    #expect(requested.count == HealthDurations.steps + 1)
  }

  @Test(arguments: [30.0, 144, 240, 1000]) func `frames do not change the world`(_ hertz: Double) {
    func after(_ seconds: Int, _ hertz: Double) -> World {
      var world = World()
      for _ in 0..<seconds * Int(hertz) {
        world.advance(by: 1 / hertz, move: Point(x: 0, y: 0), steersItself: true)
      }
      return world
    }
    let world = after(12, hertz)
    let reference = after(12, 60)
    #expect(world.player == reference.player)
    #expect(world.hunter == reference.hunter)
    #expect(world.health == reference.health)
  }

  @Test func `a stall is made up for by a quarter of a second at most`() {
    var world = World()
    world.advance(by: 3600, move: Point(x: 1, y: 0), steersItself: false)
    #expect(abs(world.player.x - (10 + 0.25 * World.playerSpeed)) < 1e-9)
  }

  @Test func `by itself it gets into trouble and out of it within ten seconds`() throws {
    var run = SceneRun(attract: true)
    run.run(until: 10)
    let requested = run.rows.map(\.cycleDurationRequested)
    let changes = zip(requested, requested.dropFirst()).filter { $0 != $1 }
    let firstSlower = try #require(changes.firstIndex { $0 < $1 })
    #expect(firstSlower >= 5)
    #expect(changes[firstSlower].0 < 1)
  }
}

@Suite struct HealthDurationsTests {
  @Test(arguments: [(1.0, 2.0), (0.9, 1.835), (0.5, 1.175), (0.1, 0.515), (0, 0.35)])
  func `health says how long a cycle takes`(_ health: Double, _ seconds: Double) {
    var durations = HealthDurations()
    durations.update(health)
    #expect(durations.cycleDuration == seconds)
  }

  @Test func `trembling about a limit between two steps changes no rate`() {
    var durations = HealthDurations()
    durations.update(0.6)
    let duration = durations.cycleDuration
    for health in [0.65, 0.64, 0.66, 0.56, 0.54, 0.6] {
      durations.update(health)
      #expect(durations.cycleDuration == duration)
    }
    durations.update(0.52)
    #expect(durations.cycleDuration < duration)
  }
}
