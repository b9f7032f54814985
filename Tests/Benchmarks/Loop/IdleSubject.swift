// SPDX-License-Identifier: Apache-2.0

import WindowRigs

/// What a window uses while it is idle.
private struct IdleUsage {
  let percent: Double
  let wakes: Double

  /// Watches a program that has nothing to do.
  init(_ child: Child, _ rig: LoopRig) {
    let before = ProcessUsage(of: child.id)
    rig.sleep(seconds: rig.isQuick ? 2 : 10)
    let after = ProcessUsage(of: child.id)
    percent = before.flatMap { before in after?.percent(since: before) } ?? .nan
    wakes = before.flatMap { before in after?.wakesPerSecond(since: before) } ?? .nan
  }
}

let idleSubject = LoopSubject(
  name: "loop/rest",
  description: "ten seconds of a window in which nothing moves, and of a window that was unmapped;"
    + " Demo/PlainLoop goes on in both cases"
) { rig in
  let connection = try XConnection(rig.server().name)
  func usage(of child: Child, isHidden: Bool) -> IdleUsage {
    rig.sleep(seconds: 1)
    if isHidden {
      connection.hideWindows()
      rig.sleep(seconds: 0.5)
    }
    return IdleUsage(child, rig)
  }
  let idle = usage(of: try rig.startProbe("--idle"), isHidden: false)
  let plainIdle = usage(of: try rig.startPlain(), isHidden: false)
  let hidden = usage(of: try rig.startProbe(), isHidden: true)
  let plainHidden = usage(of: try rig.startPlain(), isHidden: true)
  return [
    LoopFigure(
      "idle, CPU %", ours: idle.percent, control: plainIdle.percent, must: .atMost(0.05), digits: 3),
    LoopFigure(
      "idle, wakes a second", ours: idle.wakes, control: plainIdle.wakes, must: .atMost(2),
      digits: 1),
    LoopFigure(
      "hidden, CPU %", ours: hidden.percent, control: plainHidden.percent, must: .atMost(0.05),
      digits: 3),
    LoopFigure(
      "hidden, wakes a second", ours: hidden.wakes, control: plainHidden.wakes, must: .atMost(2),
      digits: 1),
  ]
}
