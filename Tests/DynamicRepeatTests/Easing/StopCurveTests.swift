// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import TestSupport
import Testing

private typealias Stop = TimingFunction.Stop

@Suite struct StopCurveTests {
  @Test func `stops without an input are evenly spaced between their neighbours`() throws {
    let given = try TimingFunction(stops: [Stop(0), Stop(2), Stop(4, at: 0.5), Stop(5), Stop(6)])
    let written = try TimingFunction(stops: [
      Stop(0, at: 0), Stop(2, at: 0.25), Stop(4, at: 0.5), Stop(5, at: 0.75), Stop(6, at: 1),
    ])
    #expect(given == written)
    #expect(EasingSupport.sweep(8).map { given($0) } == [0, 1, 2, 3, 4, 4.5, 5, 5.5, 6])
  }

  @Test func `two stops at one input make a jump, and the later stop applies there`() throws {
    let jump = try TimingFunction(stops: [Stop(0), Stop(0.2, at: 0.5), Stop(0.8, at: 0.5), Stop(1)])
    #expect(jump((0.5).nextDown) < 0.2 && jump((0.5).nextDown) > 0.199)
    #expect(jump(0.5) == 0.8)
  }

  @Test func `beyond the first and the last stop, the curve continues in a straight line`() throws {
    let inner = try TimingFunction(stops: [Stop(1, at: 0.25), Stop(2, at: 0.5)])
    #expect(inner(0) == 0)
    #expect(inner(1) == 4)
    let outer = try TimingFunction(stops: [Stop(0, at: -1), Stop(1, at: 1)])
    #expect(outer(0) == 0.5)
  }

  @Test func `beyond two outermost stops with the same input, the curve is constant`() throws {
    let upright = try TimingFunction(stops: [Stop(3, at: 0.5), Stop(4, at: 0.5)])
    #expect([0, 0.5, 1].map { upright($0) } == [3, 4, 4])
    let one = try TimingFunction(stops: [Stop(7)])
    #expect([0, 0.5, 1, .nan].map { one($0) } == [7, 7, 7, 7])
  }

  @Test func `a wink goes there and back, as in the documentation`() throws {
    let wink = try TimingFunction(stops: [
      .init(0), .init(1, at: 0.2), .init(1, at: 0.8), .init(0),
    ])
    #expect([0, 0.1, 0.2, 0.5, 0.8, 1].map { wink($0) } == [0, 0.5, 1, 1, 1, 0])
  }

  @Test func `sampled outputs are exact at evenly spaced inputs`() {
    var random = SeededRandom(seed: 43)
    let samples = (0...64).map { _ in random.double(in: -1...1) }
    let function = TimingFunction(samples: 65) { samples[Int($0 * 64)] }
    for (index, sample) in samples.enumerated() { #expect(function(Double(index) / 64) == sample) }
  }

  @Test func `a sampled formula is within the documented error`() {
    let smootherstep = TimingFunction { x in x * x * x * (x * (6 * x - 15) + 10) }
    var worst = 0.0
    for x in EasingSupport.sweep(10_007) {
      worst = max(worst, abs(smootherstep(x) - x * x * x * (x * (6 * x - 15) + 10)))
    }
    print("smootherstep in 257 samples: worst error \(worst)")
    // The largest second derivative of this formula is 10 / sqrt(3).
    #expect(worst <= 1.0 / (256 * 256) / 8 * 5.774)
    #expect(worst > 0)
  }

  @Test func `the error for an invalid stop contains the index of that stop`() {
    let table: [([Stop], TimingFunctionError)] = [
      ([], .noStops),
      ([Stop(.nan)], .stopNotFinite(index: 0)),
      ([Stop(0), Stop(1, at: .infinity), Stop(1)], .stopNotFinite(index: 1)),
      (
        [Stop(0), Stop(1, at: 0.6), Stop(2), Stop(1, at: 0.4)],
        .stopInputDecreases(index: 3, input: 0.4, previous: 0.6)
      ),
      (
        [Stop(0), Stop(1, at: 1.5), Stop(2)], .stopInputDecreases(index: 2, input: 1, previous: 1.5)
      ),
      ([Stop(0, at: 0), Stop(1, at: .leastNonzeroMagnitude)], .stopsTooSteep),
    ]
    for (stops, expected) in table {
      let error = #expect(throws: expected) { try TimingFunction(stops: stops) }
      #expect(error?.description.contains(/must|needs/) == true)
    }
  }
}
