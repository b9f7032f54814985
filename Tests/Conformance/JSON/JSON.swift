// SPDX-License-Identifier: Apache-2.0

/// A value of JSON (RFC 8259), numbers as the nearest `Double`.
enum JSON: Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  /// What it is, for messages.
  var kind: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value): "the number \(value)"
    case .string(let text): "\"\(text)\""
    case .array: "a list"
    case .object: "an object"
    }
  }
}

/// Why a text is not JSON.
struct JSONError: Error, Equatable {
  /// The byte at which reading ended, from 1.
  let column: Int
  let problem: String
}
