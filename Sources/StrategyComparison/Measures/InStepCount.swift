// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// How a strategy gets in step with a leader each time that it jumps or changes its rate.
struct InStepCount {
  /// Cycles, and a part of the leader's rate: what is nearer in both is in step.
  ///
  /// At 120 beats a minute 5 ms, and 5 ms a beat.
  static let phaseTolerance = 0.01
  static let rateTolerance = 0.01

  private var leader: RepeatLeader?
  /// Seconds: the leader's last change, and since when the strategy has been in step.
  private var change = 0.0
  private var since: Double?
  /// Whether it has been in step since the last change.
  private var hasArrived = false
  /// Whether it always was in step before the next change.
  private var alwaysArrives = true
  private var longest = 0.0

  /// Cycles: the largest distance from the leader after it was in step.
  private(set) var largestOvershoot = 0.0
  /// The largest difference from the leader's rate between two frames, as a part of that.
  private(set) var largestDeviation = 0.0

  /// Seconds until it is in step, the longest; `nil` where it once was not before the next change.
  var timeToLock: Double? { alwaysArrives ? longest : nil }

  /// With the last change's time counted.
  var ended: InStepCount {
    var ended = self
    ended.settle()
    return ended
  }

  /// Cycles from a phase to the leader's, -0.5 to 0.5.
  func gap(from position: FramePosition, at time: Double) -> Double {
    let gap = (leader?.position(at: time).phase ?? position.phase) - position.phase
    return gap - gap.rounded()
  }

  mutating func leaderChanged(to newLeader: RepeatLeader, at time: Double) {
    settle()
    leader = newLeader
    change = time
    since = nil
    hasArrived = false
  }

  private mutating func settle() {
    guard leader != nil else { return }
    if let since { longest = max(longest, since - change) } else { alwaysArrives = false }
  }

  mutating func drew(
    _ position: FramePosition, at time: Double, after last: FramePosition, at lastTime: Double
  ) {
    guard let leader else { return }
    let distance = abs(gap(from: position, at: time))
    let hertz = leader.hertz(at: time)
    // A frame in which the leader changes moves at two rates.
    guard lastTime >= change, time > lastTime, hertz != 0 else { return }
    let rate = position.cycles(since: last) / (time - lastTime)
    let deviation = abs(rate / hertz - 1)
    largestDeviation = max(largestDeviation, deviation)
    // Whoever passes by at another rate is not in step.
    if distance <= Self.phaseTolerance, deviation <= Self.rateTolerance {
      since = since ?? time
      hasArrived = true
    } else {
      since = nil
    }
    if hasArrived { largestOvershoot = max(largestOvershoot, distance) }
  }
}
