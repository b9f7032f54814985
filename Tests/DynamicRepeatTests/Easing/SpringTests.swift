// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import DynamicRepeat

/// The largest allowed difference between the closed form and Runge-Kutta steps of 0.1 ms over 2 s.
private let integrationTolerance = 1e-9
/// The largest allowed difference between the underdamped and the overdamped form, near the
/// critical ratio.
private let seamTolerance = 1e-7

@Suite struct SpringTests {
  static let springs: [Spring] = [0.01, 0.2, 0.5, 0.9, 0.999_999, 1, 1.000_001, 1.5, 10, 300]
    .flatMap { ratio in
      [0, 5, -5, 7, 9, 100, -100, 6.283_185].map {
        Spring(dampingRatio: ratio, response: 1, initialVelocity: $0)
      }
    }

  @Test(arguments: springs.filter { $0.dampingRatio <= 10 })
  func `the closed form satisfies the equation of motion`(spring: Spring) {
    // Classical Runge-Kutta on (e, e'), from the definition alone.
    func force(_ e: Double, _ v: Double) -> Double {
      (-spring.stiffness * e - spring.damping * v) / spring.mass
    }
    let h = 1e-4
    var (e, v) = (1.0, -spring.initialVelocity)
    var worst = 0.0
    for step in 1...20_000 {
      let (a1, b1) = (v, force(e, v))
      let (a2, b2) = (v + h / 2 * b1, force(e + h / 2 * a1, v + h / 2 * b1))
      let (a3, b3) = (v + h / 2 * b2, force(e + h / 2 * a2, v + h / 2 * b2))
      let (a4, b4) = (v + h * b3, force(e + h * a3, v + h * b3))
      e += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
      v += h / 6 * (b1 + 2 * b2 + 2 * b3 + b4)
      let time = Double(step) * h
      worst = max(worst, abs(spring.value(seconds: time) - (1 - e)))
    }
    #expect(worst <= integrationTolerance * max(1, abs(spring.initialVelocity)))
  }

  @Test(arguments: [0.001, 1e-6, 0.1, 0.5])
  func `a spring is outside the tolerance just before the settling duration, and never after it`(
    tolerance: Double
  ) {
    for spring in Self.springs {
      let settled = spring.settlingDuration(within: tolerance)
      #expect(settled > 0 && settled.isFinite)
      let before = abs(spring.value(seconds: settled * (1 - 1e-6)) - 1)
      #expect(before > tolerance * (1 - 1e-3), "\(spring): settles before \(settled)")
      // The samples after the settling duration are dense over the next oscillations, and sparser
      // later.
      let swing = 2 * Double.pi / spring.angularFrequency
      for step in 0..<5_000 {
        let later = settled + swing * 0.001 * Double(step) * (1 + Double(step) / 500)
        #expect(abs(spring.value(seconds: later) - 1) <= tolerance, "\(spring) at \(later)")
      }
    }
  }

  @Test func `random springs stay within the tolerance after the settling duration`() {
    var random = SeededRandom(seed: 23)
    for _ in 0..<1_000 {
      let spring = Spring(
        dampingRatio: pow(10, random.double(in: -6...6)),
        response: pow(10, random.double(in: -3...3)),
        initialVelocity: random.double(in: -1_000...1_000))
      let tolerance = pow(10, random.double(in: -9...(-0.302)))
      let settled = spring.settlingDuration(within: tolerance)
      for _ in 0..<200 {
        let later = settled * (1 + pow(10, random.double(in: -8...0)))
        #expect(abs(spring.value(seconds: later) - 1) <= tolerance, "\(spring) at \(later)")
      }
    }
  }

  @Test(arguments: [-30, 0, 6.283_185_307, 30])
  func `underdamped and overdamped motion agree at the critical ratio`(velocity: Double) {
    let critical = Spring(dampingRatio: 1, response: 1, initialVelocity: velocity)
    for offset in [1e-15, 1e-12, 1e-9] {
      for ratio in [1 - offset, 1 + offset] {
        let spring = Spring(dampingRatio: ratio, response: 1, initialVelocity: velocity)
        for time in EasingSupport.sweep(100) {
          let w = 2 * Double.pi
          let exact = 1 - (1 + (w - velocity) * time) * exp(-w * time)
          #expect(abs(spring.value(seconds: time) - exact) <= seamTolerance)
          #expect(abs(critical.value(seconds: time) - exact) <= seamTolerance)
        }
        let difference =
          spring.settlingDuration(within: 0.001) - critical.settlingDuration(within: 0.001)
        #expect(abs(difference) <= seamTolerance)
      }
    }
  }

