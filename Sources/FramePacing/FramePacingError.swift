// SPDX-License-Identifier: Apache-2.0

/// An invalid number from a file, a user or a computation.
///
/// Invalid values from a program's own clock trap instead. The cases hold numbers, not text,
/// because text created at the throw would add 16 KB to a program with the C frame loop.
public enum FramePacingError: Error, Hashable, Sendable {
  /// A time shift, in nanoseconds, that takes the sum of all shifts beyond 4e18 ns.
  case invalidShift(nanoseconds: Int64)
}

extension FramePacingError: CustomStringConvertible {
  /// One line of text for the user.
  public var description: String {
    switch self {
    case .invalidShift(let nanoseconds):
      "a shift of a loop's time is \(nanoseconds) ns; the sum of all shifts must be in -4e18...4e18 ns"
    }
  }
}

/// Traps unless a value is in a range; NaN is in no range.
@inline(__always)
func require<Value: Comparable>(
  _ name: StaticString, _ value: Value, in range: ClosedRange<Value>, unit: StaticString = ""
) {
  #if hasFeature(Embedded)
    // The precondition has no text, because texts would enlarge the C library.
    precondition(range.contains(value))
  #else
    precondition(
      range.contains(value),
      "\(name) is \(value)\(unit); it must be in \(range.lowerBound)...\(range.upperBound)\(unit)")
  #endif
}
