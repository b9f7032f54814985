// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

// Where the repeat has to be: but for whole cycles, `ratio * leader(t) + offset`.

extension RepeatLock {
  /// The target's fraction at `time`, in 0..<1; one that a rounding separates from a boundary is on
  /// it.
  @inline(never)
  package func phase(at time: DoubleDouble) -> DoubleDouble {
    fraction(ratio.phase(at: leader.position(at: time)) + offset)
  }

  /// The same on the line that the leader is on when its ramp has ended.
  @inline(never)
  func lastLine(at time: DoubleDouble) -> DoubleDouble {
    guard let rampEnd = leader.rampEnd(after: time) else { return phase(at: time) }
    return fraction(phase(at: rampEnd) - endRate * (rampEnd - time))
  }

  /// Whether the line to get onto is the one where the ramp has ended: a ramp is under way.
  func leadsToLastLine(at time: DoubleDouble) -> Bool {
    leader.rampStart(after: time) == nil && leader.rampEnd(after: time) != nil
  }

  private func fraction(_ cycles: DoubleDouble) -> DoubleDouble {
    PrecisePosition(cycle: 0, fraction: cycles).settled.fraction
  }

  /// The target's rate, in cycles per second.
  func rate(at time: DoubleDouble) -> DoubleDouble { ratio.times(leader.rate(at: time)) }

  /// Its rate when the leader's ramp has ended.
  package var endRate: DoubleDouble { ratio.times(leader.curve.endRate) }

  /// The target's position nearest to another.
  @inline(never)
  func position(at time: DoubleDouble, near position: PrecisePosition) -> PrecisePosition {
    position.moved(toFraction: phase(at: time))
  }

  /// Whether a repeat there is in step: at the target, and at its rate unless that may change at
  /// once.
  @inline(never)
  func isInStep(
    _ position: PrecisePosition, rate: DoubleDouble, at time: DoubleDouble, isSteep: Bool = false
  ) -> Bool {
    let gap = self.position(at: time, near: position).distance(from: position)
    let excess = rate - self.rate(at: time)
    return gap.magnitude.high < 1e-18 && (isSteep || excess.magnitude.high < 1e-18)
  }
}

extension LockError {
  /// The error of a plan, in times and phases of the repeat.
  func onTimeline(from start: DoubleDouble, at time: Double, position: PrecisePosition)
    -> LockError
  {
    guard case .outOfReach(_, let nearestTime, let nearestPhase) = self else { return self }
    return .outOfReach(
      time: time, nearestTime: nearestTime.map { (start + $0).high },
      nearestPhase: nearestPhase.map { position.advanced(by: DoubleDouble($0)).phase })
  }
}
