// SPDX-License-Identifier: Apache-2.0

/// A value from outside the program that pacing cannot work with.
///
/// The methods whose first label is `validating` throw it; those without trap on the same values,
/// with the same words, for values that the program itself made.
public enum FramePacingError: Error, Hashable, Sendable {
  /// What the value is for, the value, and what it must be.
  case invalidValue(name: String, value: String, allowed: String)
}

extension FramePacingError: CustomStringConvertible {
  /// One line for the person at the terminal.
  public var description: String {
    switch self {
    case .invalidValue(let name, let value, let allowed):
      "\(name) is \(value); it must be \(allowed)"
    }
  }
}

extension FramePacingError {
  /// The error for a value outside a range; nil inside.
  ///
  /// NaN is in no range.
  static func check<Value: Comparable>(
    _ name: String, _ value: Value, in range: ClosedRange<Value>, unit: String = ""
  ) -> FramePacingError? {
    guard !range.contains(value) else { return nil }
    #if hasFeature(Embedded)
      // The C library returns a status: the words would only make it larger.
      return .invalidValue(name: name, value: "", allowed: "")
    #else
      return .invalidValue(
        name: name, value: "\(value)\(unit)",
        allowed: "in \(range.lowerBound)...\(range.upperBound)\(unit)")
    #endif
  }
}

/// Traps with the error's words.
func require(
  _ error: FramePacingError?, file: StaticString = #fileID, line: UInt = #line
) {
  if let error { preconditionFailure(error.description, file: file, line: line) }
}

/// Throws the error, if there is one.
func validate(_ error: FramePacingError?) throws(FramePacingError) {
  if let error { throw error }
}
