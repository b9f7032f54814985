// SPDX-License-Identifier: Apache-2.0

// Settings as a person writes them in JSON, read and written by any coder of `Codable`. Embedded
// Swift has no `Codable`.
#if !hasFeature(Embedded)
  extension RepeatSettings: Codable {
    private enum Field: String, CodingKey, CaseIterable {
      case cycleDuration, hertz, policy, autoreverses, pace, returnPace, repeatCount, repeatDelay
      case startPhase, restState, reporting, marks, maxFlashRate
    }

    /// Reads settings as a person writes them in JSON.
    ///
    /// ```
    /// {"cycleDuration": 0.7, "policy": "phaseMatched", "repeatCount": 3}
    /// {"hertz": 2, "policy": {"phaseMatched": {"ramp": 0.3}}, "autoreverses": false,
    ///  "pace": {"cubicBezier": [0.2, 0, 0, 1]}, "returnPace": {"steps": 4, "jump": "start"},
    ///  "repeatDelay": 0.1, "startPhase": 0.5, "restState": "lastValue", "reporting": "all",
    ///  "marks": [0.2, 0.7], "maxFlashRate": 3}
    /// ```
    /// Each key is the name of a property, except for the rate, which is `cycleDuration` in seconds
    /// or `hertz`. A missing key, or `null`, gives the default; the defaults of `repeatCount` and
    /// `maxFlashRate` are infinite. Numbers are checked when the settings are used.
    /// - Throws: `DecodingError`; for an unknown key, with the key and the list of all keys.
    public init(from decoder: any Decoder) throws {
      let fields = try decoder.fields(Field.self, of: "settings")
      self.init()
      if fields.contains(.cycleDuration) || fields.contains(.hertz) {
        rate = try RepeatRate(cycleDuration: .cycleDuration, hertz: .hertz, of: fields, or: rate)
      }
      try fields.read(.policy, into: &policy)
      try fields.read(.autoreverses, into: &autoreverses)
      try fields.read(.pace, into: &pace)
      returnPace = try fields.decodeIfPresent(Pace.self, forKey: .returnPace)
      try fields.read(.repeatCount, into: &repeatCount)
      try fields.read(.repeatDelay, into: &repeatDelay)
      try fields.read(.startPhase, into: &startPhase)
      try fields.read(.restState, into: &restState)
      try fields.read(.reporting, into: &reporting)
      try fields.read(.marks, into: &marks)
      try fields.read(.maxFlashRate, into: &maxFlashRate)
    }

    /// Writes all settings, except for those that are `nil` or infinite.
    public func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: Field.self)
      switch rate {
      case .cycleDuration(let seconds): try fields.encode(seconds, forKey: .cycleDuration)
      case .hertz(let rate): try fields.encode(rate, forKey: .hertz)
      }
      try fields.encode(policy, forKey: .policy)
      try fields.encode(autoreverses, forKey: .autoreverses)
      try fields.encode(pace, forKey: .pace)
      try fields.encodeIfPresent(returnPace, forKey: .returnPace)
      if repeatCount != .infinity { try fields.encode(repeatCount, forKey: .repeatCount) }
      try fields.encode(repeatDelay, forKey: .repeatDelay)
      try fields.encode(startPhase, forKey: .startPhase)
      try fields.encode(restState, forKey: .restState)
      try fields.encode(reporting, forKey: .reporting)
      if !marks.isEmpty { try fields.encode(marks, forKey: .marks) }
      if maxFlashRate != .infinity { try fields.encode(maxFlashRate, forKey: .maxFlashRate) }
    }
  }

  extension RepeatRate: Codable {
    private enum Field: String, CodingKey, CaseIterable { case cycleDuration, hertz }

    /// Reads `{"cycleDuration": 0.7}` in seconds, or `{"hertz": 2}`.
    public init(from decoder: any Decoder) throws {
      let fields = try decoder.fields(Field.self, of: "a rate")
      try self.init(cycleDuration: .cycleDuration, hertz: .hertz, of: fields, or: nil)
    }

    /// Reads one of two fields; if both are `null`, returns `other`.
    fileprivate init<Key: CodingKey>(
      cycleDuration: Key, hertz: Key, of fields: KeyedDecodingContainer<Key>,
      or other: RepeatRate?
    ) throws {
      let seconds = try fields.decodeIfPresent(Double.self, forKey: cycleDuration)
      let rate = try fields.decodeIfPresent(Double.self, forKey: hertz)
      switch (seconds, rate) {
      case (let seconds?, nil): self = .cycleDuration(seconds)
      case (nil, let rate?): self = .hertz(rate)
      default:
        guard seconds == nil, let other else {
          throw DecodingError.dataCorrupted(
            .init(
              codingPath: fields.codingPath,
              debugDescription: "a rate is either \"cycleDuration\", in seconds, or \"hertz\""))
        }
        self = other
      }
    }

    /// Writes an object with one key, `cycleDuration` or `hertz`.
    public func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: Field.self)
      switch self {
      case .cycleDuration(let seconds): try fields.encode(seconds, forKey: .cycleDuration)
      case .hertz(let rate): try fields.encode(rate, forKey: .hertz)
      }
    }
  }

  extension RatePolicy: Codable {
    private enum Field: String, CodingKey, CaseIterable { case phaseMatched }
    private enum RampField: String, CodingKey, CaseIterable { case ramp }
    private static let names: KeyValuePairs<String, RatePolicy> = [
      "restartPerCycle": .restartPerCycle, "phaseMatched": .phaseMatched(ramp: 0),
    ]

    /// Reads `"restartPerCycle"`, `"phaseMatched"`, or `{"phaseMatched": {"ramp": 0.3}}` with the
    /// seconds of a ramp.
    public init(from decoder: any Decoder) throws {
      guard (try? decoder.container(keyedBy: Field.self)) != nil else {
        self = try decoder.named(Self.names, of: "a policy")
        return
      }
      let fields = try decoder.fields(Field.self, of: "a policy")
      let ramp = try fields.superDecoder(forKey: .phaseMatched)
        .fields(RampField.self, of: "a phase-matched policy")
      self = .phaseMatched(ramp: try ramp.decodeIfPresent(Double.self, forKey: .ramp) ?? 0)
    }

    /// Writes a name, or an object if there is a ramp.
    public func encode(to encoder: any Encoder) throws {
      guard case .phaseMatchedOver(let seconds) = self, seconds != 0 else {
        return try encoder.write(self, as: Self.names)
      }
      var fields = encoder.container(keyedBy: Field.self)
      var ramp = fields.nestedContainer(keyedBy: RampField.self, forKey: .phaseMatched)
      try ramp.encode(seconds, forKey: .ramp)
    }
  }

  extension Pace: Codable {
    private enum Field: String, CodingKey, CaseIterable { case cubicBezier, steps, jump }
    private static let names: KeyValuePairs<String, Pace> = [
      "linear": .linear, "easeIn": .easeIn, "easeOut": .easeOut, "easeInEaseOut": .easeInEaseOut,
      "default": .default, "smoothstep": .smoothstep,
    ]

    /// Reads a name such as `"easeIn"`, `{"cubicBezier": [0.2, 0, 0, 1]}` with two control points,
    /// or `{"steps": 4, "jump": "start"}`; the jump's default is `"end"`.
    public init(from decoder: any Decoder) throws {
      guard (try? decoder.container(keyedBy: Field.self)) != nil else {
        self = try decoder.named(Self.names, of: "a pace")
        return
      }
      let fields = try decoder.fields(Field.self, of: "a pace")
      let points = try fields.decodeIfPresent([Double].self, forKey: .cubicBezier)
      let steps = try fields.decodeIfPresent(Int.self, forKey: .steps)
      let jump = try fields.decodeIfPresent(StepJump.self, forKey: .jump)
      switch (points, steps) {
      case (let points?, nil) where points.count == 4 && jump == nil:
        self = .cubicBezier(points[0], points[1], points[2], points[3])
      case (nil, let steps?): self = .steps(steps, jump ?? .end)
      default:
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: decoder.codingPath,
            debugDescription: """
              a pace is a name, {"cubicBezier": [x1, y1, x2, y2]}, or {"steps": 4, "jump": "end"}
              """))
      }
    }

    /// Writes a name or an object.
    public func encode(to encoder: any Encoder) throws {
      switch self {
      case .cubicBezier(let x1, let y1, let x2, let y2):
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode([x1, y1, x2, y2], forKey: .cubicBezier)
      case .steps(let count, let jump):
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode(count, forKey: .steps)
        try fields.encode(jump, forKey: .jump)
      default: try encoder.write(self, as: Self.names)
      }
    }
  }

  extension StepJump: Codable {
    private static let names: KeyValuePairs<String, StepJump> = [
      "start": .start, "end": .end, "none": .none, "both": .both,
    ]

    /// Reads the name of a case.
    public init(from decoder: any Decoder) throws {
      self = try decoder.named(Self.names, of: "a jump")
    }

    /// Writes the name of the case.
    public func encode(to encoder: any Encoder) throws { try encoder.write(self, as: Self.names) }
  }

  extension RestState: Codable {
    private static let names: KeyValuePairs<String, RestState> = [
      "defaultState": .defaultState, "lastValue": .lastValue,
    ]

    /// Reads the name of a case.
    public init(from decoder: any Decoder) throws {
      self = try decoder.named(Self.names, of: "a rest state")
    }

    /// Writes the name of the case.
    public func encode(to encoder: any Encoder) throws { try encoder.write(self, as: Self.names) }
  }

  extension EventReporting: Codable {
    private static let names: KeyValuePairs<String, EventReporting> = [
      "counted": .counted, "all": .all,
    ]

    /// Reads the name of a case.
    public init(from decoder: any Decoder) throws {
      self = try decoder.named(Self.names, of: "a kind of reporting")
    }

    /// Writes the name of the case.
    public func encode(to encoder: any Encoder) throws { try encoder.write(self, as: Self.names) }
  }

  // MARK: - Helpers

  /// A key that may be unknown.
  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  extension Decoder {
    /// The fields of an object.
    /// - Throws: `DecodingError.dataCorrupted` with the first unknown key and all known ones.
    package func fields<Key: CodingKey & CaseIterable>(
      _ keys: Key.Type, of owner: String
    ) throws -> KeyedDecodingContainer<Key> {
      for key in try container(keyedBy: AnyKey.self).allKeys
      where Key(stringValue: key.stringValue) == nil {
        let known = Key.allCases.map { "\"\($0.stringValue)\"" }.joined(separator: ", ")
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: codingPath + [key],
            debugDescription: "\"\(key.stringValue)\" is not a key of \(owner): write \(known)"))
      }
      return try container(keyedBy: keys)
    }

    /// The value with the name that stands here.
    package func named<Value>(
      _ names: KeyValuePairs<String, Value>, of kind: String
    ) throws -> Value {
      let name = try singleValueContainer().decode(String.self)
      if let found = names.first(where: { $0.key == name }) { return found.value }
      let known = names.map { "\"\($0.key)\"" }.joined(separator: ", ")
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: codingPath, debugDescription: "\"\(name)\" is not \(kind): write \(known)"))
    }
  }

  extension Encoder {
    /// Writes the name of a value.
    package func write<Value: Equatable>(
      _ value: Value, as names: KeyValuePairs<String, Value>
    ) throws {
      var container = singleValueContainer()
      try container.encode(names.first { $0.value == value }?.key)
    }
  }

  extension KeyedDecodingContainer {
    /// Reads a field; if it is missing or `null`, the value stays as it is.
    package func read<Value: Decodable>(_ key: Key, into value: inout Value) throws {
      if let found = try decodeIfPresent(Value.self, forKey: key) { value = found }
    }
  }
#endif
