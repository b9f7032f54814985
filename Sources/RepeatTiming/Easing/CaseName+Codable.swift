// SPDX-License-Identifier: Apache-2.0

// These enums have no raw strings: Swift would compare and hash them as strings then, slowly, and
// in Embedded Swift only with the tables of Unicode.
#if !hasFeature(Embedded)
  /// Coded by the name of its case.
  extension EasingFamily: Codable {
    /// Reads the name.
    public init(from decoder: any Decoder) throws { self = try caseNamed(in: decoder) }
    /// Writes the name.
    public func encode(to encoder: any Encoder) throws { try encodeName(of: self, to: encoder) }
  }

  /// Coded by the name of its case.
  extension EasingDirection: Codable {
    /// Reads the name.
    public init(from decoder: any Decoder) throws { self = try caseNamed(in: decoder) }
    /// Writes the name.
    public func encode(to encoder: any Encoder) throws { try encodeName(of: self, to: encoder) }
  }

  /// Coded by the name of its case.
  extension StepJump: Codable {
    /// Reads the name.
    public init(from decoder: any Decoder) throws { self = try caseNamed(in: decoder) }
    /// Writes the name.
    public func encode(to encoder: any Encoder) throws { try encodeName(of: self, to: encoder) }
  }

  private func encodeName<Case: CaseIterable>(of value: Case, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(String(describing: value))
  }

  private func caseNamed<Case: CaseIterable>(in decoder: any Decoder) throws -> Case {
    let container = try decoder.singleValueContainer()
    let name = try container.decode(String.self)
    for value in Case.allCases where String(describing: value) == name { return value }
    let names = Case.allCases.map { String(describing: $0) }.joined(separator: ", ")
    throw DecodingError.dataCorruptedError(
      in: container, debugDescription: "\"\(name)\" must be one of \(names)")
  }
#endif
