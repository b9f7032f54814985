// SPDX-License-Identifier: Apache-2.0

import RepeatTiming
import SDLDriver
import SwarmScenario
import TestSupport
import Testing

@testable import FlashingSquare

/// The field of the swarm as an observer sees it: flashes of its parts, counted from its colours.
@Suite struct SwarmLimitTests {
  /// The mean luminance of each of so many parts, from the colours that are drawn.
  private func light(_ picture: SwarmPicture, _ columns: Int, _ rows: Int) -> [Double] {
    var sums = [Double](repeating: 0, count: columns * rows)
    var counts = sums
    let grid = picture.grid
    for index in 0..<grid.count {
      let row = index / grid.columns * rows / grid.rows
      let column = index % grid.columns * columns / grid.columns
      sums[row * columns + column] += Palette.luminance(of: picture.color(of: index))
      counts[row * columns + column] += 1
    }
    return zip(sums, counts).map { $0 / $1 }
  }

  /// What the wildest hand does: all keys, and a mouse that jumps about.
  private func controls(_ random: inout SeededRandom, _ number: Int) -> Controls {
    var controls = Controls()
    let keys: [Controls.Press] = [.run, .ramp, .ramp, .pause]
    if Int.random(in: 0..<4, using: &random) == 0 {
      controls.presses = [keys[Int.random(in: 0..<keys.count, using: &random)]]
    }
    let isFar = number / 7 % 2 == 0
    controls.pointer = Point(x: isFar ? 100 : 400, y: Double.random(in: 100...400, using: &random))
    return controls
  }

  /// The most flashes of any part within a second, and whether something was held.
  private func mostFlashes(limits: Bool, seed: UInt64) throws -> (flashes: Int, wasHeld: Bool) {
    var random = SeededRandom(seed: seed)
    var run = SceneRun("swarm", limits: limits)
    var first = Controls()
    first.presses = [.healthDown, .healthDown]
    run.frame(first)
    try run.draw()
    var shown = FlashCount.Series()
    var wasHeld = false
    for number in 0..<480 {
      let row = run.frame(controls(&random, number))
      let scene = try #require(run.scene(SwarmScene.self))
      let parts =
        light(scene.picture, SwarmPicture.tileColumns, SwarmPicture.tileRows)
        + light(scene.picture, 1, 1)
      shown.note(parts, at: row.time)
      wasHeld = wasHeld || scene.picture.heldTiles > 0
    }
    return (shown.most, wasHeld)
  }

  @Test func `no key and no mouse makes a part of the field flash more than three times a second`()
    throws
  {
    var timesHeld = 0
    for seed in 1...4 as ClosedRange<UInt64> {
      let limited = try mostFlashes(limits: true, seed: seed)
      #expect(limited.flashes <= 3, "seed \(seed): \(limited)")
      if limited.wasHeld { timesHeld += 1 }
    }
    // Else it would not have been put to the test.
    #expect(timesHeld > 0)
  }

  @Test func `without the limit it does, and nothing is held`() throws {
    let free = try mostFlashes(limits: false, seed: 1)
    #expect(free.flashes > 3)
    #expect(!free.wasHeld)
  }

  @Test(arguments: [true, false]) func `no square's rate is above the limit while it is on`(
    _ limits: Bool
  ) throws {
    var run = SceneRun("swarm", limits: limits)
    var first = Controls()
    first.presses = [.healthDown, .healthDown]
    run.frame(first)
    var highest = 0.0
    for number in 0..<300 {
      if number.isMultiple(of: 40) { run.press(.run) } else { run.frame() }
      let field = try #require(run.scene(SwarmScene.self)).field
      for index in 0..<field.grid.count { highest = max(highest, field.hertz(of: index)) }
    }
    #expect(highest <= (limits ? FlashLimit.hertz : SwarmScene.freeHertz))
    #expect(highest > (limits ? 2.8 : 5))
  }

  @Test func `a guard says before what it will hold`() {
    var random = SeededRandom(seed: 4)
    var flashGuard = FlashGuard()
    var held = 0
    for frame in 0..<2000 {
      let wanted = Double.random(in: 0...1, using: &random)
      let says = flashGuard.holds(wanted, at: Double(frame) / 60)
      _ = flashGuard.show(wanted, at: Double(frame) / 60)
      #expect(says == flashGuard.isHolding, "seed 4")
      if says { held += 1 }
    }
    #expect(held > 100)
  }

  @Test func `a tile that is held shows what it showed, and nothing else is held`() throws {
    let grid = SwarmGrid.all[0]
    let picture = SwarmPicture(grid, FlashLimit(isOn: true), SwarmColors(), .off)
    var values = [Float](repeating: 0, count: grid.count)
    let levels = [UInt8](repeating: 31, count: grid.count)
    // The first tile, five columns and five rows, between dark and bright in every frame.
    for frame in 0..<20 {
      for row in 0..<5 {
        for column in 0..<5 {
          values[row * grid.columns + column] = frame.isMultiple(of: 2) ? 0 : 1
        }
      }
      values.withUnsafeBufferPointer { picture.choose(0, $0, levels) }
      picture.color(at: Double(frame) / 60)
      let isHeld = frame > FlashGuard.turnsAllowed
      if isHeld, frame.isMultiple(of: 2) {
        #expect(picture.heldTiles == 1)
        #expect(picture.isHeld(0) && !picture.isHeld(5) && !picture.isHeld(5 * grid.columns))
        #expect(picture.color(of: 0) == SwarmColors().colors[31 * 256 + 255])
      } else {
        #expect(picture.heldTiles == 0)
      }
      #expect(picture.color(of: 5) == SwarmColors().colors[31 * 256])
    }
  }
}
