// SPDX-License-Identifier: Apache-2.0

/// Why a schedule or a trace is invalid.
public struct ComparisonError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The mistake, its position, and the valid range, in one sentence.
  public let description: String

  init(_ description: String) { self.description = description }
}
