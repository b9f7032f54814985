// SPDX-License-Identifier: Apache-2.0

import FramePacing
import WindowRigs

/// Milliseconds from pressing a key to the changed pixel, of many presses.
///
/// The presses come at every part of the period alike, by steps of the golden ratio: at random a
/// hundred and fifty of them would leave the median uncertain by two thirds of a millisecond.
/// - Parameters:
///   - server: Where a program shows a square that the space key changes.
///   - period: Seconds from one of its pictures to the next.
///   - point: A pixel of the square.
func timesToPixel(
  on server: XServer, count: Int, period: Double = 1 / 60.0,
  point: (x: Int32, y: Int32) = (640, 400),
  _ rig: LoopRig
) throws -> [Double] {
  let connection = try XConnection(server.name)
  let clock = SystemClock()
  SystemClock.sharpenThisThread()
  rig.sleep(seconds: 0.5)
  let period = period * 1e9
  let start = clock.now()
  return try (0..<count).map { number in
    let part = (Double(number) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1)
    let before = connection.pixel(x: point.x, y: point.y)
    clock.sleep(until: start + Int64(period * (Double(number + 1) * 6 + part)))
    let pressed = clock.now()
    connection.space(isDown: true)
    while connection.pixel(x: point.x, y: point.y) == before {
      guard clock.now() - pressed < 1_000_000_000 else {
        throw RigProblem("a key changed nothing within a second")
      }
      clock.spin(until: clock.now() + 30_000)
    }
    let seen = clock.now()
    connection.space(isDown: false)
    return Double(seen - pressed) / 1e6
  }
}

let keySubject = LoopSubject(
  name: "loop/key",
  description: "from a key's press (XTest) to the changed pixel (XGetImage, about every 0.1 ms), at"
    + " every part of the period alike: at 60 Hz the median cannot be below half a period, 8.33 ms;"
    + " the control is Demo/PlainLoop's loop with a key"
) { rig in
  let count = rig.isQuick ? 30 : 300
  func measure(_ option: String) throws -> (Double, load: Double) {
    try rig.watchingOthers {
      let probe = try rig.startProbe(option)
      return try withExtendedLifetime(probe) {
        median(try timesToPixel(on: rig.server(), count: count, rig))
      }
    }
  }
  let moving = try measure("--flip")
  let still = try measure("--idle")
  let plain = try measure("--plain")
  let bare = try measure("--bare")
  return [
    LoopFigure(
      "key to pixel p50, ms", ours: moving.0, control: plain.0, bare: bare.0,
      must: .atMost(8.5), load: moving.load),
    LoopFigure(
      "on demand p50, ms", ours: still.0, control: plain.0, must: .atMost(0.6), load: still.load),
  ]
}
