// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import SDLDriver
import Testing

@testable import FlashingSquare

/// Clicks on areas.
@Suite struct PointerTests {
  /// Draws the scene, and clicks in the middle of a text.
  private func click(_ text: String, in run: inout SceneRun, width: Int = 960) throws {
    let canvas = run.draw(on: .sized(width, width * 3 / 4))
    let index = try #require(canvas.texts.lastIndex(of: text), "\(text) in \(canvas.texts)")
    run.frame(.pressing(at: canvas.textBoxes[index].middle))
    run.frame()
  }

  @Test(arguments: [640, 1280])
  func `the bar opens each scene, details and the help`(_ width: Int) throws {
    var run = SceneRun()
    run.frame()
    for scene in SceneList.demo.scenes.reversed() {
      // In a narrow window the first scene's label is short.
      let label = width == 640 && scene.name == "answers" ? "Answers" : scene.label
      try click(label, in: &run, width: width)
      #expect(SceneList.demo.names[run.stage.index] == scene.name)
    }
    try click("D details", in: &run, width: width)
    #expect(run.stage.showsDetails)
    try click("H help", in: &run, width: width)
    #expect(run.stage.showsHelp)
    // A click on a scene's name in the help opens the scene; a click elsewhere closes the help.
    try click("Swarm", in: &run, width: width)
    #expect(!run.stage.showsHelp)
    run.press(.help)
    run.draw()
    run.frame(.pressing(at: Point(x: 2, y: 2)))
    #expect(!run.stage.showsHelp)
  }

  @Test func `the first card is a button that changes its code`() throws {
    var run = SceneRun()
    run.frame()
    try click("sin(time \u{D7} speed)", in: &run)
    #expect(try run.answers().lanes[0].mode == .ramp)
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

  @Test(arguments: modes)
  func `a square goes from almost dark to its colour, never through grey`(_ color: RGBA8) {
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
