// SPDX-License-Identifier: Apache-2.0
//
// Rings of light in a pond: any key drops a stone, and a new rate spreads from the middle without a
// jump. Esc ends it, `--frames N` after N frames.

import Glibc

func stop(_ code: Int32, _ problem: String) -> Never {
  let line = "ripples: \(problem)\n"
  _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  exit(code)
}

// /dev/null takes the number of each stream that was closed: else the connection to the display would
// get it, and an error's text.
for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) == -1 {
  _ = open("/dev/null", O_RDWR)
}
let arguments = CommandLine.arguments.dropFirst()
var frameLimit = Int.max
if let first = arguments.first {
  guard first == "--frames", arguments.count == 2, let count = Int(arguments.last ?? ""), count > 0
  else { stop(64, "the only option is --frames N, with N from 1 on") }
  frameLimit = count
}
guard let screen = Screen(title: "Ripples") else { stop(69, "no window: \(Screen.problem)") }

do {
  var pond = try Pond()
  var frames = 0
  while frames < frameLimit, let stones = screen.presses() {
    let time = screen.time
    pond.advance(to: time)
    for _ in 0..<stones { try pond.dropStone() }
    // One colour a ring; tiles of a ring share it.
    let colors = (0..<Pond.ringCount).map { pond.color(ofRing: $0, at: time) }
    screen.show { column, row in
      let x = Double(column) + 0.5 - Double(Screen.columns) / 2
      let y = Double(row) + 0.5 - Double(Screen.rows) / 2
      return colors[min(Int((x * x + y * y).squareRoot()), Pond.ringCount - 1)]
    }
    frames += 1
  }
} catch {
  stop(70, "\(error)")
}
