// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

extension MediaTiming: Codable {
  private enum Field: String, CodingKey, CaseIterable {
    case beginTime, duration, repeatCount, repeatDuration, autoreverses, speed, timeOffset, fillMode
  }

  /// Reads a timing as a person writes it in JSON: `{"duration": 0.5, "repeatCount": null}`.
  ///
  /// Each key is the name of a property. A missing key gives the default. `null` is infinity for
  /// `duration`, `repeatCount` and `repeatDuration`, and the default for every other property.
  /// Numbers are not checked; see ``validate()``.
  /// - Throws: `DecodingError`; for an unknown key, with the key and the list of all keys.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.fields(Field.self, of: "a timing")
    self.init()
    try fields.readLength(.duration, into: &duration)
    try fields.readLength(.repeatCount, into: &repeatCount)
    try fields.readLength(.repeatDuration, into: &repeatDuration)
    try fields.read(.beginTime, into: &beginTime)
    try fields.read(.autoreverses, into: &autoreverses)
    try fields.read(.speed, into: &speed)
    try fields.read(.timeOffset, into: &timeOffset)
    try fields.read(.fillMode, into: &fillMode)
  }

  /// Writes all properties; infinity is `null`.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Field.self)
    try fields.encodeLength(duration, forKey: .duration)
    try fields.encodeLength(repeatCount, forKey: .repeatCount)
    try fields.encodeLength(repeatDuration, forKey: .repeatDuration)
    try fields.encode(beginTime, forKey: .beginTime)
    try fields.encode(autoreverses, forKey: .autoreverses)
    try fields.encode(speed, forKey: .speed)
    try fields.encode(timeOffset, forKey: .timeOffset)
    try fields.encode(fillMode, forKey: .fillMode)
  }
}

extension FillMode: Codable {
  private static let names: KeyValuePairs<String, FillMode> = [
    "removed": .removed, "forwards": .forwards, "backwards": .backwards, "both": .both,
  ]

  /// Reads the name of a case.
  public init(from decoder: any Decoder) throws {
    self = try decoder.named(Self.names, of: "a fill mode")
  }

  /// Writes the name of the case.
  public func encode(to encoder: any Encoder) throws { try encoder.write(self, as: Self.names) }
}

extension KeyedDecodingContainer {
  fileprivate func readLength(_ key: Key, into length: inout Double) throws {
    if contains(key) { length = try decodeIfPresent(Double.self, forKey: key) ?? .infinity }
  }
}

extension KeyedEncodingContainer {
  fileprivate mutating func encodeLength(_ length: Double, forKey key: Key) throws {
    try encode(length == .infinity ? nil : length, forKey: key)
  }
}
