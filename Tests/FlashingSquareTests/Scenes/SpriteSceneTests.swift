// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import DynamicRepeat
import Testing

@testable import FlashingSquare

@Suite struct SpriteSceneTests {
  /// An upper bound of the rounding error of summed frame durations.
  static let tolerance = 1e-9

  @Test func `each picture is shown for a tenth of a second, in order`() throws {
    // At a thousand frames a second, a picture may be first shown one frame after its time.
    var run = SceneRun("sprite", hertz: 1000)
    var shown: [Int] = []
    for _ in 0..<1600 {
      run.frame()
      shown.append(try run.sprite().frame)
    }
    #expect(shown[0] == 0)
    for frame in 0..<16 {
      for time in [5, 50, 95] { #expect(shown[frame * 100 + time] == frame % 8) }
    }
  }

  @Test(arguments: [0.13, 0.4, 0.77, 2.05])
  func `a pause keeps the picture, from which the film continues`(_ time: Double) throws {
    var run = SceneRun("sprite")
    run.run(until: time)
    #expect(run.press(.pause).events == ["paused"])
    let held = try run.sprite()
    let (frame, ground) = (held.frame, held.ground.presentation.position.x)
    let local = held.localTime
    for _ in 0..<500 {
      let row = run.frame()
      #expect(try run.sprite().frame == frame)
      #expect(row.value == Double(frame) / 8)
      #expect(row.cycleDurationInEffect == .infinity)
    }
    #expect(try run.sprite().ground.presentation.position.x == ground)
    #expect(run.press(.pause).events == ["resumed"])
    #expect(try run.sprite().frame == frame)
    run.frame()
    #expect(abs(try run.sprite().localTime - local - 1.0 / 60) < Self.tolerance)
  }

  @Test func `each foot sounds where it meets the ground, in both directions`() throws {
    var run = SceneRun("sprite", hertz: 1000)
    /// The local times of the steps in a number of seconds.
    func steps(_ seconds: Double) throws -> [Double] {
      try (0..<Int(seconds * 1000)).flatMap { _ in
        run.frame()
        let scene = try run.sprite()
        let ticks: [Tick] = scene.ticks ?? []
        return ticks.map { _ in (scene.localTime * 100).rounded() / 100 }
      }
    }
    let walking = try steps(1.7)
    #expect(walking == [0.4, 0.8, 1.2, 1.6])
    run.press(.pause)
    let standing = try steps(1)
    #expect(standing == [])
    run.press(.pause)
    run.press(.up)
    let running = try steps(0.5)
    #expect(running == [2, 2.4])
    run.press(.ramp)
    let back = try steps(0.5)
    #expect(back == [2.4, 2])
  }
}
