// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WindowRigs

/// Windows in a sway without a screen, in which rate, scale and workspaces change.
///
/// Enabled by `Tests/run --all`.
@Suite(
  .serialized, .timeLimit(.minutes(10)),
  .enabled(if: runsAllTests, "rig R4, a sway without a screen: run Tests/run --all"))
struct SwayTests {
  /// Starts the probe, and waits until it is locked to the display.
  private func lockedProbe(_ sway: Sway, _ arguments: String...) throws -> Child {
    let probe = try sway.start("loop-probe", arguments)
    let output = probe.read(seconds: 20) { $0.contains(": locked") }
    try #require(output.contains(": locked"), "\(output)")
    return probe
  }

  /// The output refreshes at 60.5, 48.6 and 154.7 Hz, and no event reports a change.
  @Test func `the loop measures a rate that changes without an event, and locks to it`() throws {
    let sway = try Sway()
    let probe = try lockedProbe(sway)
    for hertz in [50, 144] {
      try sway.send("output HEADLESS-1 mode --custom 1280x720@\(hertz)Hz")
      let output = probe.read(seconds: 20) { $0.contains(": locked") }
      let report = probe.loopReport()
      guard output.contains(": locked") || report.isEven else {
        try Test.cancel("the output's own period varies: \(report.line("interval"))")
      }
      try #require(output.contains(": locked"), "\(output)")
    }
    let locked = probe.loopReport().number("frames")
    while probe.loopReport().number("frames") < locked + 100 {}
    let report = LoopReport(RealWindowTests.end(probe))
    #expect(report.number("relocks") >= 2 && report.number("rate", "measured") > 100)
  }

  /// No event reports that the window is hidden; presenting a picture then takes ten refreshes.
  @Test func `frames of a window on another workspace follow the clock without stalls`() throws {
    let sway = try Sway()
    let probe = try lockedProbe(sway)
    try sway.send("workspace 2")
    _ = probe.read(seconds: 2) { _ in false }
    try sway.send("workspace 1")
    _ = probe.read(seconds: 2) { _ in false }
    let report = LoopReport(RealWindowTests.end(probe))
    #expect(report.number("stalls") == 0 && report.number("interval", "max") < 250)
  }

  @Test func `on a display of scale 2 the output has twice the window's size`() throws {
    let sway = try Sway()
    try sway.send("output HEADLESS-1 scale 2")
    let probe = try sway.start("loop-probe", [])
    // A single window fills the screen of 1280 x 720 pixels.
    let output = probe.read(seconds: 20) { $0.contains("size 1280x720 of 640") }
    #expect(output.contains("size 1280x720 of 640"), "\(output)")
    _ = RealWindowTests.end(probe)
  }

  @Test
  func `the compositor's death ends the loop with exit code 70 and a report`() throws {
    let sway = try Sway()
    let probe = try lockedProbe(sway)
    let frames = probe.loopReport().number("frames")
    sway.process.send(SIGKILL)
    #expect(LoopReport(RealWindowTests.expectLoss(probe)).number("frames") >= frames)
  }
}
