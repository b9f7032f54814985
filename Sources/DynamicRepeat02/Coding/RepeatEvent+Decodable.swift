// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

#if !hasFeature(Embedded)
  extension RepeatEvent: Decodable {
    private enum Field: String, CodingKey {
      case kind
      case cycle
      case count
      case time
      case lateness
    }

    /// Reads a saved event.
    /// - Throws: `DecodingError` where something is missing or out of its range.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Field.self)
      kind = try container.decode(Kind.self, forKey: .kind)
      cycle = try container.decode(.cycle, in: RepeatLimits.cycles)
      count = try container.decode(.count, in: 1...Int.max)
      // Rounded up to a `Double`, the latest time may lie a rounding beyond.
      let latest = RepeatLimits.latestTime.nextUp
      time = try container.decode(.time, in: -latest...latest)
      lateness = try container.decode(.lateness, in: 0...2 * latest)
    }
  }
#endif
