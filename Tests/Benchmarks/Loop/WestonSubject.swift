// SPDX-License-Identifier: Apache-2.0

import Glibc
import WindowRigs

/// How programs end when their compositor dies.
private func endings(
  of programs: [String], _ rig: LoopRig
) throws -> [(status: Double, time: Double)] {
  try programs.map { program in
    let weston = try Weston()
    let child = try weston.start(program, [])
    rig.sleep(seconds: 1)
    return ending(of: child) { weston.process.send(SIGKILL) }
  }
}

let westonSubject = LoopSubject(
  name: "loop/weston",
  description: "a window of weston, nested in a window of an X server: it says 60 Hz, and ticks at"
    + " about 51; Demo/PlainLoop takes 60 Hz for true, and steps by measured intervals"
) { rig in
  if let problem = Weston.problem { throw problem }
  let limit = rig.isQuick ? "200" : "660"
  let (reports, load) = try rig.watchingOthers {
    let weston = try Weston()
    let ours = try weston.start("loop-probe", ["--frames", limit]).end().output
    let plain = try weston.start("plain-loop", ["--stats", "--frames", limit]).end().output
    return (LoopReport(ours), LoopReport(plain))
  }
  let (ours, plain) = reports
  let dead = try endings(of: ["loop-probe", "plain-loop"], rig)
  let middle = plain.number("interval", "p50")
  let plainStep = max(
    middle - plain.number("interval", "p1"), plain.number("interval", "p99") - middle)
  return [
    LoopFigure(
      "nested weston: rate off by, %",
      ours: 100 * (ours.number("rate", "measured") / ours.number("rate") - 1).magnitude,
      control: 100 * (60 / plain.number("rate") - 1).magnitude, must: .atMost(0.5)),
    LoopFigure(
      "nested weston: step p99, ms", ours: ours.number("step error", "p99"), control: plainStep,
      must: .atMost(1), load: load),
    LoopFigure(
      "weston killed, exit code", ours: dead[0].status, control: dead[1].status,
      must: .near(70, within: 0), digits: 0),
    // SDL needs up to 400 ms to notice.
    LoopFigure(
      "weston killed, ended after ms", ours: dead[0].time, control: dead[1].time,
      must: .atMost(800), digits: 0),
  ]
}
