// SPDX-License-Identifier: Apache-2.0

import SDLDriver
import Testing

@testable import FlashingSquare

@Suite struct PictureGuardTests {
  /// A few levels of 8 bits, and of points whose edge lies between two.
  static let tolerance = 0.02

  private func light(_ draw: (inout Canvas) -> Void) throws -> [Double] {
    var canvas = try LayoutTests.canvas(960, 540, 1)
    draw(&canvas)
    var grid = LightGrid()
    grid.measure(canvas.list, width: 960, height: 540)
    return grid.means(columns: 8, rows: 5)
  }

  @Test func `the light of a picture is that of what is drawn, one over the other`() throws {
    let ground = Palette.luminance(of: Palette.ground)
    let empty = try light { _ in }
    #expect(empty.allSatisfy { abs($0 - ground) < Self.tolerance })
    let half = try light {
      $0.fill($0.bounds, Palette.notice)
      $0.fill(PixelBox(x: 0, y: 0, width: 480, height: 540), .white)
    }
    for (tile, value) in half.dropLast().enumerated() {
      #expect(abs(value - (tile % 8 < 4 ? 1 : Palette.luminance(of: Palette.notice))) < 1e-9)
    }
    let veil = try light { $0.fill($0.bounds, RGBA8.white.withAlpha(128)) }
    // Half way in sRGB: 0x87 to 0x8C.
    #expect(veil.allSatisfy { abs($0 - 0.25) < 0.02 })
    let disc = try light {
      $0.draw(.disc(diameter: 540), middleX: 480, middleY: 270, .white)
    }
    let area = Double.pi / 4 * 540 / 960
    #expect(abs((disc.last ?? 0) - area - ground * (1 - area)) < Self.tolerance)
  }

  @Test func `squares that are held keep the colours that they showed`() throws {
    var canvas = try LayoutTests.canvas(960, 540, 1)
    var pictureGuard = PictureGuard(FlashLimit(isOn: true))
    let batch = SquareBatch(count: 1, stopwatch: .off)
    batch.put(0, in: canvas.bounds)
    var shown = FlashCount.Series()
    for frame in 0..<120 {
      let color = frame / 3 % 2 == 0 ? Palette.ground : RGBA8.white
      for corner in 0..<4 { batch.colors[corner] = color }
      canvas.begin(canvas.metrics)
      canvas.draw(batch)
      pictureGuard.show(&canvas.list, canvas.metrics, at: Double(frame) / 60)
      #expect(pictureGuard.isHolding == (batch.drawnColors[0] != color))
      shown.note([Palette.luminance(of: batch.drawnColors[0])], at: Double(frame) / 60)
    }
    #expect(shown.most == 3)
  }

  /// What the scenes show by themselves never needs the guard.
  @Test(arguments: SceneList.demo.names) func `no scene that is left alone is held`(
    _ scene: String
  ) throws {
    var run = SceneRun(scene, attract: true, hertz: 20)
    var canvas = try LayoutTests.canvas(960, 540, 1)
    // The fewest squares of the swarm; nothing to the others.
    run.press(.healthDown, .healthDown)
    for _ in 0..<200 {
      run.frame()
      _ = run.show(on: &canvas)
      #expect(!run.pictureGuard.isHolding, "at \(run.rows.last?.time ?? 0) s")
    }
  }
}
