// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import TestSupport
import Testing

@Suite struct InterpolatableTests {
  private func numbers(_ random: inout SeededRandom) -> (Double, Double) {
    func number() -> Double {
      let sign: FloatingPointSign = Bool.random(using: &random) ? .plus : .minus
      switch Int.random(in: 0..<4, using: &random) {
      case 0: return sign == .plus ? 0 : -0.0
      case 1: return random.double(in: -1...1)
      case 2:
        return Double(
          sign: sign, exponent: Int.random(in: -1_074...1_022, using: &random),
          significand: random.double(in: 1...1.999))
      default: return sign == .plus ? .greatestFiniteMagnitude : -.greatestFiniteMagnitude
      }
    }
    let a = number()
    // The second number is often a close neighbour of the first, for which rounding matters most.
    return (a, Bool.random(using: &random) ? number() : a.nextUp.nextUp.nextUp)
  }

  @Test func `both ends are exact bit for bit, and the value between them is monotonic`() {
    var random = SeededRandom(seed: 31)
    for _ in 0..<10_000 {
      let (a, b) = numbers(&random)
      guard a.isFinite, b.isFinite else { continue }
      func value(_ p: Double) -> Double { .interpolate(from: a, to: b, progress: p) }
      #expect(value(0).bitPattern == a.bitPattern)
      #expect(value(1).bitPattern == b.bitPattern)
      let middle = random.double(in: 0...1)
      let inputs = [
        0, Double.leastNonzeroMagnitude, 1e-17, middle.nextDown, middle, middle.nextUp,
        (1.0).nextDown.nextDown,
        (1.0).nextDown, 1,
      ]
      let values = inputs.sorted().map(value)
      #expect(
        zip(values, values.dropFirst()).allSatisfy { a <= b ? $0 <= $1 : $0 >= $1 },
        "from \(a) to \(b) near \(middle): \(values)")
    }
  }

  @Test func `equal ends give a constant, and overshoot continues in a straight line`() {
    for p in [-1, 0, 0.1, 0.3, 0.7, 1, 2.5] {
      #expect(Double.interpolate(from: 0.1, to: 0.1, progress: p) == 0.1)
    }
    #expect(Double.interpolate(from: 10, to: 20, progress: 1.5) == 25)
    #expect(Double.interpolate(from: 10, to: 20, progress: -0.5) == 5)
    #expect(Double.interpolate(from: -10, to: 10, progress: 1.5) == 20)
    #expect(Double.interpolate(from: 0, to: .infinity, progress: 1) == .infinity)
    #expect(Double.interpolate(from: .infinity, to: 0, progress: 1) == 0)
  }

  @Test func `floats have exact ends, bit for bit, and are rounded once`() {
    var random = SeededRandom(seed: 37)
    for _ in 0..<10_000 {
      let a = Float(random.double(in: -1e6...1e6))
      let b = Float(random.double(in: -1...1))
      let p = random.double(in: 0...1)
      #expect(Float.interpolate(from: a, to: b, progress: 0).bitPattern == a.bitPattern)
      #expect(Float.interpolate(from: a, to: b, progress: 1).bitPattern == b.bitPattern)
      let exact = Double.interpolate(from: Double(a), to: Double(b), progress: p)
      #expect(Float.interpolate(from: a, to: b, progress: p) == Float(exact))
    }
    #expect(Float.interpolate(from: 1, to: -0.0, progress: 1).sign == .minus)
  }

  @Test(arguments: [-0.5, 0, 0.1, 1.0 / 3, 0.9, 1, 1.5])
  func `vectors are interpolated by component`(p: Double) {
    let a: [Double] = [1, -2, 0.1, 7]
    let b: [Double] = [3, 5, -0.3, 7]
    let d = zip(a, b).map { Double.interpolate(from: $0, to: $1, progress: p) }
    #expect(.interpolate(from: [1, -2], to: [3, 5], progress: p) == SIMD2(d[0], d[1]))
    #expect(
      .interpolate(from: [1, -2, 0.1], to: [3, 5, -0.3], progress: p) == SIMD3(d[0], d[1], d[2]))
    #expect(
      .interpolate(from: [1, -2, 0.1, 7], to: [3, 5, -0.3, 7], progress: p)
        == SIMD4(d[0], d[1], d[2], d[3]))
    let f = zip(a, b).map { Float.interpolate(from: Float($0), to: Float($1), progress: p) }
    #expect(.interpolate(from: [1, -2], to: [3, 5], progress: p) == SIMD2<Float>(f[0], f[1]))
    #expect(
      .interpolate(from: [1, -2, 0.1], to: [3, 5, -0.3], progress: p)
        == SIMD3<Float>(f[0], f[1], f[2]))
    #expect(
      .interpolate(from: [1, -2, 0.1, 7], to: [3, 5, -0.3, 7], progress: p)
        == SIMD4<Float>(f[0], f[1], f[2], f[3]))
  }

  @Test func `points, sizes and rectangles are interpolated along straight lines`() {
    let from = Rect(origin: Point(x: 0, y: 10), size: Size(width: 4, height: 8))
    let to = Rect(origin: Point(x: 8, y: -10), size: Size(width: 8, height: 0))
    let half = Rect(origin: Point(x: 4, y: 0), size: Size(width: 6, height: 4))
    #expect(.interpolate(from: from, to: to, progress: 0) == from)
    #expect(.interpolate(from: from, to: to, progress: 0.5) == half)
    #expect(.interpolate(from: from, to: to, progress: 1) == to)
  }

  @Test func `a custom type interpolates its parts`() {
    let off = Lamp(brightness: 0, color: Color(red: 1, green: 0, blue: 0))
    let on = Lamp(brightness: 10, color: Color(red: 0, green: 0, blue: 1))
    let half = Lamp(brightness: 5, color: Color(red: 0.5, green: 0, blue: 0.5))
    #expect(.interpolate(from: off, to: on, progress: TimingFunction.linear(0.5)) == half)
    #expect(.interpolate(from: off, to: on, progress: 1) == on)
  }
}
