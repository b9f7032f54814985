// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)
  /// An enum that is encoded by the name of its case.
  ///
  /// These enums have no raw strings, because Swift would then compare and hash them as strings,
  /// which is slow and in Embedded Swift needs Unicode tables.
  protocol CodedByCaseName: CaseIterable, Codable {}

  extension CodedByCaseName {
    /// Decodes the name.
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

    /// Encodes the name.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(String(describing: self))
    }
  }

  extension EasingFamily: CodedByCaseName {}
  extension EasingDirection: CodedByCaseName {}
  extension StepJump: CodedByCaseName {}
#endif
