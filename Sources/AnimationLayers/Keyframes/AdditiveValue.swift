// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// A value that can be added and scaled.
///
/// Additive and cumulative animations and basic animations with a `by` value need such values.
///
/// A custom type adds and scales its parts:
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

  /// The value times `factor`: 1 returns it unchanged, -1 returns its additive inverse.
  func scaled(by factor: Double) -> Self
}

extension AdditiveValue {
  /// The difference: adding it to `other` gives this value.
  public func subtracting(_ other: Self) -> Self { adding(other.scaled(by: -1)) }
}

/// A type with a distance between any two values; paced keyframe animations need it.
public protocol MeasurableValue: Interpolatable {
  /// The distance between two values, in any unit: finite, not negative, symmetric.
  static func distance(from: Self, to: Self) -> Double
}

extension Double: AdditiveValue, MeasurableValue {}
extension Float: AdditiveValue, MeasurableValue {}

extension AdditiveValue where Self: BinaryFloatingPoint & MeasurableValue {
  /// The sum.
  public func adding(_ other: Self) -> Self { self + other }
  /// The product, rounded once.
  public func scaled(by factor: Double) -> Self { Self(Double(self) * factor) }
  /// The magnitude of the difference.
  public static func distance(from: Self, to: Self) -> Double {
    (Double(to) - Double(from)).magnitude
  }
}
