// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// LOOP's rig R3: weston nested in an X server, which says 60 Hz and ticks at about 51.
///
/// Behind `Tests/run --rigs`; needs `weston` with its x11 backend, and OpenGL by software (Debian:
/// weston, libgl1-mesa-dri).
@Suite(
  .serialized, .timeLimit(.minutes(2)),
  .enabled(
    if: ProcessInfo.processInfo.environment["LOOP_RIGS"] == "1",
    "rig R3, a nested weston: run Tests/run --rigs; needs the package weston"))
struct WestonTests {
  /// A compositor in a window of an X server.
  final class Weston {
    let server: XServer
    let process: ChildProcess
    let folder: String
    let environment: [String: String?]

    init() throws {
      server = try XServer()
      folder = FileManager.default.temporaryDirectory.path + "/weston-\(UUID().uuidString)"
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700])
      try "[core]\nidle-time=0\n".write(
        toFile: folder + "/weston.ini", atomically: true, encoding: .utf8)
      var variables = server.environment
      variables["XDG_RUNTIME_DIR"] = folder
      process = try ChildProcess(
        "weston",
        [
          "-B", "x11-backend.so", "--use-pixman", "--shell=kiosk-shell.so", "--width=640",
          "--height=480", "-S", "wl-rig", "-c", folder + "/weston.ini",
        ], environment: variables)
      // It listens when its socket is there; what it writes differs from version to version.
      for _ in 0..<1000 where !FileManager.default.fileExists(atPath: folder + "/wl-rig") {
        usleep(10_000)
      }
      variables["WAYLAND_DISPLAY"] = "wl-rig"
      variables["SDL_VIDEODRIVER"] = "wayland"
      environment = variables
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func probe(_ arguments: String...) throws -> ChildProcess {
      try ChildProcess(ChildProcess.built("loop-probe"), arguments, environment: environment)
    }
  }

  @Test func `a display that lies is locked to, and its own rate is measured`() throws {
    let weston = try Weston()
    let (status, output) = try weston.probe("--frames", "660").end()
    let report = Report(output)
    #expect(status == 0)
    #expect(report.line("mode").hasPrefix("locked"), "\(output)")
    let rate = report.number("rate", "")
    #expect(abs(report.number("rate", "measured") / rate - 1) < 0.005, "\(output)")
    #expect(report.number("rate", "reported") == 60)
    #expect(rate < 58)
    #expect(report.number("step error", "p90") <= 1, "\(output)")
  }

  @Test func `a late latch takes its input at least twice as late`() throws {
    let weston = try Weston()
    let early = Report(try weston.probe("--frames", "300").end().output)
    let late = Report(try weston.probe("--frames", "300", "--late").end().output)
    let ages = (early.number("input age", "p50"), late.number("input age", "p50"))
    #expect(ages.1 < ages.0 / 2, "\(ages)")
  }

  @Test func `the compositor's death ends the loop with its own exit code`() throws {
    let weston = try Weston()
    let probe = try weston.probe()
    _ = probe.read { $0.contains("locked") }
    weston.process.send(SIGKILL)
    let (status, output) = probe.end()
    #expect(status == 70)
    #expect(output.contains("displayLost(SDLDriver.DisplayLoss.connection)"), "\(output)")
  }
}
