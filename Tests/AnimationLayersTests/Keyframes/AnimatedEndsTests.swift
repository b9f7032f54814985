// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import AnimationLayers

@Suite struct AnimatedEndsTests {
  @Test func `a program's own type adds and scales its parts`() {
    let dim = Lamp(brightness: 1, color: Color(red: 0.25, green: 0, blue: 0))
    let bright = Lamp(brightness: 3, color: Color(red: 0.5, green: 0.5, blue: 0, alpha: 0))
    let ends = AnimatedEnds(from: dim, by: bright).resolved(underlying: dim)
    #expect(ends.to == Lamp(brightness: 4, color: Color(red: 0.75, green: 0.5, blue: 0)))
    #expect(AnimatedEnds(to: ends.to, by: bright).resolved(underlying: dim).from == dim)
  }

  @Test func `every additive value can be added, subtracted and scaled`() {
    func holds<Value: AdditiveValue & Equatable>(_ a: Value, _ b: Value) {
      #expect(a.adding(b).subtracting(b) == a)
      #expect(a.adding(a) == a.scaled(by: 2))
      #expect(a.adding(b.scaled(by: 0)) == a)
      #expect(a.scaled(by: 1) == a)
    }
    holds(1.5, 2.25)
    holds(Float(1.5), Float(2.25))
    holds(Point(x: 1, y: 2), Point(x: -4, y: 8))
    holds(Size(width: 1, height: 2), Size(width: -4, height: 8))
    let rect = Rect(origin: Point(x: 1, y: 2), size: Size(width: 3, height: 4))
    holds(rect, rect.scaled(by: -0.5))
    holds(Color(red: 1, green: 0.5, blue: 0.25), Color(red: 0.5, green: 0, blue: 1, alpha: 0.5))
    holds(SIMD2(1.0, 2), SIMD2(3.0, 4))
    holds(SIMD3(1.0, 2, 3), SIMD3(3.0, 4, 5))
    holds(SIMD4<Float>(1, 2, 3, 4), SIMD4<Float>(3, 4, 5, 6))
  }

  @Test func `distances are lengths of straight lines`() {
    #expect(Double.distance(from: 1, to: -2) == 3)
    #expect(Float.distance(from: 1, to: -2) == 3)
    #expect(Point.distance(from: Point(x: 0, y: 0), to: Point(x: 3, y: -4)) == 5)
    #expect(
      Size.distance(from: Size(width: 0, height: 0), to: Size(width: 0x3p900, height: 0x4p900))
        == 0x5p900)
    let rect = Rect(origin: Point(x: 0, y: 0), size: Size(width: 0, height: 0))
    let far = Rect(origin: Point(x: 3, y: 0), size: Size(width: 0, height: 4))
    #expect(Rect.distance(from: rect, to: far) == 5)
    let black = Color(red: 0, green: 0, blue: 0)
    #expect(Color.distance(from: black, to: Color(red: 0.75, green: 0, blue: 1)) == 1.25)
    #expect(SIMD2.distance(from: SIMD2(0.0, 0), to: SIMD2(3, 4)) == 5)
    #expect(SIMD3.distance(from: SIMD3(0.0, 0, 0), to: SIMD3(0, 3, 4)) == 5)
    #expect(SIMD4.distance(from: SIMD4<Float>(0, 0, 0, 0), to: SIMD4(3, 0, 0, 4)) == 5)
  }
}
