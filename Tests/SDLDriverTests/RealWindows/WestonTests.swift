// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

/// LOOP's rig R3: weston nested in an X server, which says 60 Hz and ticks at about 51.
///
/// Figures are judged by the middle one of three runs.
/// Behind `Tests/run --all`; needs `weston` with its x11 backend, and OpenGL by software (Debian:
/// weston, libgl1-mesa-dri).
@Suite(
  .serialized, .timeLimit(.minutes(2)),
  .enabled(if: Rigs.areWanted, "rig R3, a nested weston: run Tests/run --all"),
  .enabled(if: Weston.problem == nil, Comment(rawValue: "rig R3: \(Weston.problem?.problem ?? "")"))
)
struct WestonTests {
  /// One run of the probe.
  private func run(_ arguments: String..., on weston: Weston) throws -> LoopReport {
    let (status, output) = try weston.start("loop-probe", arguments).end()
    try #require(status == 0, "\(output)")
    return LoopReport(output)
  }

  @Test func `a display that lies is locked to, and its own rate is measured`() throws {
    let weston = try Weston()
    let runs = try (0..<3).map { _ in try run("--frames", "660", on: weston) }
    /// Seconds from one refresh to the next.
    func period(_ report: LoopReport) -> Double { report.number("interval", "p50") / 1000 }
    let texts = runs.map(\.text).joined(separator: "\n")
    #expect(runs.median { $0.line("mode").hasPrefix("locked") ? 1 : 0 } == 1, "\(texts)")
    // The middle interval is the display's own: what a busy machine misses lengthens others.
    let error = runs.median { abs($0.number("rate", "measured") * period($0) - 1) }
    #expect(error < 0.005, "\(texts)")
    #expect(runs.allSatisfy { $0.number("rate", "reported") == 60 })
    #expect(runs.median(period) > 1.0 / 58)
    #expect(runs.median("step error", "p90") <= 1, "\(texts)")
  }

  @Test func `a late latch takes its input at least twice as late`() throws {
    let weston = try Weston()
    // In turn, so that what else is busy meets both.
    let pairs = try (0..<3).map { _ in
      (
        early: try run("--frames", "200", on: weston),
        late: try run("--frames", "200", "--late", on: weston)
      )
    }
    let early = pairs.map(\.early).median("input age", "p50")
    let late = pairs.map(\.late).median("input age", "p50")
    #expect(late < early / 2, "\(late) ms against \(early) ms")
  }

  @Test func `a late latch learns the compositor's deadline, and takes no picture too late`() throws
  {
    // Its backend reports a picture as shown 10 ms after composing it.
    let runs = try (0..<3).map { _ in try run("--frames", "900", "--late", on: Weston()) }
    let texts = runs.map(\.text).joined(separator: "\n")
    let lead = runs.median("lead")
    #expect(lead > 9 && lead < 15, "\(texts)")
    #expect(runs.median("lead", "late") < 3, "\(texts)")
    // Shown as late as that, and not a period later: presenting does not wait.
    #expect(runs.median("present", "p50") < 3, "\(texts)")
  }

  @Test func `without a late latch nothing is asked of the compositor, and nothing reported`()
    throws
  {
    #expect(try run("--frames", "60", on: Weston()).line("lead").isEmpty)
  }

  @Test(arguments: [[], ["--late"]])
  func `the compositor's death ends the loop with its own exit code`(arguments: [String]) throws {
    let weston = try Weston()
    let probe = try weston.start("loop-probe", arguments)
    probe.read(seconds: 20) { $0.contains("locked") }
    weston.process.send(SIGKILL)
    let (status, output) = probe.end()
    #expect(status == 70)
    #expect(output.contains("displayLost(SDLDriver.DisplayLoss.connection)"), "\(output)")
  }
}
