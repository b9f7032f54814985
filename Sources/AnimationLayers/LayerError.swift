// SPDX-License-Identifier: Apache-2.0

/// Invalid keyframes or layer timing, from a file, a user or a computation.
public enum LayerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A property of a layer that is infinite or not a number.
  case notFinite(property: String, value: Double)
  /// A layer's duration that is negative or not a number.
  case layerDuration(Double)
  /// A property of a layer that is not a number.
  case notANumber(property: String)
  /// There are no values.
  case noValues
  /// The number of key times does not match the number of values.
  case keyTimeCount(found: Int, needed: Int)
  /// A key time is not in 0...1, or not a number.
  case keyTimeOutOfRange(index: Int, time: Double)
  /// A key time is before the previous one.
  case keyTimeDecreases(index: Int, time: Double, previous: Double)
  /// The number of timing functions does not match the number of values.
  case timingFunctionCount(found: Int, needed: Int)
  /// The number of spline parameters does not match the number of values.
  case splineParameterCount(found: Int, needed: Int)
  /// A tension, continuity or bias is infinite or not a number.
  case splineParameterNotFinite(index: Int)

  /// The invalid value and the valid range.
  public var description: String {
    switch self {
    case .notFinite(let property, let value):
      "a layer's \(property) must be finite, but is \(value)"
    case .layerDuration(let value):
      "a layer's duration must be 0 or more seconds, or infinite for no end, but is \(value)"
    case .notANumber(let property):
      "a layer's \(property) must be a number, but is nan"
    case .noValues:
      "keyframes need at least one value, but there is none"
    case .keyTimeCount(let found, let needed):
      "there must be \(needed) key times for these values, but there are \(found)"
    case .keyTimeOutOfRange(let index, let time):
      "key time \(index) must be in 0...1, but is \(time)"
    case .keyTimeDecreases(let index, let time, let previous):
      "key time \(index) must not be before the previous one, \(previous), but is \(time)"
    case .timingFunctionCount(let found, let needed):
      "there must be \(needed) timing functions, one between each two values, but there are \(found)"
    case .splineParameterCount(let found, let needed):
      "there must be \(needed) spline parameters, one for each value, but there are \(found)"
    case .splineParameterNotFinite(let index):
      "the tension, continuity and bias of value \(index) must be finite"
    }
  }
}
