// SPDX-License-Identifier: Apache-2.0

import SDLDriver
import Testing

@testable import FlashingSquare

@Suite struct StripChartTests {
  /// The columns of pixels in which a colour was drawn, smooth edges included.
  private func columns(_ mode: DemoMode, on canvas: Canvas) -> [Int] {
    let color = Palette.color(of: mode)
    return canvas.list.drawings.flatMap { command -> [Int] in
      guard case .rectangles(let drawn, let pool) = command, drawn.withAlpha(255) == color else {
        return []
      }
      return canvas.list.rectangles(pool).flatMap { Int($0.x)..<Int($0.x + $0.width) }
    }
  }

  @Test(arguments: [StripChart.Parts.rate, []])
  func `a new mode draws what follows in its colour, and leaves what was as it was`(
    _ shown: StripChart.Parts
  ) throws {
    var run = SceneRun(mode: .phase)
    run.run(until: 4)
    run.press(.nextMode)
    run.run(until: 6)
    run.press(.nextMode)
    run.run(until: 9)
    let flash = try #require(run.square).flash
    var canvas = Canvas.sized(1000, 200)
    let chart = StripChart(
      history: flash.history, now: flash.now, color: Palette.color(of: flash.mode))
    chart.draw(in: PixelBox(x: 0, y: 0, width: 1000, height: 200), shown, on: &canvas)
    // 100 pixels a second, now at the right edge.
    let now = flash.now
    func x(_ time: Double) -> Int { 1000 - Int((now - time) * 100) }
    let parts: [(DemoMode, Double, Double)] = [(.phase, 0, 4), (.ramp, 4, 6), (.naive, 6, now)]
    for (mode, from, to) in parts {
      let columns = columns(mode, on: canvas)
      let (first, last) = (columns.min() ?? 0, columns.max() ?? 0)
      #expect(abs(first - x(from)) <= 4 && abs(last - x(to)) <= 4, "\(mode): \(first)...\(last)")
      #expect(Set(columns).count >= last - first - 2, "\(mode) has gaps")
    }
  }
}
