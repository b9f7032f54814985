// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import SDLDriver
import SwarmScenario
import TestSupport
import Testing

@testable import FlashingSquare

@Suite struct SwarmSceneTests {
  /// A run after its first frame, with 1,000 squares or the grid that is `steps` steps larger.
  private func run(steps: Int = 0, limits: Bool = true) -> SceneRun {
    var run = SceneRun("swarm", limits: limits)
    run.frame(.pressing(Array(repeating: .healthUp, count: steps)))
    return run
  }

  /// The pixel at a point of the field.
  private func pixel(_ point: Point, _ scene: SwarmScene) -> Point {
    let height = Double(scene.box.height)
    return Point(
      x: Double(scene.box.x) + point.x * height, y: Double(scene.box.y) + point.y * height)
  }

  @Test func `each new square continues the motion of the nearest previous square`() throws {
    var run = run(steps: 1)
    run.run(until: 1.5)
    let before = try run.swarm()
    #expect(run.press(.healthDown).events == ["squares_1000"])
    let after = try run.swarm()
    let time = try #require(run.rows.last).time
    for index in 0..<after.field.grid.count {
      let nearest = before.field.grid.index(nearest: index, of: after.field.grid)
      let gap = after.field.phase(of: index, at: time) - before.field.phase(of: nearest, at: time)
      #expect(abs(gap - gap.rounded()) < 1e-12)
    }
  }

  @Test func `squares flash faster near the danger, and calm down when it leaves`() throws {
    var run = run(steps: 1)
    run.draw()
    let spot = Point(x: 0.4, y: 0.5)
    var controls = Controls()
    controls.pointer = pixel(Point(x: 0.1, y: 0.1), try run.swarm())
    run.frame(controls)
    controls.pointer = pixel(spot, try run.swarm())
    for _ in 0..<120 { run.frame(controls) }
    let scene = try run.swarm()
    #expect(!scene.danger.isWandering)
    #expect(distance(scene.danger.center, spot) < 0.01)
    func hertz(at offset: Double) throws -> Double {
      let grid = try run.swarm().field.grid
      let row = Int(spot.y * Double(grid.rows))
      let column = Int((spot.x + offset) * Double(grid.rows))
      return try run.swarm().field.hertz(of: row * grid.columns + column)
    }
    let rates = try [0.0, 0.08, 0.15, 0.22].map(hertz)
    #expect(rates == rates.sorted(by: >))
    #expect(rates[0] > 2.9 && rates[0] <= FlashLimit.hertz)
    #expect(try hertz(at: 1) < 0.5)
    controls.pointer = pixel(Point(x: 1.5, y: 0.1), try run.swarm())
    for _ in 0..<Int((SwarmField.fall + 0.6) * 60) { run.frame(controls) }
    #expect(try hertz(at: 0) < 0.5)
    #expect(try run.swarm().field.changes >= 0)
  }

  @Test
  func `a square moves at its rate while rates change, and R restores the first waves`() throws {
    var run = run(steps: 1)
    var hertz = try run.swarm().field.hertz(of: try run.swarm().field.grid.middle)
    for number in 0..<300 {
      let before = try #require(run.rows.last)
      let row = number.isMultiple(of: 70) ? run.press(.run) : run.frame()
      let passed = Double(row.cycle) + row.phase - Double(before.cycle) - before.phase
      // Within a frame the rate changes linearly to the new one.
      let next = try run.swarm().field.hertz(of: try run.swarm().field.grid.middle)
      let mean = (hertz + next) / 2
      #expect(abs(passed - mean * (row.time - before.time)) < 1e-9)
      hertz = next
      #expect(row.cycleDurationInEffect == 1 / hertz)
    }
    let row = run.press(.ramp)
    #expect(row.events == ["gathered"])
    let field = try run.swarm().field
    for index in 0..<field.grid.count {
      let distance = field.phase(of: index, at: row.time) - field.grid.firstPhase(of: index)
      #expect(abs(distance - distance.rounded()) < 1e-12)
    }
  }

  @Test(arguments: [true, false])
  func `no square's rate is above the limit`(_ limits: Bool) throws {
    var run = run(limits: limits)
    var highest = 0.0
    for number in 0..<300 {
      if number.isMultiple(of: 40) { run.press(.run) } else { run.frame() }
      let field = try run.swarm().field
      for index in 0..<field.grid.count { highest = max(highest, field.hertz(of: index)) }
    }
    #expect(highest <= (limits ? FlashLimit.hertz : SwarmScene.freeHertz))
    #expect(highest > (limits ? 2.8 : 5))
  }

  @Test
  func `the wheel goes from 1 to 100,000 squares, and a click shows a square's own curve`() throws {
    var run = SceneRun("swarm")
    run.frame()
    #expect(try run.swarm().field.grid.count == 1000)
    var wheel = Controls()
    for (step, count) in [(-2.0, 100_000), (3, 100), (9, 1), (-4, 10_000), (1, 1000)] {
      wheel.wheel = step
      run.frame(wheel)
      #expect(try run.swarm().field.grid.count == count)
    }
    run.draw()
    let scene = try run.swarm()
    let click = Controls.pressing(at: pixel(Point(x: 0.5, y: 0.5), scene))
    #expect(run.frame(click).events.contains("chosen"))
    var hover = Controls()
    hover.pointer = pixel(Point(x: 0.55, y: 0.5), scene)
    // While the danger changes its rate, the curve goes through the square's phases.
    for _ in 0..<60 {
      run.frame(hover)
      let swarm = try run.swarm()
      let phase = swarm.field.phase(of: swarm.chosen, at: swarm.now)
      let gap = swarm.motion.state(at: swarm.now).position(at: swarm.now).phase - phase
      #expect(abs(gap - gap.rounded()) < 1e-9)
    }
    let stretches = try run.swarm().motion.stretches
    #expect(stretches.count > 5)
    for (before, after) in zip(stretches, stretches.dropFirst()) {
      let phases = [before, after].map { $0.state.position(at: after.start).phase }
      #expect(abs(phases[1] - phases[0] - (phases[1] - phases[0]).rounded()) < 1e-9)
    }
  }

  @Test func `values are rounded to the nearest colour in the level's row`() {
    for level in [0, 7, 31] as [UInt8] {
      let first = UInt16(level) * 256
      for step in 0...2550 {
        let value = Float(step) / 2550
        let expected = first + UInt16((value * 255).rounded(.toNearestOrEven))
        #expect(SwarmColors.index(value, level: level) == expected)
      }
      // The bank's values have an error of at most 2e-7.
      #expect(SwarmColors.index(-2e-7, level: level) == first)
      #expect(SwarmColors.index(1 + 2e-7, level: level) == first + 255)
    }
  }

  @Test(arguments: [(1, 1), (40, 25), (333, 208), (640, 400), (897, 560)], [3, 4])
  func `the squares' boxes fill the box of the picture`(
    _ size: (width: Int, height: Int), _ number: Int
  ) {
    let grid = SwarmGrid.all[number]
    let picture = SwarmPicture(grid)
    let box = PixelBox(x: 7, y: 9, width: size.width, height: size.height)
    let area = (0..<grid.count).reduce(0) { sum, index in
      let square = picture.square(index, in: box)
      #expect(square.width == 0 || square.height == 0 || square.intersection(box) == square)
      return sum + square.width * square.height
    }
    #expect(area == box.width * box.height)
  }
}
