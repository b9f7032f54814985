// SPDX-License-Identifier: Apache-2.0

import WindowRigs

/// The figures of one window that flashes.
private struct FlashingRun {
  let report: LoopReport
  /// Of one processor, without start and end.
  let percent: Double

  /// Follows a window that was started to draw `frames` frames.
  init(_ child: Child, frames: Int, _ rig: LoopRig) {
    rig.sleep(seconds: 1)
    let before = ProcessUsage(of: child.id)
    // SDL's own imitation of vsync runs faster than 60 Hz.
    rig.sleep(seconds: Double(frames) / 64 - 1.5)
    let after = ProcessUsage(of: child.id)
    report = LoopReport(child.end().output)
    percent = before.flatMap { before in after?.percent(since: before) } ?? .nan
  }

  /// Milliseconds by which the 1st or the 99th percentile of the intervals is off the period.
  var spread: Double {
    let period = 1000.0 / 60
    return max(
      period - report.number("interval", "p1"), report.number("interval", "p99") - period)
  }
}

let timerSubject = LoopSubject(
  name: "loop/timer",
  description: "a flashing square on an X server without a screen, 630 frames, of which the last"
    + " 600 count, 180 with --quick; the medians of three runs, in turn with the least loop and with"
    + " Demo/PlainLoop, which relies on SDL_RENDERER_PRESENTVSYNC"
) { rig in
  let frames = rig.isQuick ? 180 : 630
  func flash(_ child: Child) -> FlashingRun { FlashingRun(child, frames: frames, rig) }
  let (runs, load) = try rig.watchingOthers {
    try (0..<rig.runs).map { _ in
      let limit = "\(frames)"
      return (
        ours: flash(try rig.startProbe("--frames", limit)),
        bare: flash(try rig.startProbe("--bare", "--frames", limit)),
        plain: flash(try rig.startPlain("--frames", limit))
      )
    }
  }
  func row(
    _ label: String, _ bound: Bound, digits: Int, isSensitive: Bool = true,
    _ figure: (FlashingRun) -> Double
  ) -> LoopFigure {
    LoopFigure(
      label, ours: median(runs.map { figure($0.ours) }),
      control: median(runs.map { figure($0.plain) }), bare: median(runs.map { figure($0.bare) }),
      must: bound, digits: digits, load: isSensitive ? load : nil)
  }
  var wake = row("wake error p50, us", .atMost(5), digits: 1) {
    $0.report.number("wake error", "p50") * 1000
  }
  // The one waits for no deadline of its own, the other does not measure itself.
  (wake.control, wake.bare) = (nil, nil)
  return [
    row("mean rate, Hz", .near(60, within: 0.01), digits: 3) { $0.report.number("rate") },
    row("interval p1..p99 off by, ms", .atMost(0.1), digits: 3) { $0.spread },
    row("intervals under half", .atMost(0), digits: 0) { $0.report.number("short") },
    wake,
    row("flashing square, CPU %", .atMost(1), digits: 2, isSensitive: false) { $0.percent },
  ]
}
