// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// A JSON value (RFC 8259), with numbers as the nearest `Double`.
enum JSON: Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  /// The kind of the value, for messages.
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

extension JSON: Decodable {
  /// Parses the text of one value.
  init(_ text: some Collection<UInt8>) throws(RecordError) {
    do {
      self = try JSONDecoder().decode(JSON.self, from: Data(text))
    } catch DecodingError.dataCorrupted(let context) {
      let reason = context.underlyingError.map { "\($0)" } ?? context.debugDescription
      throw RecordError(problem: "is not JSON: \(reason)")
    } catch {
      throw RecordError(problem: "is not JSON: \(error)")
    }
  }

  /// Tries each kind in turn, the most frequent first.
  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .string(text)
    } else if value.decodeNil() {
      self = .null
    } else if let members = try? value.decode([String: JSON].self) {
      self = .object(members)
    } else if let flag = try? value.decode(Bool.self) {
      self = .bool(flag)
    } else {
      self = .array(try value.decode([JSON].self))
    }
  }
}
