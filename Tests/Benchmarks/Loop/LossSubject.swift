// SPDX-License-Identifier: Apache-2.0

import FramePacing
import Glibc
import WindowRigs

/// How a program ended, and after how many milliseconds.
func ending(of child: Child, after event: () -> Void) -> (status: Double, time: Double) {
  let clock = SystemClock()
  let start = clock.now()
  event()
  let status = child.end(within: 10).status
  return (Double(status), Double(clock.now() - start) / 1e6)
}

let lossSubject = LoopSubject(
  name: "loop/loss",
  description: "the X server killed while the window flashes, and a start without any display;"
    + " Demo/PlainLoop ends with Xlib's exit(1) in the one case, and draws 60 frames that nobody"
    + " sees in the other"
) { rig in
  let server = try XServer()
  let probe = try rig.startProbe(on: server)
  let dead = ending(of: probe) { server.process.send(SIGKILL) }
  let plainServer = try XServer()
  let plain = try Child(Child.beside("plain-loop"), [], environment: plainServer.environment)
  rig.sleep(seconds: 1)
  let plainDead = ending(of: plain) { plainServer.process.send(SIGKILL) }
  let nowhere: [String: String?] = [
    "DISPLAY": nil, "WAYLAND_DISPLAY": nil, "SDL_VIDEODRIVER": nil, "SDL_RENDER_DRIVER": nil,
  ]
  let ended = ending(
    of: try Child(Child.beside("loop-probe"), ["--frames", "60"], environment: nowhere)
  ) {}
  let invisible = ending(
    of: try Child(Child.beside("plain-loop"), ["--frames", "60"], environment: nowhere)
  ) {}
  return [
    LoopFigure(
      "server killed, exit code", ours: dead.status, control: plainDead.status,
      must: .near(70, within: 0), digits: 0),
    LoopFigure(
      "server killed, ended after ms", ours: dead.time, control: plainDead.time,
      must: .atMost(100), digits: 0),
    LoopFigure(
      "no display, exit code", ours: ended.status, control: invisible.status,
      must: .near(69, within: 0), digits: 0),
    LoopFigure(
      "no display, ended after ms", ours: ended.time, control: invisible.time,
      must: .atMost(1000), digits: 0),
  ]
}
