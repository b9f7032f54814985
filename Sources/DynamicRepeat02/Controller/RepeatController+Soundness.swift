// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// What is wrong with a state that was read.
enum SavedFault: UInt8 {
  case originAfterNow
  case crossings
  case schedule
  case runEnd
  case curveStart
  case delayLeft
  case position
  case runPositions
  case goal
}

#if !hasFeature(Embedded)
  extension SavedFault: CustomStringConvertible {
    /// The field, and what would be right.
    var description: String {
      switch self {
      case .originAfterNow: "motion.origin must not lie after now"
      case .crossings: "crossings must fit the motion: last at now, direction -1 or 1"
      case .schedule: "schedule must not wait for a time before now"
      case .runEnd: "run must not have ended before now"
      case .curveStart: "motion.curveStart must be 0 to 1e9"
      case .delayLeft: "motion.anchor.delayLeft must be 0 to the settings' repeatDelay"
      case .position: "motion.anchor.position must be within ±1e18 cycles"
      case .goal: "schedule.goals must have numbers in their ranges, in a state that fits"
      case .runPositions: "run's positions must be within ±1e18 cycles"
      }
    }
  }
#endif

extension RepeatController {
  /// Computes anew, in a state that was read, what follows from the other fields.
  ///
  /// Each number has been checked before. Where nothing is wrong here, the state can go on to the
  /// latest time without a position that no integer holds.
  /// - Returns: What is wrong with the state, or `nil`; then a controller can be in it.
  mutating func planAnew() -> SavedFault? {
    if let fault = motion.fault ?? run.fault { return fault }
    guard motion.origin.high <= now else { return .originAfterNow }
    guard goalsAreSound else { return .goal }
    guard crossingsFitMotion else { return .crossings }
    plan(at: DoubleDouble(now))
    if let first = schedule.firstTime, first < DoubleDouble(now) {
      return .schedule
    }
    if let horizon, horizon < DoubleDouble(now) { return .runEnd }
    return nil
  }

  /// Crossings up to the present position count as reported, or the next frame reports them again.
  private var crossingsFitMotion: Bool {
    guard crossings.direction == 1 || crossings.direction == -1 else { return false }
    guard state != .idle else { return true }
    let position = motion.state(at: DoubleDouble(now)).position
    guard position.isWithinReach else { return false }
    let here = position.lastCrossing(perCycle: crossingScheme.perCycle)
    return crossings.last >= here - 1 && crossings.last <= here + 1
  }
}

extension Motion {
  /// What would make a sum of it leave the range of positions.
  fileprivate var fault: SavedFault? {
    guard RepeatLimits.intervals.contains(curveStart.high) else {
      return .curveStart
    }
    guard anchor.delayLeft >= .zero, anchor.delayLeft <= DoubleDouble(repeatDelay) else {
      return .delayLeft
    }
    guard anchor.position.isWithinReach else {
      return .position
    }
    return nil
  }
}

extension Run {
  /// What would make a sum of it leave the range of positions.
  fileprivate var fault: SavedFault? {
    guard Self.isEnd(start), Self.isEnd(lowerEnd), Self.isEnd(upperEnd) else {
      return .runPositions
    }
    return nil
  }

  private static func isEnd(_ end: PrecisePosition?) -> Bool {
    end.map { $0.cycle.magnitude <= UInt(CyclePosition.limit) + 1 } ?? true
  }
}

extension PrecisePosition {
  /// Whether a run can have got here.
  fileprivate var isWithinReach: Bool { cycle.magnitude <= UInt(CyclePosition.limit) + 1 }
}
