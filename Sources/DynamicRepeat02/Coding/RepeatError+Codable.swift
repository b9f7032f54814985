// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)
  /// Coded as an object with one key, the kind of error, and its number: `{"invalidRate": 2e6}`.
  ///
  /// The input may be no number at all: `{"invalidRate": "nan"}`.
  extension RepeatError: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
      case invalidCycleDuration
      case invalidRate
      case invalidInterval
      case invalidRepeatCount
      case invalidPhase
      case invalidTime
      case invalidCycle
      case invalidQuantum
      case timeHasPassed
      case tooFar
      case lock
      case advanceInsideCallback
    }

    private struct PassedTime: Codable {
      let time: AnyNumber
      let now: AnyNumber
    }

    /// Reads the object described above.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      guard container.allKeys.count == 1, let key = container.allKeys.first else {
        let keys = CodingKeys.allCases.map(\.stringValue).joined(separator: ", ")
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: container.codingPath,
            debugDescription: "an error must have exactly one of the keys \(keys)"))
      }
      let number = { try container.decode(AnyNumber.self, forKey: key).value }
      switch key {
      case .invalidCycleDuration: self = .invalidCycleDuration(try number())
      case .invalidRate: self = .invalidRate(try number())
      case .invalidInterval: self = .invalidInterval(try number())
      case .invalidRepeatCount: self = .invalidRepeatCount(try number())
      case .invalidPhase: self = .invalidPhase(try number())
      case .invalidTime: self = .invalidTime(try number())
      case .invalidCycle: self = .invalidCycle(try container.decode(Int.self, forKey: key))
      case .invalidQuantum: self = .invalidQuantum(try number())
      case .timeHasPassed:
        let passed = try container.decode(PassedTime.self, forKey: key)
        self = .timeHasPassed(time: passed.time.value, now: passed.now.value)
      case .tooFar:
        let times = try container.decode(PassedTime.self, forKey: key)
        self = .tooFar(time: times.time.value, now: times.now.value)
      case .lock: self = .lock(try container.decode(LockError.self, forKey: key))
      case .advanceInsideCallback:
        _ = try container.decode(Bool.self, forKey: key)
        self = .advanceInsideCallback
      }
    }

    /// Writes the object described above.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .invalidCycleDuration(let number):
        try container.encode(AnyNumber(number), forKey: .invalidCycleDuration)
      case .invalidRate(let number): try container.encode(AnyNumber(number), forKey: .invalidRate)
      case .invalidInterval(let number):
        try container.encode(AnyNumber(number), forKey: .invalidInterval)
      case .invalidRepeatCount(let number):
        try container.encode(AnyNumber(number), forKey: .invalidRepeatCount)
      case .invalidPhase(let number): try container.encode(AnyNumber(number), forKey: .invalidPhase)
      case .invalidTime(let number): try container.encode(AnyNumber(number), forKey: .invalidTime)
      case .invalidCycle(let cycle): try container.encode(cycle, forKey: .invalidCycle)
      case .invalidQuantum(let number):
        try container.encode(AnyNumber(number), forKey: .invalidQuantum)
      case .timeHasPassed(let time, let now):
        try container.encode(
          PassedTime(time: AnyNumber(time), now: AnyNumber(now)), forKey: .timeHasPassed)
      case .tooFar(let time, let now):
        try container.encode(
          PassedTime(time: AnyNumber(time), now: AnyNumber(now)), forKey: .tooFar)
      case .lock(let error): try container.encode(error, forKey: .lock)
      case .advanceInsideCallback: try container.encode(true, forKey: .advanceInsideCallback)
      }
    }
  }

  /// A number that may be infinite or none, which JSON cannot hold: as text, "nan", "inf" or
  /// "-inf".
  private struct AnyNumber: Codable {
    let value: Double

    init(_ value: Double) { self.value = value }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      guard let text = try? container.decode(String.self) else {
        value = try container.decode(Double.self)
        return
      }
      switch text {
      case "nan": value = .nan
      case "inf": value = .infinity
      case "-inf": value = -.infinity
      default:
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "\"\(text)\" must be a number, nan, inf or -inf")
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if value.isFinite { return try container.encode(value) }
      try container.encode(value.isNaN ? "nan" : value > 0 ? "inf" : "-inf")
    }
  }
#endif
