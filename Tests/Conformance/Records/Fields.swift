// SPDX-License-Identifier: Apache-2.0

/// The reason why a record cannot be read.
struct RecordError: Error, Equatable {
  let problem: String
}

/// The fields of an object, taken one by one; remaining fields are unknown ones.
struct Fields {
  /// The path of the object in its record, such as "samples[3]."; empty for the record itself.
  private let path: String
  private var left: [String: JSON]

  init(_ json: JSON, path: String = "") throws(RecordError) {
    guard case .object(let members) = json else {
      let object = path.isEmpty ? "a record" : String(path.dropLast())
      throw RecordError(problem: "\(object) must be an object, but is \(json.kind)")
    }
    left = members
    self.path = path
  }

  /// Whether a field exists and was not taken yet.
  func has(_ name: String) -> Bool { left[name] != nil }

  /// Whether a field exists and is infinite.
  func isInfinity(_ name: String) -> Bool { left[name] == .string("inf") }

  mutating func take(_ name: String) throws(RecordError) -> JSON {
    guard let value = left.removeValue(forKey: name) else {
      throw RecordError(problem: "\(path)\(name) is missing")
    }
    return value
  }

  /// Takes fields that describe the record's origin and affect no answer.
  mutating func ignore(_ names: String...) {
    for name in names { left[name] = nil }
  }

  /// Checks that no fields remain; call it after taking the last one.
  func end() throws(RecordError) {
    guard let name = left.keys.min() else { return }
    throw RecordError(problem: "\(path)\(name) is not a field of this format")
  }

  func wrong(_ name: String, _ needed: String, _ found: JSON) -> RecordError {
    RecordError(problem: "\(path)\(name) must be \(needed), but is \(found.kind)")
  }
}

// MARK: - Typed fields

extension Fields {
  /// Takes a field whose value `read` converts; `needed` describes valid values.
  private mutating func take<Value>(
    _ name: String, _ needed: String, _ read: (JSON) -> Value?
  ) throws(RecordError) -> Value {
    let json = try take(name)
    guard let value = read(json) else { throw wrong(name, needed, json) }
    return value
  }

  private static func number(_ json: JSON) -> Double? {
    if case .number(let number) = json { number } else { nil }
  }

  mutating func number(_ name: String) throws(RecordError) -> Double {
    try take(name, "a number", Self.number)
  }

  mutating func numberOrInfinity(_ name: String) throws(RecordError) -> Double {
    try take(name, "a number or \"inf\"") {
      $0 == .string("inf") ? .infinity : Self.number($0)
    }
  }

  /// A number, or `nil` for null.
  mutating func numberOrNull(_ name: String) throws(RecordError) -> Double? {
    if left[name] == .null {
      left[name] = nil
      return nil
    }
    return try number(name)
  }

  mutating func numberIfPresent(_ name: String) throws(RecordError) -> Double? {
    has(name) ? try number(name) : nil
  }

  mutating func numbers(_ name: String) throws(RecordError) -> [Double] {
    let list = try list(name)
    let numbers = list.compactMap(Self.number)
    guard numbers.count == list.count else {
      throw RecordError(problem: "\(path)\(name) must hold numbers only")
    }
    return numbers
  }

  mutating func list(_ name: String) throws(RecordError) -> [JSON] {
    try take(name, "a list") { if case .array(let elements) = $0 { elements } else { nil } }
  }

  mutating func flag(_ name: String) throws(RecordError) -> Bool {
    try take(name, "true or false") { if case .bool(let flag) = $0 { flag } else { nil } }
  }

  /// Whether the field exists and is true.
  mutating func isSet(_ name: String) throws(RecordError) -> Bool {
    has(name) ? try flag(name) : false
  }

  mutating func text(_ name: String) throws(RecordError) -> String {
    try take(name, "a text") { if case .string(let text) = $0 { text } else { nil } }
  }

  /// The value for one of the given words.
  mutating func choice<Value>(
    _ name: String, _ choices: [(String, Value)]
  ) throws(RecordError) -> Value {
    let text = try text(name)
    for choice in choices where choice.0 == text { return choice.1 }
    let words = choices.map { "\"\($0.0)\"" }.joined(separator: ", ")
    throw wrong(name, "one of \(words)", .string(text))
  }

  mutating func object(_ name: String) throws(RecordError) -> Fields {
    try Fields(take(name), path: "\(path)\(name).")
  }

  /// Reads each object of a list.
  mutating func objects<Element>(
    _ name: String, _ read: (inout Fields) throws(RecordError) -> Element
  ) throws(RecordError) -> [Element] {
    var elements: [Element] = []
    for (index, json) in try list(name).enumerated() {
      var fields = try Fields(json, path: "\(path)\(name)[\(index)].")
      elements.append(try read(&fields))
      try fields.end()
    }
    return elements
  }
}
