// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import AnimationLayers

extension Lamp: AdditiveValue {
  package func adding(_ other: Lamp) -> Lamp {
    Lamp(brightness: brightness.adding(other.brightness), color: color.adding(other.color))
  }

  package func scaled(by factor: Double) -> Lamp {
    Lamp(brightness: brightness.scaled(by: factor), color: color.scaled(by: factor))
  }
}

@Suite struct AnimatedEndsTests {
  @Test func `a program's own type adds and scales its parts`() {
    let dim = Lamp(brightness: 1, color: Color(red: 0.25, green: 0, blue: 0))
    let bright = Lamp(brightness: 3, color: Color(red: 0.5, green: 0.5, blue: 0, alpha: 0))
    let ends = AnimatedEnds(from: dim, by: bright).resolved(underlying: dim)
    #expect(ends.to == Lamp(brightness: 4, color: Color(red: 0.75, green: 0.5, blue: 0)))
    #expect(AnimatedEnds(to: ends.to, by: bright).resolved(underlying: dim).from == dim)
  }

  @Test func `every value can be added, subtracted and scaled, and has a distance`() {
    func holds<Value: AdditiveValue & MeasurableValue & Equatable>(
      _ a: Value, _ b: Value, distance: Double
    ) {
      #expect(a.adding(b).subtracting(b) == a)
      #expect(a.adding(a) == a.scaled(by: 2))
      #expect(a.adding(b.scaled(by: 0)) == a)
      #expect(a.scaled(by: 1) == a)
      #expect(Value.distance(from: a, to: b) == distance)
    }
    holds(1.5, -1.5, distance: 3)
    holds(Float(1.5), Float(-1.5), distance: 3)
    holds(Point(x: 1, y: 2), Point(x: -2, y: 6), distance: 5)
    holds(Size(width: 0x3p900, height: 0), Size(width: 0, height: 0x4p900), distance: 0x5p900)
    holds(
      Rect(origin: Point(x: 1, y: 2), size: Size(width: 3, height: 4)),
      Rect(origin: Point(x: 4, y: 2), size: Size(width: 3, height: 8)), distance: 5)
    holds(
      Color(red: 1, green: 0.5, blue: 0.25), Color(red: 0.25, green: 0.5, blue: 0.25, alpha: 0),
      distance: 1.25)
    holds(SIMD2(1.0, 2), SIMD2(4.0, 6), distance: 5)
    holds(SIMD3(1.0, 2, 3), SIMD3(1.0, 5, 7), distance: 5)
    holds(SIMD4<Float>(1, 2, 3, 4), SIMD4<Float>(4, 2, 3, 8), distance: 5)
  }
}
