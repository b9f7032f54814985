// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// A value that can be added up, for additive, cumulative, `by` and smooth keyframe animations.
///
/// A type of your own joins by adding and scaling its parts:
///
/// ```swift
/// extension Lamp: AdditiveValue {
///   func adding(_ other: Lamp) -> Lamp {
///     Lamp(brightness: brightness.adding(other.brightness), color: color.adding(other.color))
///   }
///   func scaled(by factor: Double) -> Lamp {
///     Lamp(brightness: brightness.scaled(by: factor), color: color.scaled(by: factor))
///   }
/// }
/// ```
public protocol AdditiveValue: Interpolatable, Sendable {
  /// The sum of two values; adding a value scaled by 0 changes nothing.
  func adding(_ other: Self) -> Self

  /// The value `factor` times; 1 changes nothing, -1 gives what takes the value away again.
  func scaled(by factor: Double) -> Self
}

extension AdditiveValue {
  /// What has to be added to `other` to reach this value.
  public func subtracting(_ other: Self) -> Self { adding(other.scaled(by: -1)) }
}

/// A value that is some distance away from another: what paced keyframe animations need.
public protocol MeasurableValue: Interpolatable {
  /// How far it is from one value to another: finite, not negative, the same both ways.
  ///
  /// Only the proportions of distances matter, so any unit will do.
  static func distance(from: Self, to: Self) -> Double
}

extension Double: AdditiveValue, MeasurableValue {
  /// The sum.
  public func adding(_ other: Double) -> Double { self + other }
  /// The product.
  public func scaled(by factor: Double) -> Double { self * factor }
  /// The magnitude of the difference.
  public static func distance(from: Double, to: Double) -> Double { (to - from).magnitude }
}

extension Float: AdditiveValue, MeasurableValue {
  /// The sum.
  public func adding(_ other: Float) -> Float { self + other }
  /// The product, rounded once.
  public func scaled(by factor: Double) -> Float { Float(Double(self) * factor) }
  /// The magnitude of the difference.
  public static func distance(from: Float, to: Float) -> Double {
    (Double(to) - Double(from)).magnitude
  }
}
