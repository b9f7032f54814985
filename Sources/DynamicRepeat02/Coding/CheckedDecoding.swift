// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

// Reading saved states: every number has a range, and an error names the field that left it.
#if !hasFeature(Embedded)
  /// What says by itself whether it can be used.
  protocol Validated: Decodable {
    func validate() throws(RepeatError)
  }

  extension RepeatRate: Validated {}
  extension RatePolicy: Validated {}
  extension RepeatCount: Validated {}
  extension RepeatMoment: Validated {}
  extension RepeatCommand: Validated {}

  extension KeyedDecodingContainer {
    /// A number in `range`.
    func decode<Number: Decodable>(_ key: Key, in range: ClosedRange<Number>) throws -> Number {
      let value = try decode(Number.self, forKey: key)
      guard range.contains(value) else {
        throw wrong(key, "must be in \(range), but is \(value)")
      }
      return value
    }

    /// A number of 106 bits in `range`.
    func decodePrecise(_ key: Key, in range: ClosedRange<Double>) throws -> DoubleDouble {
      let value = try decode(DoubleDouble.self, forKey: key)
      guard value >= DoubleDouble(range.lowerBound), value <= DoubleDouble(range.upperBound) else {
        throw wrong(key, "must be in \(range), but is \(value.high)")
      }
      return value
    }

    /// A value that finds nothing wrong with itself.
    func decode<Value: Validated>(_ key: Key) throws -> Value {
      let value = try decode(Value.self, forKey: key)
      do throws(RepeatError) {
        try value.validate()
      } catch {
        throw wrong(key, "is wrong: \(error.description)")
      }
      return value
    }

    /// An error at `key` that names it.
    func wrong(_ key: Key, _ text: String) -> DecodingError {
      .dataCorrupted(
        DecodingError.Context(
          codingPath: codingPath + [key], debugDescription: "\(key.stringValue) \(text)"))
    }
  }

  extension RepeatLimits {
    /// Seconds on a timeline.
    static let times = -latestTime...latestTime
    /// Cycles per second; the reciprocal of the shortest duration may lie a rounding beyond.
    static let rates = -highestRate.nextUp...highestRate.nextUp
    /// Whole cycles, as far as a run can get.
    static let cycles = -CyclePosition.farthest...CyclePosition.farthest
  }
#endif
