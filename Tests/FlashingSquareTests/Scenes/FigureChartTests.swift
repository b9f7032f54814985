// SPDX-License-Identifier: Apache-2.0

import FramePacing
import Testing

@testable import FlashingSquare

/// The parts that the frame clock's charts are made of.
@Suite struct FigureChartTests {
  @Test(arguments: [0, 1e-9, 0.000_03, 0.000_04, 0.001, 0.0123, 0.7, 1, 50])
  func `a scale has room for what is to be seen, and not much more`(_ seconds: Double) {
    for before in [0, 0.000_1, 0.9] {
      var scale = ChartScale()
      scale.fit(before)
      scale.fit(seconds)
      #expect(ChartScale.steps.contains(scale.reach))
      #expect(scale.reach >= min(seconds, 1))
      #expect(scale.reach <= max(seconds * 1.3 * 1.3 * 2.5, 0.000_05))
    }
  }

  @Test func `a scale grows at once and does not go to and fro`() {
    var scale = ChartScale()
    var changes = 0
    for frame in 0..<1000 {
      let before = scale.reach
      // Noise around the border between two steps.
      scale.fit(frame.isMultiple(of: 2) ? 0.000_76 : 0.000_78)
      changes += scale.reach == before ? 0 : 1
    }
    #expect(changes == 2 && scale.reach == 0.002)
    scale.fit(0.0001)
    #expect(scale.reach == 0.0002)
  }

  @Test(arguments: [
    (0.000_05, "50 \u{B5}s"), (0.0005, "500 \u{B5}s"), (0.001, "1 ms"), (0.5, "500 ms"),
  ]) func `a scale's label has whole numbers`(_ row: (reach: Double, label: String)) {
    var scale = ChartScale()
    scale.fit(row.reach / 1.31)
    #expect(scale.reach == row.reach && scale.label == row.label)
  }

  @Test func `what lies beyond counts at the edge`() {
    var bins = BinCounts()
    bins.reset(4)
    for x in [-5, 0, 24, 25, 99, 100, 5000] { bins.count(x, of: 100) }
    #expect(bins.counts == [3, 1, 0, 3] && bins.most == 3)
    bins.reset(0)
    bins.count(1, of: 100)
    bins.reset(2)
    bins.count(1, of: 0)
    #expect(bins.counts == [0, 0] && bins.most == 0)
  }

  /// The bars' heights from the left, of a histogram 400 pixels wide: ten for each class.
  private func bars(_ milliseconds: [Double]) throws -> [Int: Int] {
    var histogram = LogHistogram()
    for value in milliseconds { histogram.record(nanoseconds: Int64(value * 1e6)) }
    var canvas = Canvas.sized(960, 540)
    let room = PixelBox(x: 100, y: 100, width: 400, height: 120)
    DurationHistogram(histogram: histogram).draw(Palette.notice, in: room, on: &canvas)
    var bars: [Int: Int] = [:]
    for case .rectangles(Palette.notice, let pool) in canvas.list.drawings {
      for rect in canvas.list.rectangles(pool) { bars[Int(rect.x) - 100] = Int(rect.height) }
    }
    return bars
  }

  @Test func `each length has its bar, the rare ones too`() throws {
    let many = [Double](repeating: 16.5, count: 10_000)
    let bars = try bars(many + [0.001, 1.0241, 33, 5000])
    // 1 ms and less at the left, a second and more at the right, four bars to an octave.
    #expect(Set(bars.keys) == [0, 160, 200, 390])
    let tallest = try #require(bars[160])
    #expect(bars[200] == Int(Double(tallest) / 13.288) || bars[200] == tallest / 13)
    #expect(try self.bars([]).isEmpty)
  }
}
