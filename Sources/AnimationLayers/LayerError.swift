// SPDX-License-Identifier: Apache-2.0

/// Invalid keyframes or layer timing, from a file, a user or a computation.
public enum LayerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A timing property that is out of its range.
  case invalidTiming(property: String, value: Double, needed: String)
  /// There are no values.
  case noValues
  /// The number of key times or timing functions does not match the number of values.
  case wrongCount(of: String, found: Int, needed: Int)
  /// A key time is not in 0...1, or not a number.
  case keyTimeOutOfRange(index: Int, time: Double)
  /// A key time is before the previous one.
  case keyTimeDecreases(index: Int, time: Double, previous: Double)

  /// The invalid value and the valid range.
  public var description: String {
    switch self {
    case .invalidTiming(let property, let value, let needed):
      "a timing's \(property) must be \(needed), but is \(value)"
    case .noValues:
      "keyframes need at least one value, but there is none"
    case .wrongCount(let items, let found, let needed):
      "there must be \(needed) \(items) for these values, but there are \(found)"
    case .keyTimeOutOfRange(let index, let time):
      "key time \(index) must be in 0...1, but is \(time)"
    case .keyTimeDecreases(let index, let time, let previous):
      "key time \(index) must not be before the previous one, \(previous), but is \(time)"
    }
  }
}
