// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Testing

@testable import FlashingSquare

/// The hunt: a world that is independent of frames, and a pulse that follows health.
@Suite struct HuntSceneTests {
  private static let still = Point(x: 0, y: 0)

  /// A world after the player's first step.
  private func begun() -> World {
    var world = World()
    world.advance(steps: 1, move: Point(x: 1, y: 0), steersItself: false)
    return world
  }

  /// A world whose player stands still after one step, advanced until a condition is true.
  private func hunted(until condition: (World) -> Bool) -> World {
    var world = begun()
    for _ in 0..<14_400 where !condition(world) {
      world.advance(steps: 1, move: Self.still, steersItself: false)
    }
    return world
  }

  @Test func `the hunter sleeps until the player moves, and then kills the player`() {
    var world = World()
    world.advance(by: 10, move: Self.still, steersItself: false)
    #expect(world == World())
    let hit = hunted { $0.hits == 1 }
    #expect(hit.hits == 1 && abs(hit.health - 0.8) < 0.01 && hit.secondsSinceHit == 0)
    // The hunter touches the square's edge, and is thrown back.
    #expect(abs(distance(hit.hitPoint, hit.hunter) - World.hunterRadius) < 0.05)
    #expect(hit.hunterVelocity.x * (hit.hunter.x - hit.player.x) > 0)
    let dead = hunted { $0.health == 0 }
    #expect((5...8).contains(dead.hits), "\(dead.hits)")
    #expect(dead.state == .dead(left: World.deathSeconds))
    var after = dead
    let steps = Int((World.deathSeconds + 0.1) * World.stepsPerSecond)
    after.advance(steps: steps, move: Self.still, steersItself: false)
    #expect(after == World())
  }

  @Test(arguments: [30.0, 144, 240, 1000]) func `no frame rate affects the world`(_ hertz: Double) {
    func after(_ seconds: Int, _ hertz: Double) -> World {
      var world = World()
      for _ in 0..<seconds * Int(hertz) {
        world.advance(by: 1 / hertz, move: Self.still, steersItself: true)
      }
      return world
    }
    let (world, reference) = (after(12, hertz), after(12, 60))
    #expect(world.player == reference.player && world.hunter == reference.hunter)
    #expect(world.health == reference.health && world.hits == reference.hits)
  }

