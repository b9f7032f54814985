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

/// Throws the error for a value outside a range; NaN is in no range.
func validate<Value: Comparable>(
  _ name: String, _ value: Value, in range: ClosedRange<Value>, unit: String = ""
) throws(FramePacingError) {
  guard !range.contains(value) else { return }
  #if hasFeature(Embedded)
    // The C library returns a status: the words would only make it larger.
    throw .invalidValue(name: name, value: "", allowed: "")
  #else
    throw .invalidValue(
      name: name, value: "\(value)\(unit)",
      allowed: "in \(range.lowerBound)...\(range.upperBound)\(unit)")
  #endif
}

/// What `body` returns; traps with the error's words where it throws one.
@inline(__always)
func trapping<Value>(_ body: () throws(FramePacingError) -> Value) -> Value {
  do throws(FramePacingError) {
    return try body()
  } catch {
    preconditionFailure(error.description)
  }
}
