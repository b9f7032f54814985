// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

#if !hasFeature(Embedded)
  extension RepeatController: Codable {
    private enum CodingKeys: String, CodingKey {
      case settings
      case policy
      case orderedRate
      case state
      case now
      case motion
      case run
      case rest
      case latchedRate
      case isParked
      case schedule
      case nextStop
      case horizon
      case marks
      case events
    }

    /// Reads a saved controller, which goes on as the one that was saved, bit for bit.
    /// - Throws: `DecodingError` where something is missing or out of its range.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      settings = try container.decode(RepeatSettings.self, forKey: .settings)
      policy = try container.decode(RatePolicy.self, forKey: .policy)
      orderedRate = try container.decode(RepeatRate.self, forKey: .orderedRate)
      state = try container.decode(RepeatState.self, forKey: .state)
      // `null`: the first advance is still to come.
      let now = try container.decode(Double?.self, forKey: .now)
      isOnTimeline = now != nil
      self.now = now ?? RepeatLimits.beforeTimeline
      motion = try container.decode(Motion.self, forKey: .motion)
      run = try container.decode(Run.self, forKey: .run)
      rest = try container.decode(Rest.self, forKey: .rest)
      latchedRate = try container.decodeIfPresent(DoubleDouble.self, forKey: .latchedRate)
      isParked = try container.decode(Bool.self, forKey: .isParked)
      schedule = try container.decode(RepeatSchedule.self, forKey: .schedule)
      nextStop = try container.decodeIfPresent(PlannedStop.self, forKey: .nextStop)
      horizon = try container.decodeIfPresent(DoubleDouble.self, forKey: .horizon)
      marks = try container.decode(Marks.self, forKey: .marks)
      events = try container.decode([RepeatEvent].self, forKey: .events)
      do throws(RepeatError) {
        try settings.validate()
        try policy.validate()
        try orderedRate.validate()
        try RepeatLimits.validate(time: self.now)
        try schedule.validate()
      } catch {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: decoder.codingPath, debugDescription: error.description))
      }
      guard isSound else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: decoder.codingPath,
            debugDescription: "the saved motion, run and marks are not those of one controller"))
      }
    }

    /// Saves everything, what waits included.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(settings, forKey: .settings)
      try container.encode(policy, forKey: .policy)
      try container.encode(orderedRate, forKey: .orderedRate)
      try container.encode(state, forKey: .state)
      try container.encode(isOnTimeline ? now : nil, forKey: .now)
      try container.encode(motion, forKey: .motion)
      try container.encode(run, forKey: .run)
      try container.encode(rest, forKey: .rest)
      try container.encodeIfPresent(latchedRate, forKey: .latchedRate)
      try container.encode(isParked, forKey: .isParked)
      try container.encode(schedule, forKey: .schedule)
      try container.encodeIfPresent(nextStop, forKey: .nextStop)
      try container.encodeIfPresent(horizon, forKey: .horizon)
      try container.encode(marks, forKey: .marks)
      try container.encode(events, forKey: .events)
    }
  }
#endif
