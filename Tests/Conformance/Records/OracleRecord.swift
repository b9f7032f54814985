// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import FoundationEssentials

/// The reason why a record cannot be read.
struct RecordError: Error {
  let problem: String
}

/// A record of one of the formats in Tests/Vectors.
protocol OracleRecord: Decodable {
  /// Compares the record's samples with the package's answers.
  func compare(_ comparison: inout Comparison)
}

/// The name of a field.
struct Field: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init(stringLiteral: String) { stringValue = stringLiteral }
  init?(intValue: Int) { return nil }
}

/// A record of any format; its fields determine the format.
struct IdentifiedRecord: Decodable {
  let id: String
  let record: any OracleRecord

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Field.self)
    id = try fields.decode(String.self, forKey: "id")
    record = try Self.format(of: fields).init(from: decoder)
  }

  private static func format(
    of fields: KeyedDecodingContainer<Field>
  ) throws -> any OracleRecord.Type {
    if fields.contains("controlPoints") { return BezierRecord.self }
    if fields.contains("levels") { return ChainRecord.self }
    if fields.contains("group") { return GroupRecord.self }
    if fields.contains("steps") { return RateRecord.self }
    if fields.contains("modelValue") { return SmilRecord.self }
    if fields.contains("keyTimes") { return KeyframesRecord.self }
    if fields.contains("samples") { return StaticRecord.self }
    throw RecordError(problem: "the record is of no known format; --help lists the formats' fields")
  }

  /// Reads the text of a record.
  static func read(_ text: some Collection<UInt8>) throws(RecordError) -> Self {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    do {
      return try decoder.decode(Self.self, from: Data(text))
    } catch let error as RecordError {
      throw error
    } catch DecodingError.keyNotFound(let field, let context) {
      throw RecordError(problem: "\(path(context.codingPath + [field])) is missing")
    } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context)
    {
      throw RecordError(problem: "\(path(context.codingPath)): \(context.debugDescription)")
    } catch {
      throw RecordError(problem: "\(error)")
    }
  }

  /// The path of a field, such as "samples[3].t".
  private static func path(_ keys: [any CodingKey]) -> String {
    let parts = keys.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }
    return String(parts.joined().drop { $0 == "." })
  }
}
