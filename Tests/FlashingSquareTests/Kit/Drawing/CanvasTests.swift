// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import SDLDriver
import Testing

@testable import FlashingSquare

@Suite struct CanvasTests {
  @Test func `numbers are rounded to their decimals`() {
    let cases: [(Double, Int, String)] = [
      (0, 2, "0.00"), (1.005, 1, "1.0"), (0.35, 1, "0.4"), (12.999, 2, "13.00"),
      (-0.001, 2, "0.00"),
      (-1.25, 2, "\u{2212}1.25"), (7, 0, "7"), (0.0625, 4, "0.0625"), (1e9, 1, "\u{2013}"),
      (.infinity, 2, "\u{2013}"), (.nan, 2, "\u{2013}"),
    ]
    for (value, decimals, text) in cases { #expect(NumberText.fixed(value, decimals) == text) }
  }

  @Test func `units keep numbers short`() {
    let seconds: [(Double, String)] = [
      (1e-6, "1.0 \u{B5}s"), (0.002, "2.00 ms"), (0.35, "0.35 s"), (2, "2.00 s"), (250, "250 s"),
      (1e6, "12 days"), (1e9, "32 years"), (.infinity, "\u{2013}"),
    ]
    for (value, text) in seconds { #expect(NumberText.seconds(value) == text) }
  }

  @Test func `a box is divided into strips that fill it`() {
    var box = PixelBox(x: 10, y: 20, width: 100, height: 50)
    #expect(box.takeTop(12, gap: 3) == PixelBox(x: 10, y: 20, width: 100, height: 12))
    #expect(box.takeBottom(5, gap: 1) == PixelBox(x: 10, y: 65, width: 100, height: 5))
    #expect(box.takeLeft(20, gap: 2) == PixelBox(x: 10, y: 35, width: 20, height: 29))
    #expect(box.takeRight(30, gap: 4) == PixelBox(x: 80, y: 35, width: 30, height: 29))
    #expect(box == PixelBox(x: 32, y: 35, width: 44, height: 29))
    // No strip is larger than the rest of the box.
    #expect(box.takeTop(99).height == 29)
    #expect(box.height == 0)
    #expect(box.inset(50).width == 0)
  }

  @Test func `a shape's coverage equals its area at every position and angle`() throws {
    let (a, b) = (Point(x: 30.3, y: 41.7), Point(x: 80.9, y: 66.2))
    let length = distance(a, b)
    let box = SoftShape.box(
      middle: Point(x: 60.4, y: 70.1), size: Size(width: 50, height: 30), corner: 0, angle: 0.7)
    let cases: [([SoftShape], Double)] = [
      ([.disc(a, radius: 20)], 400 * Double.pi),
      ([.capsule(from: a, to: b, radius: 9)], 81 * Double.pi + length * 18),
      ([box], 1500),
      ([.ring(b, radius: 30, thickness: 6)], (900 - 576) * Double.pi),
      ([.pointer(x: 30, y: 42, side: 30)], 450),
      // Two equal shapes cover the same as one.
      ([box, box], 1500),
    ]
    for (shapes, area) in cases {
      let covered = try coverage(of: shapes, RGBA8.white)
      #expect(abs(covered / area - 1) < 0.02, "\(shapes): \(covered), \(area)")
      #expect(abs(try coverage(of: shapes, RGBA8.white.withAlpha(51)) / area - 0.2) < 0.02)
    }
    // Outside the output nothing is drawn.
    #expect(try coverage(of: [.disc(Point(x: -50, y: 2000), radius: 20)], RGBA8.white) == 0)
    let half = try coverage(of: [.disc(Point(x: 0, y: 100), radius: 20)], RGBA8.white)
    #expect(abs(half / (200 * Double.pi) - 1) < 0.02)
  }

  /// The sum of the drawn pixels, weighted by alpha.
  private func coverage(of shapes: [SoftShape], _ color: RGBA8) throws -> Double {
    var canvas = Canvas.sized(960, 540)
    canvas.draw(shapes, color)
    return canvas.list.drawings.reduce(0) { sum, command in
      guard case .rectangles(let color, let pool) = command else { return sum }
      let pixels = canvas.list.rectangles(pool).reduce(0) { $0 + $1.width * $1.height }
      return sum + Double(pixels) * Double(color.alpha) / 255
    }
  }

  /// The range of heights in each column for a path through points.
  private func columns(_ points: [(Double, Double)], thickness: Double = 1) -> [ClosedRange<Float>?]
  {
    var scratch = CanvasScratch()
    let box = PixelBox(x: 10, y: 0, width: 8, height: 100)
    var curve = ColumnCurve(in: box, thickness: thickness, &scratch)
    for (x, y) in points { curve.add(x: x, y: y, &scratch) }
    return zip(scratch.columnTop, scratch.columnBottom).map { $0.isFinite ? $0...$1 : nil }
  }

  @Test func `a curve covers all heights on its way, jumps vertically, and is cut at its box`() {
    let slope = columns([(8, 0), (20, 12)])
    #expect(slope[0] == 2...3)
    #expect(slope[7] == 9...10)
    let jump = columns([(10, 5), (13.5, 5), (13.5, 80), (16, 80)])
    #expect(jump[2] == 5...5)
    #expect(jump[3] == 5...80)
    #expect(jump[5] == 80...80)
    #expect(jump[7] == nil)
    // A thick line is equally thick in vertical and horizontal parts.
    #expect(columns([(13.5, 5), (13.5, 80)], thickness: 3).filter { $0 != nil }.count == 3)
  }

  @Test func `shapes of one colour, and texts of one face, are drawn in one call of SDL`() throws {
    var canvas = Canvas.sized(960, 540)
    for x in 0..<50 { canvas.fill(PixelBox(x: x, y: 0, width: 1, height: 1), Palette.line) }
    for y in 0..<5 { canvas.text("text", canvas.face(.small), Palette.text, x: 0, y: 20 * y) }
    #expect(canvas.list.drawings.count == 2)
    canvas.begin(canvas.metrics)
    #expect(canvas.list.drawings.isEmpty)
  }
}
