// SPDX-License-Identifier: Apache-2.0

import Glibc
import WindowRigs

/// Three seconds of frames: ended by a signal, the last one would come before its time.
private let frames = "180"

/// Stops a program for a while, and lets it draw its remaining frames.
/// - Returns: What it wrote.
private func stop(_ child: Child, _ rig: LoopRig) -> String {
  rig.sleep(seconds: 1)
  child.send(SIGSTOP)
  rig.sleep(seconds: rig.isQuick ? 1 : 5)
  child.send(SIGCONT)
  return child.end().output
}

let stopSubject = LoopSubject(
  name: "loop/stop",
  description: "stopped by SIGSTOP for five seconds, one with --quick; the time's step is what the"
    + " animation sees, for Demo/PlainLoop its longest interval"
) { rig in
  let (outputs, load) = try rig.watchingOthers {
    (
      stop(try rig.startProbe("--frames", frames), rig),
      stop(try rig.startPlain("--frames", frames), rig)
    )
  }
  let ours = LoopReport(outputs.0)
  let plain = LoopReport(outputs.1)
  let line = outputs.0.split(separator: "\n").first { $0.hasPrefix("stall before") } ?? ""
  let step = line.split(separator: " ").last.flatMap { Double($0) } ?? .nan
  return [
    LoopFigure(
      "stalls reported, of one", ours: ours.number("stalls"), control: plain.number("stalls"),
      must: .near(1, within: 0), digits: 0),
    LoopFigure(
      "time's step there, ms", ours: step * 1000, control: plain.number("interval", "max"),
      must: .near(16.667, within: 0.3)),
    LoopFigure(
      "intervals under half", ours: ours.number("short"), control: plain.number("short"),
      must: .atMost(0), digits: 0, load: load),
  ]
}