  @Test func `a spring starts at 0 with its initial velocity and ends settled at 1`() {
    for spring in Self.springs {
      for start in [0, -1, -Double.infinity, .nan] {
        #expect(spring.value(seconds: start) == 0)
      }
      #expect(abs(spring.value(seconds: 1e-9) * 1e9 - spring.initialVelocity) <= 0.02)
      for end in [1e9, 1e300, Double.infinity] {
        #expect(spring.value(seconds: end) == 1)
      }
    }
  }

  @Test func `a spring moves in the same way, whichever parameters describe it`() {
    let spring = Spring(dampingRatio: 0.5, response: 2 * Double.pi / 10)
    let same = Spring(mass: 1, stiffness: 100, damping: 10)
    #expect(Spring() == same)
    for time in EasingSupport.sweep(50) {
      #expect(abs(spring.value(seconds: time) - same.value(seconds: time)) <= 1e-12)
    }
    // Only the ratios of the parameters matter: with ten times the mass, stiffness and damping, the
    // motion is the same.
    let heavy = Spring(mass: 10, stiffness: 1_000, damping: 100)
    #expect(heavy.value(seconds: 0.3) == same.value(seconds: 0.3))
  }

  @Test func `as a timing function, a spring spans its settling duration and ends exactly at 1`() {
    for spring in Self.springs {
      let function = TimingFunction.spring(spring)
      let duration = spring.settlingDuration()
      #expect(function(0) == 0)
      #expect(function(1) == 1)
      #expect(abs(function((1.0).nextDown) - 1) <= 0.001)
      for x in EasingSupport.sweep(100).dropLast() {
        #expect(function(x) == spring.value(seconds: x * duration))
      }
    }
    let swinging = TimingFunction.spring(Spring(dampingRatio: 0.2, response: 1))
    #expect(EasingSupport.sweep(100).contains { swinging($0) > 1.5 })
  }

  @Test(
    arguments: [
      (0, 100, 10, 0), (-1, 100, 10, 0), (.nan, 100, 10, 0), (1, 0, 10, 0), (1, .infinity, 10, 0),
      (1, 100, 0, 0), (1, 100, -1, 0), (1, 100, 10, .nan), (1, 100, 10, 1e10), (1, 1e13, 10, 0),
      (1e300, 1e-300, 1, 0), (1, 1, 1e7, 0), (1, 1, 1e-7, 0),
    ] as [(Double, Double, Double, Double)])
  func `the error for an impossible spring contains the spring's numbers`(
    mass: Double, stiffness: Double, damping: Double, velocity: Double
  ) {
    let error = #expect(throws: TimingFunctionError.self) {
      try Spring(
        validatingMass: mass, stiffness: stiffness, damping: damping, initialVelocity: velocity)
    }
    #expect(error?.description.contains("\(velocity)") == true)
    #expect(error?.description.contains("\(mass), \(stiffness) and \(damping)") == true)
  }

  @Test func `a tolerance out of range throws`() {
    for tolerance in [0, -1, 1, .nan, 1e-10] {
      #expect(throws: TimingFunctionError.self) {
        try TimingFunction(spring: Spring(), tolerance: tolerance)
      }
    }
  }

  @Test func `a spring's value is finite at any time, and settles`() {
    let times = [.leastNonzeroMagnitude, 1e-300, 1e-6, 1, 1e6, 1e15, 1e18, 1e100, 1e300, 1e308]
      .flatMap { [$0, -$0] }
    for spring in [Spring()] + Self.springs + Self.extremes {
      for time in times + [.greatestFiniteMagnitude, .infinity, -.infinity, .nan] {
        let value = spring.value(seconds: time)
        #expect(value.isFinite, "\(spring) at \(time): \(value)")
        guard time >= 1e18 else { continue }
        #expect(value == 1, "\(spring) at \(time): \(value)")
      }
      let settled = spring.settlingDuration(within: 0.001)
      #expect(settled > 0 && settled.isFinite, "\(spring)")
    }
  }

  /// The extremes of the valid parameters.
  private static let extremes = [1e-6, 1, 1e6].flatMap { ratio in
    [1e-6, 1, 1e6].flatMap { frequency in
      [-1e9, 0, 1e9].compactMap { velocity in
        try? Spring(
          validatingMass: 1, stiffness: frequency * frequency, damping: 2 * ratio * frequency,
          initialVelocity: velocity)
      }
    }
  }

  @Test func `springs at the extremes of the allowed range stay finite`() {
    for spring in Self.extremes {
      let function = TimingFunction.spring(spring, tolerance: 1e-9)
      #expect(EasingSupport.sweep(100).allSatisfy { function($0).isFinite })
    }
  }
}
