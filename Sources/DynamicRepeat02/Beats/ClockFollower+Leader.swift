// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

extension ClockFollower {
  /// The leader's line as what a repeat is locked to: for positions in cycles or beats.
  /// - Precondition: `time`, in seconds, is within ±``limit``.
  public func leader(at time: Double) -> RepeatLeader? {
    precondition(time.magnitude <= Self.limit, "a time must be within ±1e9 s, but is \(time)")
    return leaderPosition(at: time).map { position in
      RepeatLeader(hertz: rate, at: time, position: CyclePosition(position))
    }
  }
}
