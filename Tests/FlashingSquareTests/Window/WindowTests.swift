// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlashingSquare

/// The demo in a real window, driven by real keys.
@Suite(.serialized)
struct WindowTests {
  @Test func `the mouse requests a pulse, and the autopilot plays until an arrow key is pressed`()
    throws
  {
    let rig = try WindowRig([])
    let window = try rig.open()
    var run = SceneRun()
    run.frame()
    run.draw()
    let groove = try run.answers().slider.groove
    let x = groove.x + groove.width * 3 / 4
    try rig.tool(["mousemove", "--window", window, "\(x)", "\(groove.midY)", "click", "1"])
    func isEvent(_ name: String) -> ([TraceRow]) -> Bool {
      { $0.contains { $0.events.contains(name) } }
    }
    try rig.waitForTrace("the request", isEvent("rate_change"))
    try rig.waitForTrace("the idle hand", isEvent("autopilot_on"))
    try rig.press("Left")
    try rig.waitForTrace("the key ends the autopilot", isEvent("autopilot_off"))
    try rig.end()
    // The left square, which is in the trace, has the new duration from the end of its cycle.
    let rows = rig.trace.rows()
    let request = try #require(rows.firstIndex { $0.events.contains("rate_change") })
    let change = try #require(rows[request...].firstIndex { $0.cycleDurationInEffect != 1.6 })
    #expect(abs(rows[request].cycleDurationRequested - PulseRange.seconds(at: 0.75)) < 0.02)
    #expect(rows[change].events.contains("cycle") && change > request)
    #expect(rows[..<change].allSatisfy { $0.cycleDurationInEffect == 1.6 })
  }

  @Test func `key T without a sound device prints one message, and the demo continues`() throws {
    // An empty ALSA configuration, which has no devices on any machine.
    let rig = try WindowRig(
      ["--mode", "phase", "--autopilot", "off"],
      adding: ["SDL_AUDIODRIVER": "alsa", "ALSA_CONFIG_PATH": "/dev/null"])
    try rig.open()
    try rig.press("t", "t", "t")
    let frames = rig.trace.rows().count
    try rig.waitForTrace("frames go on") { $0.count > frames + 10 }
    try rig.end()
    let lines = rig.demo.errors.split(separator: "\n")
    #expect(lines.count == 1, "\(lines)")
    #expect(
      lines.first?.hasPrefix("flashing-square: no ticks are heard: SDL_") == true)
  }
}
