// SPDX-License-Identifier: Apache-2.0

import RepeatTiming
import TestSupport
import Testing

@Suite struct RateCurveTests {
  /// Cycles: a curve's integral against a quadrature in Double, whose own error is below this.
  static let quadratureTolerance = 1e-9

  static func randomCurve(_ random: inout SeededRandom) -> RateCurve {
    let start = random.double(in: -5...5)
    let end = random.chance(0.1) ? 0 : random.double(in: -5...5)
    let duration = random.chance(0.1) ? 0 : random.double(in: 1e-3...10)
    return .ramp(
      from: start, to: end, over: duration, shape: random.chance(0.5) ? .linear : .smooth)
  }

  @Test func `the integral is the area under the rate`() {
    let seed: UInt64 = 4
    var random = SeededRandom(seed: seed)
    for _ in 0..<300 {
      let curve = Self.randomCurve(&random)
      let end = random.double(in: 0...15)
      // Simpson's rule is exact for cubics: pieces that do not straddle the ramp's end are exact.
      var area = 0.0
      let corners = [0, min(end, curve.rampDuration), end]
      for (from, to) in zip(corners, corners.dropFirst()) {
        let middle = curve.hertz(at: (from + to) / 2)
        // Just inside: at the ramp's end both pieces have the same rate.
        area += (to - from) / 6 * (curve.hertz(at: from) + 4 * middle + curve.hertz(at: to))
      }
      #expect((curve.cycles(at: end) - area).magnitude < Self.quadratureTolerance, "seed \(seed)")
    }
  }

  @Test func `a linear ramp over dyadic numbers is exact`() {
    let curve = RateCurve.ramp(from: 0.5, to: 2.5, over: 4)
    #expect(curve.hertz(at: 2) == 1.5)
    #expect(curve.cycles(at: 2) == 2)
    #expect(curve.cycles(at: 4) == 6)
    #expect(curve.cycles(at: 6) == 11)
    #expect(curve.cycles(at: -2) == -1)
  }

  @Test func `a smooth ramp meets its ends without a corner`() {
    let curve = RateCurve.ramp(from: 1, to: 3, over: 2, shape: .smooth)
    #expect(curve.hertz(at: 0) == 1)
    #expect(curve.hertz(at: 1) == 2)
    #expect(curve.hertz(at: 2) == 3)
    let step = 1e-5
    #expect((curve.hertz(at: step) - 1) / step < 1e-4)
    #expect((3 - curve.hertz(at: 2 - step)) / step < 1e-4)
    #expect(curve.cycles(at: 2) == 4)
  }

  @Test func `the inverse finds the first time a position is reached`() {
    let seed: UInt64 = 5
    var random = SeededRandom(seed: seed)
    var found = 0
    for _ in 0..<3000 {
      let curve = Self.randomCurve(&random)
      var time = random.double(in: 0...15)
      // Where a curve is still, its position rounded to a Double may lie beyond what it reaches.
      if curve.hertz(at: 1e3) == 0 { time = min(time, 0.9 * curve.rampDuration) }
      let target = curve.cycles(at: time)
      guard let reached = curve.time(reaching: target) else {
        Issue.record("seed \(seed): \(curve) never reaches \(target), where it is at \(time)")
        continue
      }
      found += 1
      #expect(reached >= 0)
      #expect(reached <= time + 1e-6, "seed \(seed): not the first passage of \(curve)")
      #expect((curve.cycles(at: reached) - target).magnitude <= 1e-12, "seed \(seed): \(curve)")
    }
    #expect(found > 2900)
  }

  @Test func `a position that is never reached has no time`() {
    let still = RateCurve.constant(hertz: 0)
    #expect(still.time(reaching: 0) == 0)
    #expect(still.time(reaching: 0.1) == nil)
    #expect(RateCurve.constant(hertz: 2).time(reaching: -1) == nil)
    #expect(RateCurve.constant(hertz: -2).time(reaching: -1) == 0.5)
    // Slows down to a stop after 2 cycles.
    let stopping = RateCurve.ramp(from: 1, to: 0, over: 4)
    #expect(stopping.time(reaching: 2.000001) == nil)
    #expect(stopping.time(reaching: 1.5) == 2)
    #expect(stopping.time(reaching: 2) == 4)
    // Turns round after half a cycle, and comes back below its start.
    let turning = RateCurve.ramp(from: 1, to: -1, over: 2)
    #expect(turning.time(reaching: 0.51) == nil)
    #expect(turning.time(reaching: 0.5) == 1)
    #expect(turning.time(reaching: 0.375) == 0.5)
    #expect(turning.time(reaching: -1) == 3)
  }

  @Test func `a duration whose reciprocal is no Double is run exactly`() {
    let third = RateCurve.constant(cycleDuration: 3)
    #expect(third.cycles(at: 3) == 1)
    #expect(third.cycles(at: 3e9) == 1e9)
    #expect(third.time(reaching: 1e9) == 3e9)
    let odd = RateCurve.constant(cycleDuration: 0.7)
    #expect(odd.time(reaching: 1) == 0.7)
  }

  @Test(arguments: RampShape.allCases)
  func `a ramp through zero turns where the rate is zero`(shape: RampShape) {
    let curve = RateCurve.ramp(from: 2, to: -1, over: 3, shape: shape)
    let top = (0...3000).map { curve.cycles(at: Double($0) / 1000) }.max() ?? 0
    guard let turn = curve.turningTime else {
      Issue.record("no turn")
      return
    }
    #expect(curve.hertz(at: turn.high).magnitude < 1e-14)
    #expect(curve.cycles(at: turn.high) >= top)
    #expect(curve.time(reaching: curve.cycles(at: turn.high)) != nil)
  }

  @Test func `a ramp in no time or between equal rates is a constant rate`() {
    #expect(RateCurve.ramp(from: 1, to: 2, over: 0) == .constant(hertz: 2))
    #expect(RateCurve.ramp(from: 2, to: 2, over: 5, shape: .smooth) == .constant(hertz: 2))
  }

  @Test func `impossible rates stop the program and say why`() async {
    await #expect(processExitsWith: .failure) { _ = RateCurve.constant(hertz: .nan) }
    await #expect(processExitsWith: .failure) { _ = RateCurve.constant(cycleDuration: 0) }
    await #expect(processExitsWith: .failure) { _ = RateCurve.ramp(from: 0, to: 1, over: -1) }
  }
}
