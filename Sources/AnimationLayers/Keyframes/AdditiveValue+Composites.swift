// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

extension Point: AdditiveValue, MeasurableValue {
  /// Coordinate by coordinate.
  public func adding(_ other: Point) -> Point { Point(x: x + other.x, y: y + other.y) }
  /// Coordinate by coordinate.
  public func scaled(by factor: Double) -> Point { Point(x: x * factor, y: y * factor) }
  /// The length of the straight line.
  public static func distance(from: Point, to: Point) -> Double {
    length(from.x - to.x, from.y - to.y)
  }
}

extension Size: AdditiveValue, MeasurableValue {
  /// Width and height on their own.
  public func adding(_ other: Size) -> Size {
    Size(width: width + other.width, height: height + other.height)
  }
  /// Width and height on their own.
  public func scaled(by factor: Double) -> Size {
    Size(width: width * factor, height: height * factor)
  }
  /// The root of the sum of both differences squared.
  public static func distance(from: Size, to: Size) -> Double {
    length(from.width - to.width, from.height - to.height)
  }
}

extension Rect: AdditiveValue, MeasurableValue {
  /// Origin and size on their own.
  public func adding(_ other: Rect) -> Rect {
    Rect(origin: origin.adding(other.origin), size: size.adding(other.size))
  }
  /// Origin and size on their own.
  public func scaled(by factor: Double) -> Rect {
    Rect(origin: origin.scaled(by: factor), size: size.scaled(by: factor))
  }
  /// The root of the sum of all four differences squared.
  public static func distance(from: Rect, to: Rect) -> Double {
    length(
      Point.distance(from: from.origin, to: to.origin), Size.distance(from: from.size, to: to.size))
  }
}

extension Color: AdditiveValue, MeasurableValue {
  /// Light and alpha, component by component.
  public func adding(_ other: Color) -> Color {
    Color(
      red: red + other.red, green: green + other.green, blue: blue + other.blue,
      alpha: alpha + other.alpha)
  }
  /// Light and alpha, component by component.
  public func scaled(by factor: Double) -> Color {
    Color(red: red * factor, green: green * factor, blue: blue * factor, alpha: alpha * factor)
  }
  /// The root of the sum of all four differences squared.
  public static func distance(from: Color, to: Color) -> Double {
    length(
      length(from.red - to.red, from.green - to.green),
      length(from.blue - to.blue, from.alpha - to.alpha))
  }
}

extension SIMD2: AdditiveValue, MeasurableValue where Scalar: AdditiveValue & MeasurableValue {
  // Apart from the others: a layer's scale is one.
  /// Each component on its own.
  public func adding(_ other: Self) -> Self { Self(x.adding(other.x), y.adding(other.y)) }
  /// Each component on its own.
  public func scaled(by factor: Double) -> Self { Self(x.scaled(by: factor), y.scaled(by: factor)) }
}
extension SIMD3: AdditiveValue, MeasurableValue where Scalar: AdditiveValue & MeasurableValue {}
extension SIMD4: AdditiveValue, MeasurableValue where Scalar: AdditiveValue & MeasurableValue {}

extension SIMD where Scalar: AdditiveValue & MeasurableValue {
  /// Each component on its own.
  public func adding(_ other: Self) -> Self {
    var sum = self
    for index in indices { sum[index] = self[index].adding(other[index]) }
    return sum
  }

  /// Each component on its own.
  public func scaled(by factor: Double) -> Self {
    var scaled = self
    for index in indices { scaled[index] = self[index].scaled(by: factor) }
    return scaled
  }

  /// The length of the difference.
  public static func distance(from: Self, to: Self) -> Double {
    from.indices.reduce(0) { length($0, Scalar.distance(from: from[$1], to: to[$1])) }
  }
}

/// The hypotenuse; scaled, so that no square overflows or vanishes.
private func length(_ a: Double, _ b: Double) -> Double {
  let greater = max(a.magnitude, b.magnitude)
  guard greater > 0, greater.isFinite else { return greater }
  let lesser = min(a.magnitude, b.magnitude) / greater
  return greater * (1 + lesser * lesser).squareRoot()
}
