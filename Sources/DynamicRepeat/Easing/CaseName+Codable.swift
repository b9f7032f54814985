// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)
  /// An enum that is coded by the name of its case.
  ///
  /// Such enums have no raw strings: Swift would compare and hash them as strings then, slowly, and
  /// in Embedded Swift only with the tables of Unicode.
  protocol CodedByCaseName: CaseIterable, Codable {}

  extension CodedByCaseName {
    /// Reads the name.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let name = try container.decode(String.self)
      for value in Self.allCases where String(describing: value) == name {
        self = value
        return
      }
      let names = Self.allCases.map { String(describing: $0) }.joined(separator: ", ")
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\"\(name)\" must be one of \(names)")
    }

    /// Writes the name.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(String(describing: self))
    }
  }

  extension EasingFamily: CodedByCaseName {}
  extension EasingDirection: CodedByCaseName {}
  extension StepJump: CodedByCaseName {}
#endif
