// SPDX-License-Identifier: Apache-2.0

import WindowRigs

let westonSubject = GoalSubject(
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
  let middle = plain.number("interval", "p50")
  let plainStep = max(
    middle - plain.number("interval", "p1"), plain.number("interval", "p99") - middle)
  return [
    GoalRow(
      "nested weston: rate off by, %",
      ours: 100 * (ours.number("rate", "measured") / ours.number("rate") - 1).magnitude,
      control: 100 * (60 / plain.number("rate") - 1).magnitude, must: .atMost(0.5)),
    GoalRow(
      "nested weston: step p99, ms", ours: ours.number("step error", "p99"), control: plainStep,
      must: .atMost(1), load: load),
  ]
}
