// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// A cubic Bezier as it is found in many games: eight steps of Newton's method from s = x.
struct NewtonBezier {
  let x1: Double
  let y1: Double
  let x2: Double
  let y2: Double

  func value(at x: Double) -> Double {
    var s = x
    for _ in 0..<8 {
      let t = 1 - s
      let slope = 3 * (t * t * x1 + 2 * s * t * (x2 - x1) + s * s * (1 - x2))
      if slope == 0 { break }
      s -= (3 * s * t * t * x1 + 3 * s * s * t * x2 + s * s * s - x) / slope
    }
    let t = 1 - s
    return 3 * s * t * t * y1 + 3 * s * s * t * y2 + s * s * s
  }
}

/// Adds up what so many repetitions give.
@inline(__always)
func sum(_ count: Int, _ repetition: (Int) -> Double) -> Double {
  var sum = 0.0
  for number in 0..<count { sum += repetition(number) }
  return sum
}

/// Evenly spread inputs.
private func input(ofRepetition number: Int) -> Double { Double(number & 1023) * (1 / 1024) }

private func row(_ name: String, _ function: TimingFunction) -> Benchmark {
  let points = function.controlPoints
  return Benchmark(
    name: "timing-functions/\(name)",
    description: "one value; by hand, for cubic Beziers, eight steps of Newton's method"
  ) {
    Contenders(
      ours: { count in sum(count) { function(input(ofRepetition: $0)) } },
      byHand: points.map { points in
        let bezier = NewtonBezier(x1: points.x1, y1: points.y1, x2: points.x2, y2: points.y2)
        return { count in sum(count) { bezier.value(at: input(ofRepetition: $0)) } }
      })
  }
}

let timingFunctionBenchmarks =
  [
    row("linear", .linear), row("ease-in", .easeIn), row("ease-out", .easeOut),
    row("ease-in-ease-out", .easeInEaseOut), row("default", .default),
    row("steps", .steps(8)), row("stops", .sampled([0, 0.2, 0.1, 0.9, 1])),
    row("spring", .spring(Spring(dampingRatio: 0.5, response: 0.4))),
  ] + EasingFamily.allCases.map { row("\($0)-in-out", .easing($0, .inOut)) }
