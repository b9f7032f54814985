// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

/// Windows on an X server without a screen, and programs without a server.
///
/// Each window has its own process.
@Suite(.serialized, .timeLimit(.minutes(10))) struct RealWindowTests {
  /// Starts the probe, and waits until its loop runs and catches signals.
  static func probe(_ server: XServer, _ arguments: String...) throws -> Child {
    let probe = try Child(
      Child.beside("loop-probe"), arguments, environment: server.environment)
    probe.read(seconds: 20) { $0.contains("frame 0:") }
    return probe
  }

  /// Ends a probe, and checks that it succeeds; returns its remaining output.
  static func end(_ probe: Child) -> String {
    probe.send(SIGTERM)
    let (status, output) = probe.end()
    #expect(status == 0)
    return output
  }

  /// Checks that a probe ends because its display is lost; returns its remaining output.
  @discardableResult
  static func expectLoss(_ probe: Child, of loss: String = "connection") -> String {
    let (status, output) = probe.end(within: 20)
    #expect(status == 70)
    #expect(output.contains("displayLost(SDLDriver.DisplayLoss.\(loss))"), "\(output)")
    return output
  }

  /// SDL's own vsync sleeps whole milliseconds and would run at 63 Hz.
  @Test func `a window on X11 is paced to a grid of 60 Hz`() throws {
    let server = try XServer()
    let folder = try TemporaryFolder()
    let trace = folder.file("trace")
    let probe = try Self.probe(server, "--frames", "600", "--trace", trace)
    let report = LoopReport(probe.end().output)
    let share = ArrivalTimes(try folder.text("trace")).shareOnGrid
    #expect(share > 0.3, "\(report.text)")
    #expect(report.line("display") == "x11, software" && report.line("frames") == "600")
    #expect(report.line("mode") == "timer: presenting does not wait for a display here")
  }

  @Test
  func `a stop of two seconds is one stall without a burst, and time continues by one period`()
    throws
  {
    let server = try XServer()
    let probe = try Self.probe(server)
    let before = probe.loopReport()
    probe.send(SIGSTOP)
    sleep(2)
    probe.send(SIGCONT)
    let after = probe.read(seconds: 20) { $0.contains("stall before") }
    let end = LoopReport(Self.end(probe))
    // A busy machine may add other stalls.
    #expect(end.number("stalls") > before.number("stalls"))
    #expect(after.contains("delta 0.016666667"))
    // Without the rule for stalls, the stop would count as 120 missed refreshes; on a busy machine,
    // a few refreshes are missed anyway.
    #expect(end.number("missed") - before.number("missed") < 60)
    #expect(end.number("interval", "max") < 1000, "the stop does not count as an interval")
  }

  @Test(arguments: ["--software", "--accelerated"])
  func `the server's death ends the loop with exit code 70 and a report`(
    renderer: String
  ) throws {
    let server = try XServer()
    let probe = try Self.probe(server, renderer)
    let frames = probe.loopReport().number("frames", "")
    server.process.send(SIGKILL)
    let report = LoopReport(Self.expectLoss(probe))
    #expect(report.number("frames", "") >= frames)
    #expect(
      report.line("again")
        == "SDL_InitSubSystem failed: this process has lost its display, and can no longer use SDL."
        + " Start the program anew")
  }

  /// Polling the dead connection would compute for half a second, until the time-out.
  @Test func `the server's death while the window is hidden costs no processor time`() throws {
    let server = try XServer()
    let probe = try Self.probe(server)
    try server.xdotool("windowunmap", server.window("Loop probe"))
    // The server is ended in the middle of a wait for events.
    usleep(700_000)
    server.process.send(SIGKILL)
    let output = Self.expectLoss(probe)
    #expect(LoopReport(output).number("processor") < 15, "\(output)")
  }

  @Test(arguments: [("windowkill", "connection"), ("windowclose", "window")])
  func `a window destroyed by another program ends the loop, and the process continues`(
    command: String, loss: String
  ) throws {
    let server = try XServer()
    let probe = try Self.probe(server)
    try server.xdotool(command, server.window("Loop probe"))
    Self.expectLoss(probe, of: loss)
  }

  @Test func `a hidden window is not drawn, and causes no missed refreshes and no stall`() throws {
    let server = try XServer()
    let probe = try Self.probe(server)
    let window = try server.window("Loop probe")
    var before = probe.loopReport()
    while before.number("frames") < 10 { before = probe.loopReport() }
    try server.xdotool("windowunmap", window)
    // No frame is drawn while the window is hidden, so the first frame afterwards prints the
    // report.
    probe.send(SIGUSR1)
    sleep(2)
    try server.xdotool("windowmap", window)
    let report = LoopReport(probe.read(seconds: 20) { $0.contains("\nevents ") })
    // If the pause counted, it would be 120 missed refreshes; a busy machine misses a few anyway.
    #expect(report.number("missed") < before.number("missed") + 60)
    #expect(report.line("stalls") == before.line("stalls"))
    #expect(report.number("interval", "max") < 1000, "the pause does not count as an interval")
    _ = Self.end(probe)
  }

  @Test func `while nothing moves, only a key causes frames`() throws {
    let server = try XServer()
    let probe = try Self.probe(server, "--idle")
    _ = try server.window("Loop probe")
    let before = probe.loopReport().number("frames", "")
    sleep(1)
    for _ in 0..<3 { try server.xdotool("key", "space") }
    let after = probe.loopReport().number("frames", "")
    // One frame for each key down, key up and request; 60 Hz would have drawn more.
    #expect(after > before && after <= before + 12)
    _ = Self.end(probe)
  }

  /// SDL's offscreen OpenGL claims to wait, and runs at 380,000 frames a second.
  @Test func `a free run is detected within eight short intervals`() throws {
    let probe = try Child.run(
      Child.beside("loop-probe"), ["--accelerated", "--frames", "40"],
      environment: ["DISPLAY": nil, "WAYLAND_DISPLAY": nil, "SDL_VIDEODRIVER": "offscreen"])
    #expect(probe.status == 0, "\(probe.text)")
    #expect(probe.text.contains("frame 0: measured"))
    let line = probe.text.split(separator: "\n").first { $0.contains("claimed to wait") } ?? ""
    let number = Int(line.dropFirst("frame ".count).prefix { $0.isNumber }) ?? .max
    // The detection needs three frames to start and eight short intervals: 11 frames on a quiet
    // machine. On a busy machine, some intervals are not short.
    #expect(number <= 30, "\(probe.text)")
  }
}
