// SPDX-License-Identifier: Apache-2.0

import RepeatTiming
import SDLDriver
import Testing

@testable import FlashingSquare

extension Palette {
  /// Relative luminance, 0...1, in full precision: as WCAG 2.x defines it.
  static func luminance(of color: RGBA8) -> Double {
    let light = Color(sRGB8: color.red, green: color.green, blue: color.blue)
    return 0.2126 * light.red + 0.7152 * light.green + 0.0722 * light.blue
  }
}

@Suite struct PictureGuardTests {
  static let ground = Float(Palette.luminance(of: Palette.ground))

  /// The luminance of each area, and of the whole.
  private func light(_ draw: (inout Canvas) -> Void) throws -> [Float] {
    var canvas = Canvas.sized(960, 540)
    var observer = LightObserver()
    draw(&canvas)
    return observer.areas(of: canvas.list, canvas.metrics)
  }

  /// A box as large as so many cells of 20 x 18 pixels; an area has 6 x 6.
  private static func cells(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> PixelBox
  {
    PixelBox(x: Int(20 * x), y: Int(18 * y), width: Int(20 * width), height: Int(18 * height))
  }

  /// What points come to in an area: of 576, three.
  static let pointTolerance: Float = 0.005

  @Test func `an area's light is the mean of what is drawn there`() throws {
    #expect(try light { _ in }.allSatisfy { abs($0 - Self.ground) < 1e-5 })
    func expect(
      _ expected: Float, _ tolerance: Float = PictureGuardTests.pointTolerance,
      _ draw: (inout Canvas) -> Void
    ) throws {
      let worst = try light(draw).map { abs($0 - expected) }.max() ?? 1
      #expect(worst < tolerance, "\(expected)")
    }
    let notice = Float(Palette.luminance(of: Palette.notice))
    try expect((1 + Self.ground) / 2) {
      for x in stride(from: 0, to: 960, by: 2) {
        $0.fill(PixelBox(x: x, y: 0, width: 1, height: 540), .white)
      }
    }
    try expect((1 + notice) / 2) {
      for square in 0..<96 * 60 {
        let (row, column) = (square / 96, square % 96)
        $0.fill(
          PixelBox(x: 10 * column, y: 9 * row, width: 10, height: 9),
          (row + column).isMultiple(of: 2) ? .white : Palette.notice)
      }
    }
    // One over the other, as the renderer mixes: half way from 0x0F1318 to white.
    try expect(0.251) {
      $0.fill($0.bounds, Palette.notice)
      $0.fill($0.bounds, Palette.ground)
      $0.fill($0.bounds, RGBA8.white.withAlpha(128))
    }
    let whole = try light { $0.draw(.disc(diameter: 540), middleX: 480, middleY: 270, .white) }
    let area = Float.pi / 4 * 540 / 960
    #expect(abs((whole.last ?? 0) - area - Self.ground * (1 - area)) < 0.001)
  }

  @Test func `the squares of a batch count by their pixels, each pixel by its last square`() throws
  {
    let batch = SquareBatch(count: 3, stopwatch: .off)
    for (square, color) in [RGBA8.white, Palette.notice, Palette.ground].enumerated() {
      for corner in 4 * square..<4 * square + 4 { batch.colors[corner] = color }
    }
    batch.put(0, in: PixelBox(x: 0, y: 0, width: 960, height: 540))
    batch.put(1, in: PixelBox(x: 11, y: 9, width: 21, height: 18))
    batch.put(2, in: PixelBox(x: 11, y: 9, width: 11, height: 9))
    batch.accept()
    let light = try light { $0.draw(batch) }
    let notice = Float(Palette.luminance(of: Palette.notice))
    let sum = Float(21 * 18 - 11 * 9) * notice + Float(11 * 9) * Self.ground
    let expected = (120 * 108 - 21 * 18 + sum) / (120 * 108)
    // A cell of 4.5 rows has four pixels' middles or five, and counts as one or the other.
    #expect(abs(light[0] - expected) < 5e-4)
  }

  /// Something that changes: what it draws in a phase of its cycle, and whether the guard holds it.
  struct Moving: CustomTestStringConvertible {
    let name: String
    var hertz = 4.0
    let isHeld: Bool
    let draw: @Sendable (inout Canvas, Double) -> Void
    var testDescription: String { name }

    /// A box that is one colour in the first half of a cycle, and another in the second.
    static func box(
      _ name: String, _ box: PixelBox, _ first: RGBA8 = .white, _ second: RGBA8 = Palette.ground,
      hertz: Double = 4, isHeld: Bool
    ) -> Self {
      Self(name: name, hertz: hertz, isHeld: isHeld) { canvas, phase in
        canvas.fill(box, phase < 0.5 ? first : second)
      }
    }
  }

  private static let all = PixelBox(x: 0, y: 0, width: 960, height: 540)
  private static func grey(_ byte: UInt8) -> RGBA8 { RGBA8(red: byte, green: byte, blue: byte) }

  static let moving: [Moving] = [
    .box("a small square", PixelBox(x: 470, y: 260, width: 30, height: 30), isHeld: false),
    .box("a quarter of ten degrees", cells(6, 6, 6, 6), isHeld: true),
    .box("the same at three a second", cells(6, 6, 6, 6), hertz: 3, isHeld: false),
    .box("the same between areas", cells(8.5, 8.5, 6, 6), grey(140), isHeld: true),
    // Luminance 0.112 and 0.005, then 0.098 and 0.005.
    .box("just more than a tenth", cells(9, 9, 6, 6), grey(94), isHeld: true),
    .box("just less than a tenth", all, grey(88), isHeld: false),
    // The darker is at 0.83, or at 0.78.
    .box("bright and brighter", all, .white, grey(235), hertz: 10, isHeld: false),
    .box("bright and less bright", all, .white, grey(228), hertz: 10, isHeld: true),
    // Changes of luminance by 0.02 and 0.04.
    .box("dark red", all, RGBA8(red: 90, green: 0, blue: 0), isHeld: true),
    .box("dark blue", all, RGBA8(red: 0, green: 0, blue: 200), isHeld: false),
    .box(
      "a small red square", PixelBox(x: 3, y: 3, width: 24, height: 24),
      RGBA8(red: 255, green: 0, blue: 0), isHeld: false),
    Moving(name: "a square that crosses the picture", hertz: 1, isHeld: false) { canvas, phase in
      canvas.fill(PixelBox(x: Int(phase * 960), y: 200, width: 150, height: 150), .white)
    },
    Moving(name: "wide stripes that pass", isHeld: true) { canvas, phase in
      for stripe in -1..<4 {
        canvas.fill(
          PixelBox(x: Int((Double(stripe) + phase) * 240), y: 0, width: 120, height: 540), .white)
      }
    },
    Moving(name: "a fine checkerboard that swaps", hertz: 10, isHeld: false) { canvas, phase in
      let shift = phase < 0.5 ? 0 : 1
      for row in 0..<90 {
        for column in 0..<80 {
          canvas.fill(
            PixelBox(
              x: 12 * column + (row + shift) % 2 * 6, y: 6 * row, width: 6, height: 6), .white)
        }
      }
    },
  ]

  @Test(arguments: moving) func `what flashes over an area is held, and nothing else`(
    _ moving: Moving
  ) throws {
    var canvas = Canvas.sized(960, 540)
    for limits in [true, false] {
      var pictureGuard = PictureGuard(FlashLimit(isOn: limits))
      var observer = LightObserver()
      var wasHeld = false
      var shown = FlashCount.Series()
      var value = -1.0
      // Without the limit no picture is measured, and one is as good as many.
      for frame in 0..<(limits ? 90 : 10) {
        let time = Double(frame) / 60
        let cycles = time * moving.hertz
        canvas.begin(canvas.metrics)
        moving.draw(&canvas, cycles - cycles.rounded(.down))
        var row = TraceRow(time: time, value: Double(frame))
        pictureGuard.show(&canvas.list, canvas.metrics, &row, at: time)
        wasHeld = wasHeld || pictureGuard.isHolding
        if limits, moving.isHeld {
          shown.note(observer.areas(of: pictureGuard.shown, canvas.metrics), at: time)
        }
        // The trace has the value of the picture that shows.
        if !pictureGuard.isHolding { value = Double(frame) }
        #expect(row == TraceRow(time: time, value: value))
      }
      #expect(wasHeld == (limits && moving.isHeld))
      if limits, moving.isHeld { #expect(shown.most <= 3) }
    }
  }

  @Test func `what was held shows again as soon as a second has passed`() throws {
    var canvas = Canvas.sized(960, 540)
    var pictureGuard = PictureGuard(FlashLimit(isOn: true))
    var held: [Int] = []
    for frame in 0..<200 {
      canvas.begin(canvas.metrics)
      canvas.fill(canvas.bounds, frame < 8 && frame % 2 == 1 ? .white : Palette.ground)
      var row = TraceRow(time: 0)
      pictureGuard.show(&canvas.list, canvas.metrics, &row, at: Double(frame) / 100)
      if pictureGuard.isHolding { held.append(frame) }
    }
    // Seven turns from frame 1 to 7; the eighth, in frame 8, waits for a second after the first.
    #expect(held == Array(8...100))
  }

  @Test func `squares that are held keep the colours that they showed`() throws {
    var canvas = Canvas.sized(960, 540)
    var pictureGuard = PictureGuard(FlashLimit(isOn: true))
    let batch = SquareBatch(count: 1, stopwatch: .off)
    batch.put(0, in: canvas.bounds)
    var shown = FlashCount.Series()
    for frame in 0..<120 {
      let color = frame / 3 % 2 == 0 ? Palette.ground : RGBA8.white
      for corner in 0..<4 { batch.colors[corner] = color }
      canvas.begin(canvas.metrics)
      canvas.draw(batch)
      var row = TraceRow(time: 0)
      pictureGuard.show(&canvas.list, canvas.metrics, &row, at: Double(frame) / 60)
      #expect(pictureGuard.isHolding == (batch.drawnColors[0] != color))
      let light = Float(Palette.luminance(of: batch.drawnColors[0]))
      shown.note([light], at: Double(frame) / 60)
    }
    #expect(shown.most == 3)
  }

  @Test(arguments: [(0, 0), (1, 1), (7, 3), (40, 22), (30, 400)])
  func `a picture of hardly any pixels is measured too`(_ size: (width: Int, height: Int)) throws {
    var run = SceneRun("swarm", attract: true)
    run.press(.healthDown, .healthDown)
    var canvas = Canvas.sized(size.width, size.height)
    for _ in 0..<3 {
      run.frame()
      run.show(on: &canvas)
      #expect(!run.pictureGuard.isHolding)
    }
  }

  /// What the scenes show by themselves never needs the guard.
  ///
  /// In eight seconds all that repeats comes round; the beat's plan, which is longer, has a test of its
  /// own.
  @Test(arguments: SceneList.demo.names.filter { $0 != "beat" })
  func `no scene that is left alone is held`(_ scene: String) {
    var run = SceneRun(scene, attract: true, hertz: 15)
    var canvas = Canvas.small
    // The fewest squares of the swarm; nothing to the others.
    run.press(.healthDown, .healthDown)
    for _ in 0..<120 {
      run.frame()
      run.show(on: &canvas)
      #expect(!run.pictureGuard.isHolding, "at \(run.rows.last?.time ?? 0) s")
    }
  }
}
