// SPDX-License-Identifier: Apache-2.0

import FramePacing
import SDLDriver
import Testing
import WindowRigs

@testable import FlashingSquare

/// A scene as a newcomer would write it.
private struct StrobeScene: Scene {
  static let name = "strobe"
  static let title = "Strobe"
  static let summary = "the whole screen, bright and dark"
  static let keys = [KeyHelp("S", "flash")]
  private var isBright = false
  private var presses = 0

  init(_ setup: SceneSetup) {}

  mutating func update(_ frame: Frame, _ controls: Controls) -> TraceRow? {
    isBright = frame.number / 3 % 2 == 1
    presses += controls.presses.count
    return isBright || presses > 0 ? TraceRow(time: frame.time, value: 1) : nil
  }

  mutating func draw(on canvas: inout Canvas, _ status: FrameStatus) {
    canvas.fill(canvas.bounds, isBright ? .white : Palette.ground)
  }
}

/// The line that adds the scene to the list.
private let scenes = SceneList(scenes: SceneList.demo.scenes + [StrobeScene.self])

/// Serialized like the other tests of windows, because a process has one SDL.
@Suite(.serialized) struct AddedSceneWindowTests {
  /// Runs the app without a window.
  /// - Returns: The trace, and the brightness at the centre of each picture, 0...1.
  private func run(_ arguments: [String]) throws -> (rows: [TraceRow], light: [Double]) {
    let folder = try TemporaryFolder()
    let files = ["--trace", folder.file("t.csv"), "--record", folder.file("pictures")]
    let options = try DemoOptions.parse(
      ["--headless", "--frames", "150", "--size", "320x180"] + files + arguments,
      scenes: scenes.names)
    try App.run(options, RunFiles(for: options), scenes: scenes)
    try Child.run(
      "/bin/sh", ["-c", "convert pictures/frame-*.png -crop 1x1+160+90 -depth 8 gray:light"],
      in: folder.path)
    let light = try folder.bytes("light").map { Double($0) / 255 }
    #expect(light.count == 150)
    return (WrittenTrace(path: folder.file("t.csv")).rows(), light)
  }

  @Test func `a new scene needs only a type and a line in the list`() throws {
    let (rows, light) = try run(["--scene", "strobe"])
    #expect(rows.count == 150 && rows[60] == TraceRow(time: 1))
    #expect(light[0] < 0.1 && light[3] == 1)
  }

  @Test
  func `a new scene is listed by --scene, --help and the help screen, and Page down opens it`()
    throws
  {
    let error = #expect(throws: (any Error).self) {
      try DemoOptions.parse(["--scene", "nope"], scenes: scenes.names)
    }
    #expect("\(try #require(error))".contains("beat, strobe"))
    let help = try #require(DemoOptions.answer(to: ["--help"], scenes: scenes))
    #expect(help.contains("\n                      strobe   the whole screen, bright and dark\n"))
    var reader = EventReader()
    var run = SceneRun("beat", list: scenes)
    let row = run.frame(reader.read([.keyDown(.pageDown, isRepeat: false)]))
    #expect(row == TraceRow(time: 0, events: ["scene_strobe"]))
    #expect(run.frame(reader.read([.keyDown(.x, isRepeat: false)])).value == 1)
    run.press(.help)
    let texts = run.texts()
    for text in ["0  Strobe", StrobeScene.summary, "flash"] { #expect(texts.contains(text)) }
    #expect(
      run.frame(reader.read([.keyDown(.pageUp, isRepeat: false)])).events == [
        "scene_beat", "started",
      ])
  }
}
