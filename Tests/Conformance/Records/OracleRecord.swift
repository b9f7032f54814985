// SPDX-License-Identifier: Apache-2.0

/// A record of one of the oracle's formats.
protocol OracleRecord {
  /// Takes the fields of the format.
  init(reading fields: inout Fields) throws(RecordError)

  /// Compares its samples with the package's answers.
  func compare(_ comparison: inout Comparison)
}

/// The formats, named like the oracle's files, each with a field that no other format has.
enum Format: String, CaseIterable {
  case bezier
  case chain
  case floaty
  case group
  case keyframes
  case live
  case rate
  case smil
  case `static`

  /// The format of a record; `nil` if it has no format's field.
  init?(of fields: Fields, _ json: JSON) {
    if fields.has("controlPoints") {
      self = .bezier
    } else if fields.has("levels") {
      self = .chain
    } else if fields.has("group") {
      self = .group
    } else if fields.has("steps") {
      self = fields.has("fillMode") ? .rate : .live
    } else if fields.has("modelValue") {
      self = .smil
    } else if fields.has("keyTimes") {
      self = .keyframes
    } else if fields.has("samples") && fields.has("timing") {
      self = Self.hasAccept(json) ? .floaty : .static
    } else {
      return nil
    }
  }

  private static func hasAccept(_ json: JSON) -> Bool {
    guard case .object(let record) = json, case .array(let samples)? = record["samples"],
      case .object(let sample)? = samples.first
    else { return false }
    return sample["accept"] != nil
  }

  /// Reads a complete record; an unknown field is an error.
  static func record(_ json: JSON) throws(RecordError) -> (id: String, any OracleRecord) {
    var fields = try Fields(json)
    guard let format = Format(of: fields, json) else {
      throw RecordError(
        problem: "the record is of no known format; --help lists the fields of each")
    }
    let id = try fields.text("id")
    let record: any OracleRecord =
      switch format {
      case .bezier: try BezierRecord(reading: &fields)
      case .chain: try ChainRecord(reading: &fields)
      case .floaty: try FloatyRecord(reading: &fields)
      case .group: try GroupRecord(reading: &fields)
      case .keyframes: try KeyframesRecord(reading: &fields)
      case .live, .rate: try RateRecord(reading: &fields)
      case .smil: try SmilRecord(reading: &fields)
      case .static: try StaticRecord(reading: &fields)
      }
    try fields.end()
    return (id, record)
  }
}
