// SPDX-License-Identifier: Apache-2.0

/// Invalid input to a layer, its tree or a transaction.
///
/// The methods labelled `validating` throw it and change nothing; the plain forms of the same name
/// stop the program with ``description``.
public enum LayerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A property of a layer that is infinite or not a number.
  case notFinite(property: String, value: Double)
  /// A layer's duration that is negative or not a number.
  case layerDuration(Double)
  /// A property of a layer that is not a number.
  case notANumber(property: String)
  /// A media time that is infinite or not a number.
  case timeNotFinite(Double)
  /// A media time before the one of the last update.
  case timeBackwards(Double, last: Double)
  /// An update from inside a delegate's method, a completion block or a diagnostics handler.
  case updateInCallback
  /// An update while a transaction is open.
  case updateInTransaction
  /// A transaction's duration that is negative, infinite or not a number.
  case transactionDuration(Double)

  /// What is wrong, and what would be right.
  public var description: String {
    switch self {
    case .notFinite(let property, let value):
      "a layer's \(property) must be finite, but is \(value)"
    case .layerDuration(let value):
      "a layer's duration must be 0 or more seconds, or infinite for no end, but is \(value)"
    case .notANumber(let property):
      "a layer's \(property) must be a number, but is nan"
    case .timeNotFinite(let time):
      "a media time must be finite, but is \(time)"
    case .timeBackwards(let time, let last):
      "media time \(time) must not be before the last update's, \(last)"
    case .updateInCallback:
      "update(at:) must not be called from inside a callback: set values there, update afterwards"
    case .updateInTransaction:
      "update(at:) must not be called in a transaction: close it first"
    case .transactionDuration(let duration):
      "a transaction's duration must be finite and not negative, but is \(duration)"
    }
  }
}
