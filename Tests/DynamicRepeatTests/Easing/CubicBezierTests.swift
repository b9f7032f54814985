// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import DynamicRepeat

/// The documented error bound relative to the exact curve.
private let exactTolerance = 1e-9
/// Core Animation's published results have five digits.
private let coreAnimationTolerance = 1e-5

@Suite struct CubicBezierTests {
  private func curve(_ p: [Double]) -> TimingFunction { .cubicBezier(p[0], p[1], p[2], p[3]) }

  @Test func `the 96 recorded curves are within 1e-9 of the exact solution`() throws {
    let records = try EasingSupport.bezierRecords()
    #expect(records.count == 96)
    var worst = 0.0
    for record in records {
      #expect(record.exact.count == 101)
      let function = curve(record.controlPoints)
      for (index, exact) in record.exact.enumerated() {
        let error = abs(function(Double(index) / 100) - exact)
        worst = max(worst, error)
        #expect(error <= exactTolerance, "\(record.id) at \(Double(index) / 100)")
      }
    }
    print("cubic Bezier, 96 recorded curves: worst error \(worst)")
  }

  @Test func `smoothstep is its polynomial`() {
    for step in 0...1000 {
      let t = Double(step) / 1000
      #expect(abs(TimingFunction.smoothstep(t) - t * t * (3 - 2 * t)) <= 0x1p-52)
      #expect(Pace.smoothstep(t) == TimingFunction.smoothstep(t))
    }
  }

