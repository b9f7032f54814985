// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

/// The examples for Python and LÖVE in real windows.
@Suite(.serialized, .timeLimit(.minutes(10))) struct LanguageWindowTests {
  /// Starts an example, whose last line of output contains its rate.
  private static func start(_ arguments: [String], _ server: XServer) throws -> Child {
    let modules = try LanguageModules.installed.get()
    var environment = server.environment
    for (name, value) in modules.environment { environment[name] = value }
    return try Child(
      "/usr/bin/env", arguments, environment: environment, inRealTime: true)
  }

  private static func python(_ name: String, _ frames: String) -> [String] {
    [LanguageModules.interpreter, "\(Library.package)/Demo/PythonGame/\(name)", frames]
  }

  /// Copies the game for LÖVE and the module into one folder; returns the command that starts it.
  private static func love(_ frames: String, in folder: Folder) throws -> [String] {
    try Game.copySources("LoveGame", to: folder)
    let lua = try LanguageModules.installed.get().lua
    try Tool.run(["cp", "-r", "\(lua)/.", folder.path])
    return ["love", folder.path, frames]
  }

  /// The rate and the duration of a blink, from "60.00 Hz; a blink takes 1.0000 s".
  private static func figures(_ child: Child) throws -> (rate: Double, blink: Double) {
    let (status, output) = child.end()
    let found = output.firstMatch(of: /([\d.]+) Hz; a blink takes ([\d.]+) s/)
    #expect(status == 0, "\(output)\(child.errors)")
    let figures = try #require(found, "\(output)")
    return (try #require(Double(figures.1)), try #require(Double(figures.2)))
  }

  /// 60 Hz, with up to three of 600 frames lost to another program.
  private static let rightRates = 59.7..<60.05

  @Test func `a blink of a pygame program that uses the loop has the right duration`() throws {
    let server = try XServer(inRealTime: true)
    let after = try Self.figures(Self.start(Self.python("blink.py", "700"), server))
    print("pygame: \(after)")
    #expect(Self.rightRates.contains(after.rate) && abs(after.blink - 1) < 0.005)
  }

  /// In the first frames the loop detects that presenting does not wait; only the last 600 are
  /// counted.
  @Test func `a LÖVE game that uses the loop holds 60 Hz`() throws {
    let server = try XServer(inRealTime: true)
    let folder = try Folder()
    let found = try Self.figures(Self.start(Self.love("800", in: folder), server))
    print("LÖVE: \(found)")
    #expect(Self.rightRates.contains(found.rate) && abs(found.blink - 1) < 0.02)
  }

  /// pygame's window is found by its class, because xdotool does not read its title.
  @Test(arguments: [
    ("PythonGame", ["--class", "^blink.py$"]), ("LoveGame", ["--name", "^Blink$"]),
  ])
  func `the square shows both colors, and the program takes keys and ends at Esc`(
    name: String, window: [String]
  )
    throws
  {
    let server = try XServer()
    let folder = try Folder()
    let game = try Self.start(
      name == "LoveGame" ? Self.love("100000", in: folder) : Self.python("blink.py", "100000"),
      server)
    try server.xdotool("search", "--sync", "--onlyvisible", window[0], window[1])
    var colors: Set<String> = []
    for _ in 0..<40 where colors.count < 2 {
      let color = try Tool.run(
        ["import", "-display", server.name, "-window", "root", "-format", "%[pixel:p{640,400}]"]
          + ["info:"])
      if color.hasPrefix("srgb("), !color.contains("(0,0,0)") { colors.insert(color) }
    }
    #expect(colors.count == 2, "\(colors)")
    // Without a window manager, the window under the pointer has the keyboard focus.
    for key in ["Up", "Up", "Down", "Escape"] { try server.xdotool("key", key) }
    let (status, output) = game.end()
    #expect(status == 0 && output.contains(" Hz; a blink takes "), "\(output)\(game.errors)")
  }
}
