// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

@testable import FlashingSquare

/// The loop in a real window: options, statistics, real input, and the loss of the display.
@Suite(.serialized)
struct LoopWindowTests {
  /// The names of a report's lines, in order.
  static let names = [
    "statistics", "mode", "display", "frames", "rate", "interval", "step error", "wake error",
    "build", "present", "input age", "CPU", "short", "missed", "stalls", "relocks", "events",
    "fixed steps",
  ]

  /// Whether a text contains this number of complete reports.
  private static func holds(_ reports: Int) -> (String) -> Bool {
    { text in
      text.hasSuffix("\n") && text.components(separatedBy: "\nfixed steps ").count == reports + 1
    }
  }

  private func expectReports(_ text: String, count: Int = 1) {
    let reports = text.components(separatedBy: "\n\n")
    #expect(reports.count == count, "\(text)")
    for report in reports {
      let lines = report.split(separator: "\n")
      #expect(lines.count == Self.names.count)
      for (line, name) in zip(lines, Self.names) {
        let padding = String(repeating: " ", count: 13 - name.count)
        #expect(line.hasPrefix(name + padding), "\(line)")
      }
      #expect(lines[0].hasPrefix("statistics   at ") && lines[0].hasSuffix(" s"))
    }
  }

  @Test func `each SIGUSR1 and the end of the program print the statistics`() throws {
    let rig = try WindowRig(["--stats"])
    try rig.open()
    rig.demo.send(SIGUSR1)
    var text = rig.read(until: Self.holds(1))
    rig.demo.send(SIGUSR1)
    text += rig.read(until: Self.holds(1))
    try rig.end()
    text += rig.read()
    expectReports(text, count: 3)
  }

  /// Options, and the loop's resulting mode on a display without vsync.
  static let paces: [(arguments: [String], mode: String)] = [
    ([], "timer: presenting does not wait for a display here"),
    (["--pace", "late"], "timer: presenting does not wait for a display here"),
    (["--pace", "display-rate"], "timer: the program asked for a rate"),
    (["--fps", "60000/1001"], "timer: the program asked for a rate"),
  ]

  @Test(arguments: paces.indices) func `the options choose the loop's mode`(_ index: Int) throws {
    let rig = try WindowRig(["--stats", "--frames", "20"] + Self.paces[index].arguments)
    #expect(rig.demo.status() == 0)
    let text = rig.read()
    #expect(text.contains("\nmode         \(Self.paces[index].mode)\n"), "\(text)")
    expectReports(text)
  }

  @Test func `if the X server dies, the statistics and the trace are written, with exit code 70`()
    throws
  {
    let rig = try WindowRig(["--stats"])
    _ = try rig.window()
    try rig.waitForTrace("the demo draws") { $0.count > 60 }
    rig.killServer()
    #expect(rig.demo.status() == 70)
    expectReports(rig.read())
    #expect(rig.demo.errors.contains("flashing-square: the display is lost: "))
    #expect(rig.trace.rows().count > 60)
  }

  @Test func `real keys, the mouse and new sizes reach the scenes`() throws {
    let rig = try WindowRig(["--scene", "slider", "--fps", "120"])
    let window = try rig.open()
    try rig.tool(["mousemove", "--window", window, "200", "300", "mousedown", "1"])
    try rig.tool(["mousemove", "--window", window, "700", "300", "mouseup", "1"])
    try rig.tool(["windowsize", "--sync", window, "700", "500"])
    try rig.press("2", "minus", "m", "7", "r", "space", "F3", "Tab", "minus", "minus", "f")
    let frames = rig.trace.rows().count
    try rig.waitForTrace("frames go on") { $0.count > frames + 200 }
    try rig.end()
    let events = rig.trace.rows().flatMap(\.events)
    for name in ["scene_hunt", "mode_naive", "scene_sprite", "reversed", "paused"] {
      #expect(events.contains(name), "\(name) is not in \(events)")
    }
  }
}
