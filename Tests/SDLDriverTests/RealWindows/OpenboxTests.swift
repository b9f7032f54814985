// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

/// Whether to run the rigs that need a window manager or a compositor.
enum Rigs {
  static var areWanted: Bool { runsAllTests }

  /// The missing programs of a rig; nil for none.
  static func missing(_ programs: String...) -> Comment? {
    let missing = programs.filter { Child.find($0) == nil }
    return missing.isEmpty ? nil : "missing: \(missing.joined(separator: ", "))"
  }
}

/// LOOP's rig R2: the window manager openbox on an X server without a screen.
///
/// Enabled by `Tests/run --all`; needs xvfb, openbox, xdotool and wmctrl.
@Suite(
  .serialized, .timeLimit(.minutes(10)),
  .enabled(if: Rigs.areWanted, "rig R2, openbox: run Tests/run --all"),
  .enabled(
    if: Rigs.missing("Xvfb", "openbox", "xdotool", "wmctrl") == nil,
    Rigs.missing("Xvfb", "openbox", "xdotool", "wmctrl") ?? "rig R2"))
struct OpenboxTests {
  /// A server, its window manager, and the probe's window.
  private struct Desktop {
    let server: XServer
    let manager: Child
    let probe: Child
    let window: String

    init() throws {
      server = try XServer()
      manager = try Child("openbox", [], environment: server.environment)
      // Started before the window opens, because a manager that starts later briefly removes it
      // from the screen.
      var answer = try Child.run("xdotool", ["get_desktop"], environment: server.environment)
      for _ in 0..<500 where answer.status != 0 {
        answer = try Child.run("xdotool", ["get_desktop"], environment: server.environment)
      }
      try #require(
        answer.status == 0,
        "openbox has not started: \(answer.text), \(manager.read(seconds: 0))")
      probe = try RealWindowTests.probe(server)
      window = try server.window("Loop probe")
    }

    func wmctrl(_ arguments: String...) throws {
      let wmctrl = try Child.run("wmctrl", arguments, environment: server.environment)
      try #require(wmctrl.status == 0, "wmctrl \(arguments): \(wmctrl.text)")
    }

    /// Closes the window like a user.
    func close() throws -> (status: Int32, output: String) {
      try wmctrl("-c", "Loop probe")
      return probe.end()
    }
  }

  @Test func `a minimised window is not drawn, and continues where it stopped when restored`()
    throws
  {
    let desktop = try Desktop()
    var before = 0.0
    while before < 10 { before = desktop.probe.loopReport().number("frames") }
    try desktop.server.xdotool("windowminimize", "--sync", desktop.window)
    sleep(2)
    try desktop.server.xdotool("windowmap", "--sync", desktop.window)
    let after = desktop.probe.loopReport()
    // Two seconds would have 120 frames.
    #expect(after.number("frames") < before + 60)
    #expect(after.line("missed") == "0" && after.line("stalls") == "0")
    #expect(after.number("interval", "max") < 1000, "the pause is no interval")
    let (status, output) = try desktop.close()
    #expect(status == 0)
    #expect(output.contains("end          quit(SDLDriver.QuitReason.windowClosed)"), "\(output)")
  }

  @Test func `a window switches to full screen and back, and is drawn at its present size`()
    throws
  {
    let desktop = try Desktop()
    try desktop.wmctrl("-r", "Loop probe", "-b", "toggle,fullscreen")
    let full = desktop.probe.read(seconds: 20) { $0.contains("size 1280x800") }
    #expect(full.contains("size 1280x800"), "\(full)")
    try desktop.wmctrl("-r", "Loop probe", "-b", "toggle,fullscreen")
    let small = desktop.probe.read(seconds: 20) { $0.contains("size 640x480") }
    #expect(small.contains("size 640x480"), "\(small)")
    let (status, output) = try desktop.close()
    #expect(status == 0)
    #expect(LoopReport(output).line("mode").hasPrefix("timer"), "\(output)")
  }
}
