// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Foundation
import Testing

/// The expected values have six digits.
private let rowTolerance = 1e-6
/// The largest allowed difference between our formulas and the published ones below.
private let formulaTolerance = 1e-14

@Suite struct EasingFamilyTests {
  /// One row per family: its values at 0.25, 0.5 and 0.75 with `.in`, then with `.inOut`.
  static let rows: [EasingFamily: [Double]] = [
    .sine: [0.076120, 0.292893, 0.617317, 0.146447, 0.5, 0.853553],
    .quadratic: [0.0625, 0.25, 0.5625, 0.125, 0.5, 0.875],
    .cubic: [0.015625, 0.125, 0.421875, 0.0625, 0.5, 0.9375],
    .quartic: [0.003906, 0.0625, 0.316406, 0.03125, 0.5, 0.96875],
    .quintic: [0.000977, 0.03125, 0.237305, 0.015625, 0.5, 0.984375],
    .exponential: [0.005524, 0.03125, 0.176777, 0.015625, 0.5, 0.984375],
    .circular: [0.031754, 0.133975, 0.338562, 0.066987, 0.5, 0.933013],
    .back: [-0.064137, -0.087698, 0.182590, -0.099682, 0.5, 1.099682],
    .elastic: [-0.005524, -0.015625, 0.088388, 0.011969, 0.5, 0.988031],
    .bounce: [0.027344, 0.234375, 0.527344, 0.117188, 0.5, 0.882813],
  ]

  @Test(arguments: EasingFamily.allCases)
  func `a family has the values of its row`(family: EasingFamily) throws {
    let row = try #require(Self.rows[family], "every family needs a row")
    let inputs = [0.25, 0.5, 0.75]
    for (index, x) in inputs.enumerated() {
      #expect(abs(TimingFunction.easing(family, .in)(x) - row[index]) <= rowTolerance)
      #expect(abs(TimingFunction.easing(family, .inOut)(x) - row[index + 3]) <= rowTolerance)
    }
  }

  @Test(arguments: EasingFamily.allCases, EasingDirection.allCases)
  func `0 gives exactly 0, and 1 gives exactly 1`(family: EasingFamily, direction: EasingDirection)
  {
    let function = TimingFunction.easing(family, direction)
    for low in [0, -0.0, -1, -Double.infinity, .nan] { #expect(function(low) == 0) }
    for high in [1, 2, Double.infinity] { #expect(function(high) == 1) }
    #expect(EasingSupport.sweep(1_000).allSatisfy { function($0).isFinite })
  }

  @Test(arguments: EasingFamily.allCases)
  func `the out form is the in form rotated by 180 degrees, and the in-out form is symmetrical`(
    family: EasingFamily
  ) {
    let into = TimingFunction.easing(family, .in)
    let out = TimingFunction.easing(family, .out)
    let both = TimingFunction.easing(family, .inOut)
    // The inputs are multiples of 1/1024, so that 1 - x is exact.
    for x in EasingSupport.sweep(1_024) {
      #expect(out(x) == 1 - into(1 - x))
      #expect(abs(both(x) + both(1 - x) - 1) <= formulaTolerance)
    }
    #expect(both(0.5) == 0.5)
  }

  @Test(
    arguments: [
      EasingFamily.sine, .quadratic, .cubic, .quartic, .quintic, .exponential, .circular,
    ], EasingDirection.allCases)
  func `a family without overshoot never falls and stays in 0...1`(
    family: EasingFamily, direction: EasingDirection
  ) {
    let values = EasingSupport.sweep(10_000).map(
      TimingFunction.easing(family, direction).callAsFunction)
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(values.allSatisfy { (0...1).contains($0) })
  }

  @Test func `back, elastic and bounce equal the published formulas, including out and in-out`() {
    let c1 = 1.70158
    let c2 = c1 * 1.525
    let published: [(EasingFamily, EasingDirection, (Double) -> Double)] = [
      (.back, .out, { 1 + (c1 + 1) * pow($0 - 1, 3) + c1 * pow($0 - 1, 2) }),
      (
        .back, .inOut,
        {
          $0 < 0.5
            ? pow(2 * $0, 2) * ((c2 + 1) * 2 * $0 - c2) / 2
            : (pow(2 * $0 - 2, 2) * ((c2 + 1) * ($0 * 2 - 2) + c2) + 2) / 2
        }
      ),
      (.elastic, .out, { pow(2, -10 * $0) * sin(($0 * 10 - 0.75) * 2 * .pi / 3) + 1 }),
      (
        .elastic, .inOut,
        {
          let wave = sin((20 * $0 - 11.125) * 2 * .pi / 4.5)
          return $0 < 0.5
            ? -(pow(2, 20 * $0 - 10) * wave) / 2 : pow(2, -20 * $0 + 10) * wave / 2 + 1
        }
      ),
      (
        .bounce, .out,
        { x in
          let n = 7.5625
          let d = 2.75
          if x < 1 / d { return n * x * x }
          if x < 2 / d { return n * pow(x - 1.5 / d, 2) + 0.75 }
          if x < 2.5 / d { return n * pow(x - 2.25 / d, 2) + 0.9375 }
          return n * pow(x - 2.625 / d, 2) + 0.984375
        }
      ),
      (.sine, .in, { 1 - cos($0 * .pi / 2) }),
      (.circular, .in, { 1 - sqrt(1 - $0 * $0) }),
    ]
    for (family, direction, formula) in published {
      let function = TimingFunction.easing(family, direction)
      for x in EasingSupport.sweep(1_000).dropFirst().dropLast() {
        #expect(abs(function(x) - formula(x)) <= formulaTolerance, "\(family) \(direction) at \(x)")
      }
    }
  }
}
