// SPDX-License-Identifier: Apache-2.0

import Glibc
import WindowRigs

/// What a probe learned of a compositor's deadline, and how old its input was on the screen.
private struct Learned {
  /// Milliseconds before a refresh, at the end.
  var lead: Double
  /// Per cent of all pictures that were shown later than planned.
  var late: Double
  /// Milliseconds from one refresh to the next.
  var period: Double
  /// Milliseconds from a key's press to the changed pixel.
  var keyToPixel: Double
}

/// Runs the probe on a compositor; `seconds` is how long it may learn.
private func run(
  _ options: String..., on weston: Weston, seconds: Double, presses: Int, _ rig: LoopRig
) throws -> Learned {
  let probe = try weston.start("loop-probe", options)
  defer { probe.send(SIGTERM) }
  rig.sleep(seconds: seconds)
  try weston.focus()
  let times = try timesToPixel(
    on: weston.server, count: presses, period: 0.0196, point: (320, 240), rig)
  guard !options.contains("--plain") else {
    return Learned(lead: .nan, late: .nan, period: .nan, keyToPixel: median(times))
  }
  let report = probe.loopReport()
  return Learned(
    lead: report.number("lead"), late: report.number("lead", "late"),
    period: 1000 / report.number("rate", "measured"), keyToPixel: median(times))
}

let deadlineSubject = LoopSubject(
  name: "loop/deadline",
  description: "how long before a refresh a picture must be committed, learned from"
    + " wp_presentation with `latchesLate`: on a weston that is a window of another one, the truth"
    + " is its repaint-window and how far a period is from 16 ms, its timer's; and from a key's"
    + " press to the changed pixel on a weston that is a window of an X server, with vsync. Run it"
    + " under `chrt -r 5` where other programs are busy"
) { rig in
  if let problem = Weston.problem { throw problem }
  let presses = rig.isQuick ? 10 : 150
  let seconds = rig.isQuick ? 5.0 : 45
  var figures: [LoopFigure] = []
  for window in [2, 7, 12] {
    let (learned, load) = try rig.watchingOthers {
      try run(
        "--late", "--flip", on: Weston(repaintWindow: window, isNested: true), seconds: seconds,
        presses: rig.isQuick ? 5 : 50, rig)
    }
    // It composes so long after a refresh: a sixtieth of a second in whole milliseconds, less the
    // window.
    let truth = learned.period - Double(16 - window)
    figures += [
      LoopFigure(
        "window \(window): lead off by, ms", ours: learned.lead - truth, control: nil,
        must: .near(0, within: 1), load: load),
      LoopFigure(
        "window \(window): late, %", ours: learned.late, control: nil, must: .atMost(0.5),
        load: load),
    ]
  }
  let (late, load) = try rig.watchingOthers {
    try run("--late", "--flip", on: Weston(), seconds: seconds, presses: presses, rig)
  }
  let early = try run("--flip", on: Weston(), seconds: 1, presses: presses, rig)
  let plain = try run("--plain", on: Weston(), seconds: 1, presses: presses, rig)
  return figures + [
    LoopFigure("weston: late, %", ours: late.late, control: nil, must: .atMost(0.5), load: load),
    LoopFigure(
      "weston: key to pixel p50, ms", ours: late.keyToPixel, control: plain.keyToPixel,
      must: .atMost(17), load: load),
    LoopFigure(
      "the same without the latch", ours: early.keyToPixel, control: plain.keyToPixel,
      must: .atMost(50)),
  ]
}
