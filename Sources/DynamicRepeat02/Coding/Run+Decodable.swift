// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

#if !hasFeature(Embedded)
  extension Run: Codable {
    private enum Field: String, CodingKey {
      case start
      case startTime
      case lowerEnd
      case upperEnd
    }

    @usableFromInline
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Field.self)
      self.init(
        start: try Self.position(.start, container),
        startTime: try container.decodePrecise(.startTime, in: RepeatLimits.times))
      if try !container.decodeNilOrMissing(.lowerEnd) {
        lowerEnd = try Self.position(.lowerEnd, container)
      }
      if try !container.decodeNilOrMissing(.upperEnd) {
        upperEnd = try Self.position(.upperEnd, container)
      }
    }

    @usableFromInline
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Field.self)
      try container.encode(start, forKey: .start)
      try container.encode(startTime, forKey: .startTime)
      try container.encodeIfPresent(lowerEnd, forKey: .lowerEnd)
      try container.encodeIfPresent(upperEnd, forKey: .upperEnd)
    }

    /// A position that a command can name, or one that a counted run from there ends at.
    private static func position(
      _ key: Field, _ container: KeyedDecodingContainer<Field>
    ) throws -> PrecisePosition {
      let position = try container.decode(PrecisePosition.self, forKey: key)
      guard position.cycle.magnitude <= UInt(CyclePosition.limit) + 1 else {
        throw container.wrong(key, "must be within ±1e18 cycles, but is at \(position.cycle)")
      }
      return position
    }
  }

  extension IdleState: Decodable {
    private enum Field: String, CodingKey {
      case position
      case fraction
      case progress
    }

    private enum PositionKeys: String, CodingKey {
      case cycle
      case phase
    }

    @usableFromInline
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Field.self)
      // A run may have come farther than the positions that a command can name.
      let saved = try container.nestedContainer(keyedBy: PositionKeys.self, forKey: .position)
      position = CyclePosition(
        PrecisePosition(
          cycle: try saved.decode(.cycle, in: RepeatLimits.cycles),
          fraction: DoubleDouble(try saved.decode(.phase, in: 0...(1.0).nextDown))))
      fraction = try container.decode(.fraction, in: 0...1)
      let largest = Double.greatestFiniteMagnitude
      progress = try container.decode(.progress, in: -largest...largest)
    }
  }

  extension Crossings: Decodable {
    private enum Field: String, CodingKey {
      case last
      case direction
      case valueDirection
    }

    @usableFromInline
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Field.self)
      let farthest = 2 * CyclePosition.farthest
      last = try container.decode(.last, in: -farthest...farthest)
      direction = try container.decode(Int.self, forKey: .direction)
      guard direction.magnitude == 1 else {
        throw container.wrong(.direction, "must be -1 or 1, but is \(direction)")
      }
      valueDirection = try container.decode(RepeatDirection.self, forKey: .valueDirection)
    }
  }

  extension KeyedDecodingContainer {
    /// Whether there is no value for a key.
    fileprivate func decodeNilOrMissing(_ key: Key) throws -> Bool {
      try !contains(key) || decodeNil(forKey: key)
    }
  }
#endif
