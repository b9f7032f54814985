// SPDX-License-Identifier: Apache-2.0

/// An invalid schedule or trace.
package struct ComparisonError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The mistake, its position, and the valid range, in one sentence.
  package let description: String

  init(_ description: String) { self.description = description }
}
