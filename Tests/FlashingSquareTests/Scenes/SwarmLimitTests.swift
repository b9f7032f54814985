// SPDX-License-Identifier: Apache-2.0

import RepeatTiming
import SDLDriver
import SwarmScenario
import TestSupport
import Testing

@testable import FlashingSquare

/// The swarm as an observer sees it: flashes of parts of what shows.
@Suite struct SwarmLimitTests {
  /// What the wildest hand does: all keys, and a mouse that jumps about.
  private func controls(_ random: inout SeededRandom, _ number: Int) -> Controls {
    var controls = Controls()
    let keys: [Controls.Press] = [.run, .ramp, .ramp, .pause]
    if Int.random(in: 0..<4, using: &random) == 0 {
      controls.presses = [keys[Int.random(in: 0..<keys.count, using: &random)]]
    }
    let isFar = number / 7 % 2 == 0
    controls.pointer = Point(x: isFar ? 50 : 200, y: Double.random(in: 50...200, using: &random))
    return controls
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `no key and no mouse makes a part of the picture flash more than three times a second`(
    _ seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    var run = SceneRun("swarm")
    run.press(.healthDown, .healthDown)
    #expect(run.mostFlashes(in: 120) { $0.frame(controls(&random, $1)) } <= 3)
  }

  @Test(arguments: [true, false]) func `squares that all flash at once are held, unless they may`(
    _ limits: Bool
  ) throws {
    let grid = SwarmGrid.all[0]
    let picture = SwarmPicture(grid, SwarmColors(), .off)
    let levels = [UInt8](repeating: 31, count: grid.count)
    var canvas = Canvas.small
    picture.arrange(in: canvas.bounds)
    var pictureGuard = PictureGuard(FlashLimit(isOn: limits))
    var observer = LightObserver()
    var shown = FlashCount.Series()
    for frame in 0..<60 {
      let values = [Float](repeating: frame.isMultiple(of: 2) ? 0 : 1, count: grid.count)
      values.withUnsafeBufferPointer { picture.choose(0, $0, levels) }
      picture.paint()
      canvas.begin(canvas.metrics)
      canvas.draw(picture.batch)
      var row = TraceRow(time: Double(frame) / 60)
      pictureGuard.show(&canvas.list, canvas.metrics, &row, at: row.time)
      shown.note(observer.areas(of: pictureGuard.shown, canvas.metrics), at: row.time)
    }
    #expect((shown.most <= 3) == limits)
  }

  @Test(arguments: [true, false]) func `no square's rate is above the limit while it is on`(
    _ limits: Bool
  ) throws {
    var run = SceneRun("swarm", limits: limits)
    run.press(.healthDown, .healthDown)
    var highest = 0.0
    for number in 0..<300 {
      if number.isMultiple(of: 40) { run.press(.run) } else { run.frame() }
      let field = try run.swarm().field
      for index in 0..<field.grid.count { highest = max(highest, field.hertz(of: index)) }
    }
    #expect(highest <= (limits ? FlashLimit.hertz : SwarmScene.freeHertz))
    #expect(highest > (limits ? 2.8 : 5))
  }

  @Test func `the gaps between squares, which come and go with their number, do not flash`() throws
  {
    var run = SceneRun("swarm")
    run.press(.healthDown)
    let most = run.mostFlashes(in: 24, on: .sized(960, 540)) { run, number in
      run.press(number.isMultiple(of: 2) ? .healthDown : .healthUp)
    }
    #expect(most <= 3)
  }
}
