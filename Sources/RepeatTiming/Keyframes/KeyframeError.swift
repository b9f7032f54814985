// SPDX-License-Identifier: Apache-2.0

/// Why keyframes cannot be made into a track.
public enum KeyframeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There are no values.
  case noValues
  /// The number of key times does not go with the number of values.
  case keyTimeCount(found: Int, needed: Int)
  /// A key time is not in 0...1, or not a number.
  case keyTimeOutOfRange(index: Int, time: Double)
  /// A key time lies before the one that it follows.
  case keyTimeDecreases(index: Int, time: Double, previous: Double)
  /// The number of timing functions does not go with the number of values.
  case timingFunctionCount(found: Int, needed: Int)
  /// The number of tensions, continuities and biases does not go with the number of values.
  case splineParameterCount(found: Int, needed: Int)
  /// A tension, continuity or bias is infinite or not a number.
  case splineParameterNotFinite(index: Int)

  /// What is wrong, and what would be right.
  public var description: String {
    switch self {
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
