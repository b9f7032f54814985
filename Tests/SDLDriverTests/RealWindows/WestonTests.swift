// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

/// LOOP's rig R3: weston nested in an X server, which says 60 Hz and ticks at about 51.
///
/// Behind `Tests/run --rigs`; needs `weston` with its x11 backend, and OpenGL by software (Debian:
/// weston, libgl1-mesa-dri).
@Suite(
  .serialized, .timeLimit(.minutes(2)),
  .enabled(if: Rigs.areWanted, "rig R3, a nested weston: run Tests/run --rigs"),
  .enabled(if: Weston.problem == nil, Comment(rawValue: "rig R3: \(Weston.problem?.problem ?? "")"))
)
struct WestonTests {
  @Test func `a display that lies is locked to, and its own rate is measured`() throws {
    let weston = try Weston()
    let (status, output) = try weston.start("loop-probe", ["--frames", "660"]).end()
    let report = LoopReport(output)
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
    let early = LoopReport(try weston.start("loop-probe", ["--frames", "300"]).end().output)
    let late = LoopReport(
      try weston.start("loop-probe", ["--frames", "300", "--late"]).end().output)
    let ages = (early.number("input age", "p50"), late.number("input age", "p50"))
    #expect(ages.1 < ages.0 / 2, "\(ages)")
  }

  @Test func `the compositor's death ends the loop with its own exit code`() throws {
    let weston = try Weston()
    let probe = try weston.start("loop-probe", [])
    probe.read(seconds: 20) { $0.contains("locked") }
    weston.process.send(SIGKILL)
    let (status, output) = probe.end()
    #expect(status == 70)
    #expect(output.contains("displayLost(SDLDriver.DisplayLoss.connection)"), "\(output)")
  }
}
