// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

extension RepeatController {
  /// Sets how many cycles a run has, the present one included.
  ///
  /// See ``RepeatCommand/repeatCount(_:)``.
  /// - Throws: ``RepeatError/invalidRepeatCount(_:)``; the old count stays.
  public mutating func setRepeatCount(_ count: RepeatCount) throws(RepeatError) {
    try perform(.repeatCount(count))
  }

  /// Gives the run under way, which is at `position`, the ends that ``repeatCount`` says.
  @inline(never)
  mutating func countRun(at position: PrecisePosition) {
    let count = cycleCount
    guard count.isFinite else {
      run.lowerEnd = nil
      run.upperEnd = nil
      return
    }
    // Counted to the side of the start on which it is.
    let distance = position.distance(from: run.start)
    let isBackwards = (distance.sign == 0 ? crossings.direction : distance.sign) < 0
    if DoubleDouble(count) < distance.magnitude {
      // The present cycle is the last, whichever way it ends.
      run.lowerEnd = position.nextBoundary(direction: -1)
      run.upperEnd = position.nextBoundary(direction: 1)
    } else {
      let end = run.start.advanced(by: DoubleDouble(isBackwards ? -count : count))
      run.lowerEnd = isBackwards ? end : run.start
      run.upperEnd = isBackwards ? run.start : end
    }
  }
}