  @Test func `the autopilot is hit within ten seconds, and survives`() throws {
    var run = SceneRun("hunt", attract: true)
    run.run(until: 10)
    #expect(run.rows.contains { $0.cycleDurationRequested < 1.1 })
    run.run(until: 180)
    #expect(
      !run.events.contains("died"), "at \(run.rows.first { $0.events.contains("died") }?.time ?? 0)"
    )
  }

  @Test func `each hit requests a faster pulse in the same frame, with a mark and a tick`() throws {
    var run = SceneRun("hunt", mode: .phase)
    run.press(.tick)
    run.frame(.moving(x: 1))
    let isHit = run.run(atMost: 20) { $0.rows.last?.events.contains("hit") == true }
    try #require(isHit)
    let row = try #require(run.rows.last)
    #expect(row.events.contains("rate_change"))
    #expect(row.cycleDurationRequested < 2 && row.cycleDurationInEffect < 2)
    #expect(run.stage.ticks.contains { $0.hertz < 200 })
    let label = "every \(NumberText.seconds(row.cycleDurationRequested))"
    #expect(try run.hunt().requests.last?.label == label)
  }

  @Test func `a death stops the pulse at its cycle's end, and a new life starts it`() throws {
    var run = SceneRun("hunt")
    run.run(until: 0.5)
    for _ in 0..<10 { run.press(.healthDown) }
    #expect(run.events.contains("died"))
    #expect(run.texts().contains { $0.hasPrefix("a new life in") })
    run.run(until: 2)
    #expect(run.events.contains("stopped") && run.rows.last?.value == 0)
    run.run(until: 4)
    #expect(run.events.contains("revived"))
    #expect(run.events.filter { $0 == "started" }.count == 2)
    #expect(run.rows.last?.cycleDurationRequested == 2)
  }

  @Test func `the square follows a drag, and a life played by the user is timed`() throws {
    var run = SceneRun("hunt", autopilot: true)
    run.frame()
    run.draw()
    let field = try run.hunt().field
    run.drag(to: field.middle, isPressed: true)
    for _ in 0..<59 { run.drag(to: field.middle) }
    #expect(abs(try run.hunt().world.player.x - World.width / 2) < 0.5)
    #expect(abs(try run.hunt().survived - 1) < 1e-9)
    #expect(run.texts().contains("1.0 s"))
    run.run(until: 6)
    #expect(try run.hunt().driver.isAutomatic && run.hunt().survived == 0 && run.hunt().best >= 1)
  }

  @Test(arguments: [
    (1.0, 2.0), (0.9, 1.835), (0.5, 1.175), (0.1, 0.515), (0, 0.35), (0.56, 1.175),
  ])
  func `health sets the duration of a pulse`(_ health: Double, _ seconds: Double) {
    var durations = HealthDurations()
    durations.update(0.5)
    durations.update(health)
    #expect(durations.cycleDuration == seconds)
  }

  @Test func `the edge is red below 30 % health, and beats at most three times a second`() throws {
    /// The pixels in the colour of danger, at any opacity.
    func red(_ run: SceneRun) -> Float {
      var run = run
      let list = run.draw().list
      return list.drawings.reduce(0) { sum, drawing in
        guard case .rectangles(let color, let pool) = drawing,
          color.withAlpha(255) == Palette.danger
        else { return sum }
        return list.rectangles(pool).reduce(sum) { $0 + $1.width * $1.height }
      }
    }
    var run = SceneRun("hunt")
    run.run(until: 0.5)
    let calm = red(run)
    for _ in 0..<8 { run.press(.healthDown) }
    #expect(red(run) > calm + 50_000)
    // Lights of the edge, which has the square's light.
    var lights: [(time: Double, value: Double)] = []
    for number in 0..<900 {
      let row = number.isMultiple(of: 40) ? run.press(.healthDown, .healthUp) : run.frame()
      lights.append((row.time, try run.hunt().light))
    }
    #expect(FlashCount.most(lights) <= 3)
    // Under the code that jumps, the edge does not beat.
    run.press(.choose(1))
    let edges = (0..<60).map { _ in
      run.frame()
      return red(run)
    }
    #expect(edges.allSatisfy { $0 < calm + 20_000 })
  }

  @Test func `the usual code's pulse jumps when health changes, and the library's does not`() throws
  {
    for mode in [DemoMode.phase, .restart, .naive] {
      var run = SceneRun("hunt", mode: mode)
      run.run(until: 0.9)
      for _ in 0..<3 { run.press(.healthDown) }
      let stretches = try run.hunt().history.stretches
      let jumps = zip(stretches, stretches.dropFirst()).map { before, after in
        abs(
          after.state.sample(at: after.start).progress
            - before.state.sample(at: after.start).progress)
      }
      #expect(jumps.count >= 3 && (jumps.max() ?? 0 > 0.05) == (mode == .naive), "\(mode)")
    }
  }

  @Test func `a heart gives health, and the result of a life is shown at its end`() throws {
    var world = begun()
    world.changeHealth(by: -0.5)
    let heart = world.shownHearts[0]
    for _ in 0..<2400 where world.hearts == 0 {
      let way = direction(from: world.player, to: heart)
      world.advance(steps: 1, move: way, steersItself: false)
    }
    #expect(world.hearts == 1 && world.health >= World.heart && !world.shownHearts.contains(heart))
    var run = SceneRun("hunt")
    run.run(until: 1, .moving(x: 1))
    for _ in 0..<10 { run.press(.healthDown) }
    #expect(run.texts().contains { $0.hasPrefix("You lasted 1.") && $0.hasSuffix("New best!") })
  }

  @Test func `a narrow window has a name on each button and the health that a hit took`() {
    var run = SceneRun("hunt", attract: true)
    _ = run.run(atMost: 20) { $0.events.contains("hit") }
    let canvas = run.draw(on: .sized(480, 800))
    for text in ["most code: flickers", "restart", "phase matched", "\u{2212} 20"] {
      #expect(canvas.texts.contains(text), "\(canvas.texts)")
    }
  }
}
