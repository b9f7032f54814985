// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import SDLDriver
import Testing

@testable import FlashingSquare

/// Clicks on areas, and the values that a chart shows under the mouse.
@Suite struct PointerTests {
  /// Draws the scene, and clicks in the middle of a text.
  private func click(_ text: String, in run: inout SceneRun, width: Int = 960) throws {
    let canvas = run.draw(on: .sized(width, width * 3 / 4))
    let index = try #require(canvas.texts.lastIndex(of: text), "\(text) in \(canvas.texts)")
    let box = canvas.textBoxes[index]
    run.frame(.pressing(at: Point(x: Double(box.midX), y: Double(box.midY))))
    run.frame()
  }

  @Test(arguments: [640, 1280]) func `the bar opens each scene, details and the help`(
    _ width: Int
  ) throws {
    var run = SceneRun()
    run.frame()
    for scene in SceneList.demo.scenes.reversed() {
      try click(scene.label, in: &run, width: width)
      #expect(SceneList.demo.names[run.stage.index] == scene.name)
    }
    let hints = width == 640 ? ["D", "H"] : ["D details", "H help"]
    try click(hints[0], in: &run, width: width)
    #expect(run.stage.showsDetails)
    try click(hints[1], in: &run, width: width)
    #expect(run.stage.showsHelp)
    // A click on a scene's name in the help opens the scene; a click elsewhere closes the help.
    try click("Swarm", in: &run, width: width)
    #expect(!run.stage.showsHelp)
    run.press(.help)
    run.draw()
    run.frame(.pressing(at: Point(x: 2, y: 2)))
    #expect(!run.stage.showsHelp)
  }

  @Test func `the offer of a third square is a button`() throws {
    var run = SceneRun()
    run.frame()
    try click("Add: what most code does", in: &run)
    #expect(try run.answers().third?.mode == .naive)
  }

  /// Draws the scene with the pointer at a position.
  private func texts(_ run: SceneRun, pointer: Point) -> [String] {
    var run = run
    var controls = Controls()
    controls.pointer = pointer
    run.frame(controls)
    return run.draw(on: .sized(1280, 720)).texts
  }

  @Test func `a chart shows the time and the values under the mouse`() throws {
    var run = SceneRun()
    run.run(until: 7)
    let scene = try run.answers()
    var canvas = Canvas.sized(1000, 300)
    canvas.pointer = Point(x: 500, y: 100)
    let chart = StripChart(
      curves: scene.lanes.map { ($0.history, Palette.color(of: $0.mode)) }, now: scene.now)
    chart.draw(in: PixelBox(x: 0, y: 0, width: 1000, height: 200), hasTimes: false, on: &canvas)
    // The mouse is in the middle of the chart, at the time of three seconds ago.
    let value = try #require(scene.left.history.value(at: scene.now - 3))
    #expect(canvas.texts == ["\u{2212}3.00 s"] + [value, value].map { NumberText.fixed($0, 2) })
    let shown = texts(run, pointer: Point(x: 900, y: 600))
    #expect(shown.contains { $0.hasPrefix("\u{2212}1.") && $0.hasSuffix(" s") && $0.count == 7 })
  }

  @Test func `a chart behind the help does not react to the mouse`() {
    var run = SceneRun()
    run.run(until: 7)
    run.press(.help)
    let shown = texts(run, pointer: Point(x: 1200, y: 600))
    #expect(!shown.contains { $0.hasPrefix("\u{2212}0.") })
  }
}

/// Contrast as WCAG 2.2 defines it.
@Suite struct PaletteTests {
  private func luminance(_ color: RGBA8) -> Double {
    let light = Color(sRGB8: color.red, green: color.green, blue: color.blue)
    return 0.2126 * light.red + 0.7152 * light.green + 0.0722 * light.blue
  }

  private func contrast(_ a: RGBA8, _ b: RGBA8) -> Double {
    let (a, b) = (luminance(a), luminance(b))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  static let modes = DemoMode.allCases.map(Palette.color(of:))
  static let grounds = [Palette.ground, Palette.panel, Palette.shade]

  @Test func `text has a contrast of at least 4.5, and a shape has at least 3`() {
    for ground in Self.grounds + [Palette.groove] {
      for text in [Palette.dim, Palette.text, Palette.notice, Palette.alert] + Self.modes {
        #expect(contrast(text, ground) >= 4.5, "\(text) on \(ground)")
      }
    }
    for ground in Self.grounds {
      for shape in Self.modes.map(Palette.edge(of:)) + [Palette.track, Palette.hunter] {
        #expect(contrast(shape, ground) >= 3, "\(shape) on \(ground)")
      }
    }
  }

  @Test(arguments: modes) func `a square goes from almost dark to its colour, never through grey`(
    _ color: RGBA8
  ) {
    #expect(Palette.flash(1, color) == color)
    #expect(contrast(Palette.flash(0, color), Palette.ground) < 1.2)
    func saturation(_ color: RGBA8) -> Double {
      let parts = [color.red, color.green, color.blue].map(Double.init)
      return 1 - (parts.min() ?? 0) / (parts.max() ?? 1)
    }
    for step in 2...10 {
      #expect(saturation(Palette.flash(Double(step) / 10, color)) > 0.7 * saturation(color))
    }
  }
}
