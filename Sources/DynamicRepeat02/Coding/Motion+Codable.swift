// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

#if !hasFeature(Embedded)
  extension MotionState: Decodable {
    private enum Field: String, CodingKey {
      case position
      case delayLeft
      case showsCycleEnd
    }

    @usableFromInline
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Field.self)
      position = try container.decode(PrecisePosition.self, forKey: .position)
      delayLeft = try container.decodePrecise(.delayLeft, in: RepeatLimits.intervals)
      showsCycleEnd = try container.decode(Bool.self, forKey: .showsCycleEnd)
    }
  }

  /// Coded without the delay, which the settings have.
  extension Motion: Codable {
    private enum CodingKeys: String, CodingKey {
      case origin
      case anchor
      case curve
      case curveStart
      case isStill
      case lastDirection
    }

    private enum CurveKeys: String, CodingKey {
      case startRate
      case endRate
      case rampDuration
    }

    @usableFromInline
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let numbers = try container.nestedContainer(keyedBy: CurveKeys.self, forKey: .curve)
      _ = try numbers.decodePrecise(.startRate, in: RepeatLimits.rates)
      _ = try numbers.decodePrecise(.endRate, in: RepeatLimits.rates)
      _ = try numbers.decode(.rampDuration, in: RepeatLimits.intervals)
      origin = try container.decodePrecise(.origin, in: RepeatLimits.times)
      anchor = try container.decode(MotionState.self, forKey: .anchor)
      curve = try container.decode(RateCurve.self, forKey: .curve)
      curveStart = try container.decodePrecise(.curveStart, in: RepeatLimits.intervals)
      repeatDelay = 0
      isStill = try container.decode(Bool.self, forKey: .isStill)
      let direction = try container.decode(Int.self, forKey: .lastDirection)
      guard direction.magnitude == 1 else {
        throw container.wrong(.lastDirection, "must be -1 or 1, but is \(direction)")
      }
      isLastBackwards = direction < 0
    }

    @usableFromInline
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(origin, forKey: .origin)
      try container.encode(anchor, forKey: .anchor)
      try container.encode(curve, forKey: .curve)
      try container.encode(curveStart, forKey: .curveStart)
      try container.encode(isStill, forKey: .isStill)
      try container.encode(lastDirection, forKey: .lastDirection)
    }
  }
#endif
