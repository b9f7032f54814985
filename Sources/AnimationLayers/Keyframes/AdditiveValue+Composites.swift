// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

extension Point: AdditiveValue, MeasurableValue {
  /// Adds each coordinate.
  public func adding(_ other: Point) -> Point { Point(x: x + other.x, y: y + other.y) }
  /// Scales each coordinate.
  public func scaled(by factor: Double) -> Point { Point(x: x * factor, y: y * factor) }
  /// The Euclidean distance.
  public static func distance(from: Point, to: Point) -> Double {
    length(from.x - to.x, from.y - to.y)
  }
}

extension Size: AdditiveValue, MeasurableValue {
  /// Adds width and height.
  public func adding(_ other: Size) -> Size {
    Size(width: width + other.width, height: height + other.height)
  }
  /// Scales width and height.
  public func scaled(by factor: Double) -> Size {
    Size(width: width * factor, height: height * factor)
  }
  /// The Euclidean distance over width and height.
  public static func distance(from: Size, to: Size) -> Double {
    length(from.width - to.width, from.height - to.height)
  }
}

extension Rect: AdditiveValue, MeasurableValue {
  /// Adds origin and size.
  public func adding(_ other: Rect) -> Rect {
    Rect(origin: origin.adding(other.origin), size: size.adding(other.size))
  }
  /// Scales origin and size.
  public func scaled(by factor: Double) -> Rect {
    Rect(origin: origin.scaled(by: factor), size: size.scaled(by: factor))
  }
  /// The Euclidean distance over all four numbers.
  public static func distance(from: Rect, to: Rect) -> Double {
    length(
      Point.distance(from: from.origin, to: to.origin), Size.distance(from: from.size, to: to.size))
  }
}

extension Color: AdditiveValue, MeasurableValue {
  /// Adds red, green and blue in linear light, and alpha.
  public func adding(_ other: Color) -> Color {
    Color(
      red: red + other.red, green: green + other.green, blue: blue + other.blue,
      alpha: alpha + other.alpha)
  }
  /// Scales red, green and blue in linear light, and alpha.
  public func scaled(by factor: Double) -> Color {
    Color(red: red * factor, green: green * factor, blue: blue * factor, alpha: alpha * factor)
  }
  /// The Euclidean distance over all four components.
  public static func distance(from: Color, to: Color) -> Double {
    length(
      length(from.red - to.red, from.green - to.green),
      length(from.blue - to.blue, from.alpha - to.alpha))
  }
}

extension SIMD2: AdditiveValue, MeasurableValue where Scalar: AdditiveValue & MeasurableValue {}
extension SIMD3: AdditiveValue, MeasurableValue where Scalar: AdditiveValue & MeasurableValue {}
extension SIMD4: AdditiveValue, MeasurableValue where Scalar: AdditiveValue & MeasurableValue {}

extension SIMD where Scalar: AdditiveValue & MeasurableValue {
  /// Adds each component.
  public func adding(_ other: Self) -> Self {
    var sum = self
    for index in indices { sum[index] = self[index].adding(other[index]) }
    return sum
  }

  /// Scales each component.
  public func scaled(by factor: Double) -> Self {
    var scaled = self
    for index in indices { scaled[index] = self[index].scaled(by: factor) }
    return scaled
  }

  /// The Euclidean distance.
  public static func distance(from: Self, to: Self) -> Double {
    from.indices.reduce(0) { length($0, Scalar.distance(from: from[$1], to: to[$1])) }
  }
}

/// The length of the hypotenuse; both sides are first divided by the longer one, so that no square
/// overflows.
private func length(_ a: Double, _ b: Double) -> Double {
  let greater = max(a.magnitude, b.magnitude)
  guard greater > 0, greater.isFinite else { return greater }
  let lesser = min(a.magnitude, b.magnitude) / greater
  return greater * (1 + lesser * lesser).squareRoot()
}
