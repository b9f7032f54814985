// SPDX-License-Identifier: Apache-2.0

/// Why a schedule or a trace is invalid.
public struct ComparisonError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was wrong, where, and what would be right, in one sentence.
  public let description: String

  init(_ description: String) { self.description = description }
}
