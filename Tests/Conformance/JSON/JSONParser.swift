// SPDX-License-Identifier: Apache-2.0

/// Reads one JSON text, strictly: nothing beyond RFC 8259, no name twice in an object.
///
/// Of its own, as Foundation's decoder keeps the last of two equal names and says of no number what
/// it was written as.
struct JSONParser {
  private let bytes: [UInt8]
  private var index = 0
  private var depth = 0
  private static let greatestDepth = 64

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func parse(_ bytes: some Collection<UInt8>) throws(JSONError) -> JSON {
    var parser = JSONParser(Array(bytes))
    let value = try parser.value()
    parser.skipSpace()
    guard parser.index == parser.bytes.count else {
      throw parser.error("the line goes on after its value")
    }
    return value
  }

  private func error(_ problem: String) -> JSONError {
    JSONError(column: index + 1, problem: problem)
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
  }

  private mutating func take(_ character: Character) -> Bool {
    skipSpace()
    guard next == character.asciiValue else { return false }
    index += 1
    return true
  }

  private mutating func value() throws(JSONError) -> JSON {
    skipSpace()
    switch next.map({ Character(Unicode.Scalar($0)) }) {
    case "{": return try nested { parser throws(JSONError) in try parser.object() }
    case "[": return try nested { parser throws(JSONError) in try parser.array() }
    case "\"": return .string(try string())
    case "t": return try word("true", .bool(true))
    case "f": return try word("false", .bool(false))
    case "n": return try word("null", .null)
    case "-", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9": return .number(try number())
    case nil: throw error("the line ends where a value is expected")
    default: throw error("no value begins like this")
    }
  }

  private mutating func nested(
    _ body: (inout JSONParser) throws(JSONError) -> JSON
  ) throws(JSONError) -> JSON {
    guard depth < Self.greatestDepth else {
      throw error("values must not be nested deeper than \(Self.greatestDepth)")
    }
    depth += 1
    defer { depth -= 1 }
    index += 1
    return try body(&self)
  }

  private mutating func object() throws(JSONError) -> JSON {
    var members: [String: JSON] = [:]
    if take("}") { return .object(members) }
    repeat {
      skipSpace()
      guard next == 0x22 else { throw error("a name in quotes is expected here") }
      let name = try string()
      guard members[name] == nil else { throw error("\"\(name)\" is here for the second time") }
      guard take(":") else { throw error("a colon is expected after \"\(name)\"") }
      members[name] = try value()
    } while take(",")
    guard take("}") else { throw error("a comma or } is expected here") }
    return .object(members)
  }

  private mutating func array() throws(JSONError) -> JSON {
    var elements: [JSON] = []
    if take("]") { return .array(elements) }
    repeat { elements.append(try value()) } while take(",")
    guard take("]") else { throw error("a comma or ] is expected here") }
    return .array(elements)
  }

  private mutating func word(_ word: String, _ value: JSON) throws(JSONError) -> JSON {
    guard bytes[index...].starts(with: word.utf8) else { throw error("no value begins like this") }
    index += word.utf8.count
    return value
  }
}

// MARK: - Numbers and strings

extension JSONParser {
  private mutating func digits() throws(JSONError) {
    let start = index
    while let byte = next, (0x30...0x39).contains(byte) { index += 1 }
    guard index > start else { throw error("a digit is expected here") }
  }

  private mutating func number() throws(JSONError) -> Double {
    let start = index
    if next == 0x2D { index += 1 }
    let whole = index
    try digits()
    guard bytes[whole] != 0x30 || index == whole + 1 else {
      throw error("a number must not begin with zeros")
    }
    if next == 0x2E {
      index += 1
      try digits()
    }
    if next == 0x65 || next == 0x45 {
      index += 1
      if next == 0x2B || next == 0x2D { index += 1 }
      try digits()
    }
    // Swift reads decimal numbers to the nearest Double.
    guard let value = Double(String(decoding: bytes[start..<index], as: UTF8.self)), value.isFinite
    else { throw error("the number is too large for a Double") }
    return value
  }

  private mutating func string() throws(JSONError) -> String {
    index += 1
    var text: [UInt8] = []
    while let byte = next, byte != 0x22 {
      guard byte >= 0x20 else { throw error("a control character must be escaped") }
      index += 1
      if byte == 0x5C { text += try escaped() } else { text.append(byte) }
    }
    guard next == 0x22 else { throw error("the line ends inside a string") }
    index += 1
    guard let string = String(validating: text, as: UTF8.self) else {
      throw error("the string is not UTF-8")
    }
    return string
  }

  private mutating func escaped() throws(JSONError) -> [UInt8] {
    let plain: [Character: UInt8] = [
      "\"": 0x22, "\\": 0x5C, "/": 0x2F, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9,
    ]
    guard let letter = next.map({ Character(Unicode.Scalar($0)) }) else {
      throw error("the line ends inside a string")
    }
    index += 1
    if let byte = plain[letter] { return [byte] }
    guard letter == "u" else { throw error("there is no escape \\\(letter)") }
    var code = try hexadecimal()
    if (0xD800..<0xDC00).contains(code) {
      guard bytes[index...].starts(with: [0x5C, 0x75]) else { throw error("half a surrogate pair") }
      index += 2
      let low = try hexadecimal()
      guard (0xDC00..<0xE000).contains(low) else { throw error("half a surrogate pair") }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw error("half a surrogate pair") }
    return Array(String(Character(scalar)).utf8)
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt32 {
    let text = String(decoding: bytes[index...].prefix(4), as: UTF8.self)
    guard text.utf8.count == 4, text.allSatisfy(\.isHexDigit), let code = UInt32(text, radix: 16)
    else { throw error("four hexadecimal digits are expected after \\u") }
    index += 4
    return code
  }
}
