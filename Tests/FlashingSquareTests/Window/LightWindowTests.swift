// SPDX-License-Identifier: Apache-2.0

import SDLDriver
import Testing

@testable import FlashingSquare

/// With the other tests that draw in this process: it has one SDL.
extension AddedSceneWindowTests {
  /// What letters, and stripes of single pixels between the points, come to in the mean of an area.
  ///
  /// A fifth of what counts as a change. The sheet is all such stripes, which do not move.
  static func lightTolerance(_ scene: String) -> Float { scene == "sheet" ? 0.05 : 0.02 }

  @Test(arguments: [(960, 540), (641, 367)])
  func `the light that is measured is that of the pixels, in every scene`(
    _ size: (width: Int, height: Int)
  ) throws {
    let session = try Session(.headless)
    var options = WindowOptions(title: "light")
    (options.width, options.height) = size
    options.fitsDisplay = false
    var window = try Window(session, options)
    var observer = LightObserver()
    for scene in SceneList.demo.names {
      var run = SceneRun(scene, attract: true)
      var canvas = Canvas.sized(size.width, size.height)
      let painter = Painter()
      // The first picture tells a scene where its parts are.
      for end in [0.5, 2] {
        run.run(until: end)
        run.show(on: &canvas)
      }
      #expect(!run.pictureGuard.isHolding)
      try painter.draw(run.pictureGuard.shown, with: &window.renderer)
      let image = try window.renderer.readPixels()
      var points = [Light](repeating: Light(), count: LightGrid.columns * LightGrid.rows)
      var counts = [Float](repeating: 0, count: points.count)
      let scale = CellScale(width: size.width, height: size.height)
      let columns = (0..<size.width).map(scale.column(ofPixel:))
      for y in 0..<size.height {
        let row = scale.row(ofPixel: y) * LightGrid.columns
        for x in 0..<size.width {
          let cell = row + columns[x]
          points[cell] += LightGrid.linear(image[x, y])
          counts[cell] += 1
        }
      }
      for point in points.indices { points[point] = points[point] * (1 / counts[point]) }
      var areas = LightAreas()
      areas.measure(points)
      let measured = observer.areas(of: run.pictureGuard.shown, canvas.metrics)
      let off = zip(measured, areas.luminance).map { abs($0 - $1) }.max() ?? 1
      #expect(off < Self.lightTolerance(scene), "\(scene): \(off)")
    }
  }
}
