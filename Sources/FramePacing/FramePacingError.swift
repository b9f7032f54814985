// SPDX-License-Identifier: Apache-2.0

/// A number from a file, a person or a computation that pacing cannot work with.
///
/// Values that a program takes from its own clock trap instead.
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

/// Traps unless a value is in a range; NaN is in no range.
@inline(__always)
func require<Value: Comparable>(
  _ name: StaticString, _ value: Value, in range: ClosedRange<Value>, unit: StaticString = ""
) {
  #if hasFeature(Embedded)
    // The words would only make the C library larger.
    precondition(range.contains(value))
  #else
    precondition(
      range.contains(value),
      "\(name) is \(value)\(unit); it must be in \(range.lowerBound)...\(range.upperBound)\(unit)")
  #endif
}
