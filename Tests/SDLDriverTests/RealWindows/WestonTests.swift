// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

/// Windows in a nested weston, which reports 60 Hz but refreshes at about 51 Hz.
///
/// Enabled by `Tests/run --all`; needs `weston` with its x11 backend, and software OpenGL (Debian:
/// weston, libgl1-mesa-dri).
@Suite(
  .serialized, .timeLimit(.minutes(10)),
  .enabled(if: runsAllTests, "a nested weston: run Tests/run --all"))
struct WestonTests {
  /// One run of the probe.
  private func run(_ arguments: [String], on weston: Weston) throws -> LoopReport {
    let (status, output) = try weston.start([Child.beside("loop-probe")] + arguments).end()
    try #require(status == 0, "\(output)")
    return LoopReport(output)
  }

  /// The first of at most three runs in which the machine delayed neither Weston nor the program.
  ///
  /// The figures of a delayed run mean nothing. If all three runs are delayed, the test is skipped.
  private func undisturbedRun(
    frames: Int, _ arguments: String..., on weston: Weston
  ) throws -> LoopReport {
    var report = LoopReport("")
    for _ in 0..<3 {
      report = try run(["--frames", "\(frames)"] + arguments, on: weston)
      if report.isUndisturbed { return report }
    }
    try Test.cancel("the machine is busy: \(report.line("interval")), \(report.line("rate"))")
  }

  @Test func `the loop locks to a display that reports a wrong rate, and measures its true rate`()
    throws
  {
    let report = try undisturbedRun(frames: 660, on: Weston())
    #expect(report.line("mode").hasPrefix("locked"), "\(report.text)")
    let period = report.number("interval", "p50") / 1000
    #expect(period > 1.0 / 58 && report.number("rate", "reported") == 60, "\(report.text)")
    #expect(abs(report.number("rate", "measured") * period - 1) < 0.005, "\(report.text)")
    #expect(report.number("step error", "p90") <= 1, "\(report.text)")
  }

  /// SDL 3 and sdl2-compat present the first pictures without waiting.
  @Test(.enabled(if: sdl3Folder != nil, "Tests/run --all says why it has no SDL 3"))
  func `on SDL 3 the loop keeps waiting for the display before it shows the window`() throws {
    let weston = try Weston()
    for command in sdl3Commands("loop-probe") {
      let (status, output) = try weston.start(command + ["--accelerated", "--frames", "100"]).end()
      #expect(status == 0 && !output.contains("claimed to wait"), "\(output)")
      #expect(output.contains(": presenting waits for the display"), "\(output)")
    }
  }

  @Test func `latchesLate learns the compositor's deadline, and halves the input's age`() throws {
    let weston = try Weston()
    let early = try undisturbedRun(frames: 200, on: weston)
    let late = try undisturbedRun(frames: 900, "--late", on: weston)
    let text = early.text + late.text
    // On a quiet machine one picture in 250 is late; DeadlineEstimatorTests checks that fraction.
    if late.number("lead", "late") >= 3 { try Test.cancel("late: \(late.line("lead"))") }
    #expect(early.line("lead").isEmpty, "without latchesLate there are no reports")
    // In this backend's reports, a picture is shown 10 ms after it was composed.
    #expect((9...15).contains(late.number("lead")), "\(text)")
    #expect(late.number("input age", "p50") < early.number("input age", "p50") / 2, "\(text)")
    // If pictures missed the deadline and were shown a period later, presenting would wait.
    #expect(late.number("present", "p50") < 3, "\(text)")
  }

  @Test(arguments: [[], ["--late"]])
  func `the compositor's death ends the loop with exit code 70`(arguments: [String]) throws {
    let weston = try Weston()
    let probe = try weston.start([Child.beside("loop-probe")] + arguments)
    probe.read(seconds: 20) { $0.contains("locked") }
    weston.process.send(SIGKILL)
    RealWindowTests.expectLoss(probe)
  }
}
