// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

extension RepeatController {
  /// Whether a state that was read is one that a controller can be in, as far as sums can tell.
  ///
  /// Each of its numbers has been checked before. What is true here can go on to the latest time
  /// without a position that no integer holds.
  var isSound: Bool {
    motion.isInRange && run.isInRange && motion.origin.high <= now
      && horizon.map { $0 >= DoubleDouble(now) } ?? true
      && nextStop.map { $0.time >= DoubleDouble(now) } ?? true && marksFitMotion
  }

  /// What has been reported is what lies behind: otherwise the next frame would report the rest.
  private var marksFitMotion: Bool {
    guard marks.travel == 1 || marks.travel == -1 else { return false }
    guard state != .idle else { return true }
    let position = motion.place(at: DoubleDouble(now)).position
    let here = position.lastMark(perCycle: settings.marksPerCycle)
    return marks.last >= here - 1 && marks.last <= here + 1
  }
}

extension Motion {
  /// Whether no sum of it can leave the range of positions.
  fileprivate var isInRange: Bool {
    // Reciprocals of the shortest duration may lie a rounding beyond the highest rate.
    let highestRate = DoubleDouble(RepeatLimits.highestRate.nextUp)
    return origin.magnitude <= DoubleDouble(RepeatLimits.latestTime)
      && curve.startRate.magnitude <= highestRate && curve.endRate.magnitude <= highestRate
      && RepeatLimits.intervals.contains(curve.rampDuration)
      && RepeatLimits.intervals.contains(repeatDelay)
      && RepeatLimits.intervals.contains(curveStart.high)
      && anchor.delayLeft >= .zero && anchor.delayLeft <= DoubleDouble(repeatDelay)
      && anchor.position.isWithinReach(at: origin)
  }
}

extension Run {
  fileprivate var isInRange: Bool {
    return startTime.magnitude.high <= RepeatLimits.latestTime
      && naiveTime.magnitude.high <= RepeatLimits.latestTime
      && naiveOrigin.cycle.magnitude <= UInt(CyclePosition.limit) + 1
      && Self.isEnd(lowerEnd) && Self.isEnd(upperEnd)
  }

  private static func isEnd(_ end: PrecisePosition?) -> Bool {
    end.map { $0.cycle.magnitude <= UInt(CyclePosition.limit) + 1 } ?? true
  }
}

extension PrecisePosition {
  /// Whether a run can have got here by `time`: by a jump, and then at the highest rate.
  fileprivate func isWithinReach(at time: DoubleDouble) -> Bool {
    let run = (time.high + RepeatLimits.latestTime) * RepeatLimits.highestRate.nextUp
    // The sums are rounded to some hundred cycles out there.
    return Double(cycle).magnitude <= CyclePosition.limit + run + 4096
  }
}
