// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlashingSquare

/// The demo in a real window, driven by real keys.
@Suite(.serialized, .enabled(if: WindowRig.isAvailable, WindowRig.needs))
struct WindowTests {
  /// Runs the demo in a mode, presses health down six times, and lets two seconds pass.
  private func rows(_ mode: DemoMode) throws -> [TraceRow] {
    let rig = try WindowRig(["--scene", "hunt", "--mode", mode.rawValue, "--autopilot", "off"])
    _ = try rig.window()
    // Well inside a cycle: the first lasts two seconds.
    try rig.waitForTrace("the demo draws") { $0.contains { $0.time > 2 } }
    try rig.press("minus", "minus", "minus", "minus", "minus", "minus")
    try rig.waitForTrace("all six changes") { $0.contains { $0.cycleDurationRequested == 1.01 } }
    let changed = rig.trace.rows().first { $0.cycleDurationRequested == 1.01 }?.time ?? 0
    try rig.waitForTrace("two seconds more") { $0.contains { $0.time > changed + 2.2 } }
    try rig.end()
    return rig.trace.rows()
  }

  @Test func `in restart mode a new duration waits for the cycle's end`() throws {
    let rows = try rows(.restart)
    let request = try #require(rows.firstIndex { $0.events.contains("rate_change") })
    let change = try #require(
      rows.indices.dropFirst().first {
        rows[$0].cycleDurationInEffect != rows[$0 - 1].cycleDurationInEffect
      })
    #expect(change > request)
    #expect(rows[request..<change].allSatisfy { $0.cycleDurationInEffect == 2 })
    #expect(rows[change].events.contains("cycle"))
    #expect(rows[change].cycle == rows[change - 1].cycle + 1)
    #expect(rows.last?.cycleDurationInEffect == 1.01)
    #expect(rows.largestJump == 0)
  }

  @Test func `in phase-matched mode a new duration holds at once`() throws {
    let rows = try rows(.phase)
    let changes = rows.filter { $0.events.contains("rate_change") }
    #expect(changes.count >= 3)
    for row in rows { #expect(row.cycleDurationInEffect == row.cycleDurationRequested) }
    #expect(changes.contains { !$0.events.contains("cycle") })
    #expect(rows.largestJump == 0)
  }

  @Test(
    .enabled(
      if: WindowRig.openbox != nil, "closing a window needs openbox: apt-get install openbox"))
  func `closing the window ends it with 0`() throws {
    let rig = try WindowRig(["--scene", "hunt"], isManaged: true)
    let window = try rig.open()
    // The manager takes its keys, and gives the window the keyboard, at some time after its start.
    let isClosed = try poll {
      try rig.tool(["windowfocus", window, "key", "alt+F4"])
      return !rig.demo.isRunning
    }
    #expect(isClosed)
    #expect(rig.demo.status() == 0)
  }

  @Test func `T without a sound device says so once, and the demo goes on`() throws {
    // A configuration of ALSA's own, in which there is no device, on whatever machine.
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

  @Test func `the mouse drags the slider, and the layer stays where it is let go`() throws {
    let rig = try WindowRig(["--scene", "slider"])
    let window = try rig.open()
    var run = SceneRun("slider")
    run.frame()
    run.draw()
    let groove = try run.slider().slider.groove
    func mouse(_ share: Double, _ button: String...) throws {
      let x = groove.x + Int(share * Double(groove.width))
      try rig.tool(["mousemove", "--window", window, "\(x)", "\(groove.midY)"] + button)
    }
    try mouse(0.1, "mousedown", "1")
    try mouse(0.75)
    try rig.waitForTrace("the layer follows") { abs(($0.last?.value ?? 0) - 0.75) < 0.01 }
    try rig.tool(["mouseup", "1"])
    try mouse(0.2)
    let frames = rig.trace.rows().count
    try rig.waitForTrace("frames go on") { $0.count > frames + 30 }
    try rig.end()
    let last = try #require(rig.trace.rows().last)
    #expect(abs(last.value - 0.75) < 0.01)
    #expect(last.cycleDurationInEffect == .infinity)
  }
}
