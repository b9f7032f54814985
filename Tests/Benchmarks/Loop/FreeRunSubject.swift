// SPDX-License-Identifier: Apache-2.0

import Glibc
import WindowRigs

let freeRunSubject = LoopSubject(
  name: "loop/free-run",
  description: "SDL's offscreen OpenGL, which says that presenting waits and does not: intervals"
    + " under half a period before the timer takes over, and CPU after that"
) { rig in
  var offscreen: [String: String?] = ["DISPLAY": nil, "WAYLAND_DISPLAY": nil]
  offscreen["SDL_VIDEODRIVER"] = "offscreen"
  func percent(_ child: Child) -> Double {
    rig.sleep(seconds: 1)
    let before = ProcessUsage(of: child.id)
    rig.sleep(seconds: 2)
    return before.flatMap { ProcessUsage(of: child.id)?.percent(since: $0) } ?? .nan
  }
  let probe = try Child(Child.beside("loop-probe"), ["--accelerated"], environment: offscreen)
  let ours = percent(probe)
  probe.send(SIGTERM)
  let output = probe.end().output
  offscreen["SDL_RENDER_DRIVER"] = "opengl"
  let plain = percent(try Child(Child.beside("plain-loop"), [], environment: offscreen))
  // "frame 9: timer: ..., after 8 short intervals"
  let line = output.split(separator: "\n").first { $0.contains("claimed to wait") } ?? ""
  guard let short = line.split(separator: " ").dropLast(2).last.flatMap({ Double($0) }) else {
    throw RigProblem("no free run was found; loop-probe says: \(output)")
  }
  return [
    LoopFigure(
      "free intervals until caught", ours: short, control: nil, must: .atMost(8), digits: 0),
    LoopFigure("caught, CPU %", ours: ours, control: plain, must: .atMost(2)),
  ]
}
