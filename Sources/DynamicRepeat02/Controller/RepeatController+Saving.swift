// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

#if !hasFeature(Embedded)
  extension RepeatController: Codable {
    private enum CodingKeys: String, CodingKey {
      case settings
      case policy
      case requestedRate
      case repeatCount
      case state
      case now
      case motion
      case run
      case idleState
      case schedule
      case crossings
      case events
    }

    /// Reads a saved controller, which goes on as the one that was saved, bit for bit.
    ///
    /// Each number must be in its range, and what follows from others
    /// (when commands and stops fall due) is not saved, but worked out anew.
    /// - Throws: `DecodingError` that names what is missing or out of its range.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      settings = try container.decode(RepeatSettings.self, forKey: .settings)
      pace = SteadyPace(settings)
      policy = try container.decode(.policy)
      requestedRate = try container.decode(.requestedRate)
      // Not in what was saved before the count could be changed.
      let repeatCount: RepeatCount =
        container.contains(.repeatCount)
        ? try container.decode(.repeatCount) : settings.repeatCount
      cycleCount = repeatCount.cycleCount
      state = try container.decode(RepeatState.self, forKey: .state)
      // `null`: the first advance is still to come.
      let now = try container.decode(Double?.self, forKey: .now)
      isOnTimeline = now != nil
      presentTime =
        try now.map { _ in try container.decode(.now, in: RepeatLimits.times) }
        ?? RepeatLimits.beforeTimeline
      motion = try container.decode(Motion.self, forKey: .motion)
      motion.repeatDelay = settings.repeatDelay
      run = try container.decode(Run.self, forKey: .run)
      idleState = try container.decode(IdleState.self, forKey: .idleState)
      schedule = try container.decode(RepeatSchedule.self, forKey: .schedule)
      crossings = try container.decode(Crossings.self, forKey: .crossings)
      for event in try container.decode([RepeatEvent].self, forKey: .events) {
        events.append(event)
      }
      if let fault = planAnew() {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: decoder.codingPath, debugDescription: "a saved controller's \(fault)"))
      }
    }

    /// Saves everything, what waits included.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(settings, forKey: .settings)
      try container.encode(policy, forKey: .policy)
      try container.encode(requestedRate, forKey: .requestedRate)
      try container.encode(repeatCount, forKey: .repeatCount)
      try container.encode(state, forKey: .state)
      try container.encode(isOnTimeline ? now : nil, forKey: .now)
      try container.encode(motion, forKey: .motion)
      try container.encode(run, forKey: .run)
      try container.encode(idleState, forKey: .idleState)
      try container.encode(schedule, forKey: .schedule)
      try container.encode(crossings, forKey: .crossings)
      try container.encode(Array(events), forKey: .events)
    }
  }
#endif