  #if arch(x86_64)
    /// Control points of curves that are vertical at an end or in the middle, the same points moved
    /// by powers of two from 2^-60 to 2^-1, and arbitrary points.
    private func hardControlPoints(_ random: inout SeededRandom) -> [Double] {
      func nearZero() -> Double {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return 0
        case 1:
          return Double(
            sign: .plus, exponent: -Int.random(in: 1...60, using: &random), significand: 1)
        case 2: return random.double(in: 0...1) * 1e-6
        default: return random.double(in: 0...1)
        }
      }
      let (a, b) = (nearZero(), nearZero())
      let mirrored = UInt8.random(in: 0..<4, using: &random)
      return [
        mirrored & 1 == 0 ? a : 1 - a, random.double(in: -2...3),
        mirrored & 2 == 0 ? b : 1 - b, random.double(in: -2...3),
      ]
    }

    private func hardInput(_ random: inout SeededRandom) -> Double {
      let tiny = Double(
        sign: .plus, exponent: -Int.random(in: 1...60, using: &random), significand: 1)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: return tiny
      case 1: return 1 - tiny
      case 2: return 0.5 + tiny / 2
      case 3: return 0.5 - tiny / 2
      default: return random.double(in: 0...1)
      }
    }

    @Test(arguments: [1, 2, 3])
    func `random and vertical curves are within 1e-9 of bisection in 128 bits`(
      seed: UInt64
    ) throws {
      var random = SeededRandom(seed: seed)
      var worst = 0.0
      for _ in 0..<1_500 {
        let points = hardControlPoints(&random)
        let function = curve(points)
        let size = max(1, abs(points[1]), abs(points[3]))
        for _ in 0..<4 {
          let x = hardInput(&random)
          let error = abs(function(x) - ExactBezier.value(points, at: x)) / size
          worst = max(worst, error)
          #expect(error <= exactTolerance, "\(points) at \(x)")
        }
      }
      print("cubic Bezier, 6000 hard cases: worst error \(worst) of the largest |y|")
    }

    @Test(arguments: [
      [1, 0, 0, 1], [0, 0, 0, 1], [1, 0, 1, 1], [0, 1, 1, 0], [0, 0, 0, 0], [1, 1, 1, 1],
    ])
    func `curves with control points at the unit square's corners are off by at most 1e-9`(
      points: [Double]
    ) {
      let function = curve(points)
      for exponent in [1, 2, 3, 5, 8, 13, 21, 34, 45, 52, 55, 60, 90, 150, 300, 1_000] {
        let tiny = Double(sign: .plus, exponent: -exponent, significand: 1)
        for x in [tiny, 1 - tiny, 0.5 + tiny / 2, 0.5 - tiny / 2] {
          let error = abs(function(x) - ExactBezier.value(points, at: x))
          #expect(error <= exactTolerance, "\(points) at \(x): off by \(error)")
        }
      }
    }
  #endif

  @Test func `every input gives a finite output, also with the largest control points`() {
    let huge = Double.greatestFiniteMagnitude
    let coordinates = [
      0, -0.0, 1, 0.5, Double.leastNonzeroMagnitude, 1e-300, -huge, huge, -1, 2, 1 - 0x1p-53,
    ]
    let inputs = [
      .nan, -Double.infinity, .infinity, -1, -0.0, .leastNonzeroMagnitude, 1e-308, 0.5, 1 - 0x1p-53,
      1, 2, huge, -huge,
    ]
    for x1 in coordinates {
      for x2 in coordinates {
        for (y1, y2) in [(0, 1), (huge, -huge), (huge, huge), (-huge, -huge)] {
          let function = TimingFunction.cubicBezier(x1, y1, x2, y2)
          for input in inputs {
            #expect(function(input).isFinite, "(\(x1), \(y1), \(x2), \(y2)) at \(input)")
          }
        }
      }
    }
  }

  @Test(arguments: [
    (TimingFunction.easeIn, [0.093465, 0.315357, 0.621861]),
    (.easeOut, [0.378140, 0.684643, 0.906535]),
    (.easeInEaseOut, [0.129162, 0.5, 0.870838]),
    (.cubicBezier(0.5, 0, 0.5, 1), [0.105889, 0.5, 0.894111]),
    (.default, [0.408511, 0.802403, 0.960459]), (.linear, [0.25, 0.5, 0.75]),
  ])
  func `curves equal Core Animation's at a quarter, a half and three quarters`(
    function: TimingFunction, expected: [Double]
  ) {
    for (x, y) in zip([0.25, 0.5, 0.75], expected) {
      #expect(abs(function(x) - y) <= coreAnimationTolerance)
    }
  }

  @Test func `with control points on the diagonal, the output is the input itself`() {
    let functions = [TimingFunction.linear, .cubicBezier(0.3, 0.3, 0.9, 0.9)]
    for x in EasingSupport.sweep(1_000) {
      for function in functions { #expect(function(x) == x) }
    }
  }

  @Test func `0 gives exactly 0, 1 gives exactly 1, and inputs outside 0...1 are clamped`() {
    var random = SeededRandom(seed: 11)
    for _ in 0..<1_000 {
      let function = curve((0..<4).map { _ in random.double(in: -1...2) })
      for low in [0, -0.0, -1, -Double.infinity, .nan] { #expect(function(low) == 0) }
      for high in [1, 1.5, Double.infinity] { #expect(function(high) == 1) }
    }
  }

  @Test func `the x of a control point is clamped to 0...1, and its y is not clamped`() throws {
    #expect(TimingFunction.cubicBezier(-3, 5, 7, -2) == .cubicBezier(0, 5, 1, -2))
    let points = try #require(TimingFunction.cubicBezier(-3, 5, 7, -2).controlPoints)
    #expect(points == (0, 5, 1, -2))
    #expect(TimingFunction.steps(2).controlPoints == nil)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `the error for a control point that is not finite contains the value`(value: Double) {
    for index in 0..<4 {
      var p = [0.1, 0.2, 0.3, 0.4]
      p[index] = value
      let error = #expect(throws: TimingFunctionError.self) {
        try TimingFunction(cubicBezier: p[0], p[1], p[2], p[3])
      }
      #expect(error?.description.contains("must be finite") == true)
      #expect(error?.description.contains("\(value)") == true)
    }
  }

  @Test func `the method cubicBezier traps for a control point that is not finite`() async {
    await #expect(processExitsWith: .failure) { _ = TimingFunction.cubicBezier(0, .nan, 1, 1) }
  }
}
