// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatBanks
import Testing

/// The forms in which curves are evaluated.
@Suite struct CurveTests {
  @Test func `each curve is evaluated in the simplest of four forms`() {
    let forms: [(TimingFunction, String)] = [
      (.linear, "straight line"), (.smoothstep, "smoothstep"), (.easeInEaseOut, "odd polynomial"),
      (.easing(.sine, .inOut), "odd polynomial"), (.easing(.bounce, .out), "table of 4 pieces"),
      (.default, "table of 64 pieces"), (.easeIn, "table of 225 pieces"),
      (.easing(.cubic, .inOut), "table of 64 pieces"), (.steps(69), "table of 69 pieces"),
      (BankCurves.pulse, "table of 3 pieces"),
    ]
    for (timing, name) in forms { #expect(BankCurve(timing).methodName == name) }
  }

  @Test func `corners and jumps are at the function's positions`() throws {
    let pulses = [-2, 1, 3].map { BankCurves.pulse(to: $0) }
    for timing in pulses + [.steps(69), BankCurves.uneven] {
      var bank = RepeatBank(curve: BankCurve(timing), mode: .sawtooth)
      var points: [Double] = []
      for corner in timing.corners where corner > 0 && corner < 1 {
        // The points on both sides differ by slightly more than one unit of a frame's phase.
        points += [corner - 0x1p-29, corner + 0x1p-29]
      }
      for point in points { try bank.add(.hertz(0), phase: point, at: 0) }
      let values = bank.values(at: 0)
      for (value, point) in zip(values, points) {
        #expect((Double(value) - timing(point)).magnitude < 1e-6, "\(point)")
      }
    }
  }

  @Test func `an overshoot of 1e-5 near the end of a curve is shown`() throws {
    let timing = TimingFunction.cubicBezier(0, 0, 1, 1.004)
    var bank = RepeatBank(curve: BankCurve(timing), mode: .sawtooth)
    let points = (10...24).map { 1 - Double(sign: .plus, exponent: -$0, significand: 1) }
    for point in points { try bank.add(.hertz(0), phase: point, at: 0) }
    #expect(points.contains { timing($0) > 1.00001 })
    for (value, point) in zip(bank.values(at: 0), points) {
      #expect((Double(value) - timing(point)).magnitude < 1e-6, "\(point)")
    }
  }

  @Test func `a curve too large for a table is rejected`() {
    #expect(BankCurve(fitting: .steps(4096)) != nil)
    #expect(BankCurve(fitting: .steps(4097)) == nil)
    #expect(BankCurve(fitting: .cubicBezier(0.5, 1e5, 0.5, -1e5)) != nil)
    #expect(BankCurve(fitting: .cubicBezier(0.5, 1e7, 0.5, 0)) == nil)
    #expect(BankCurve(fitting: BankCurves.pulse(to: 1e300)) == nil)
    // The springs have 55 and 88 oscillations.
    #expect(BankCurve(fitting: .spring(Spring(dampingRatio: 0.02, response: 1))) != nil)
    #expect(BankCurve(fitting: .spring(Spring(dampingRatio: 0.0125, response: 1))) == nil)
  }

  @Test func `curves are equal if their functions are equal`() {
    #expect(BankCurve(.easeIn) == BankCurve(.cubicBezier(0.42, 0, 1, 1)))
    #expect(BankCurve(.easeIn) != BankCurve(.easeOut))
  }
}
