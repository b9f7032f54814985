// SPDX-License-Identifier: Apache-2.0
//
// How a square gets in step with a beat, and two squares that follow one as other programs do.

import DynamicRepeat02
import RepeatTiming

/// A square, and its distance from what it follows.
struct Follower {
  private var measure = InStepCount()
  private var last = FramePosition.zero
  private var lastTime = 0.0
  private var largestJump = 0.0
  /// Before the beat was handed over, until the next frame.
  var valueBefore = Double.nan

  @inline(never)
  mutating func lead(to leader: RepeatLeader, at time: Double) {
    measure = InStepCount()
    measure.leaderChanged(to: leader, at: time)
    largestJump = 0
  }

  @inline(never)
  mutating func view(_ position: FramePosition, value: Double, hertz: Double, at time: Double)
    -> SquareView
  {
    measure.drew(position, at: time, after: last, at: lastTime)
    let jump = valueBefore.isNaN ? 0 : abs(value - valueBefore)
    largestJump = max(largestJump, jump)
    (last, lastTime, valueBefore) = (position, time, .nan)
    var view = SquareView(time: time, shown: value, value: value, hertz: hertz)
    (view.newJump, view.largestJump) = (jump, largestJump)
    view.gap = measure.gap(from: position, at: time)
    view.deviation = measure.largestDeviation
    view.lockTime = measure.ended.timeToLock ?? .nan
    return view
  }
}

/// The time that a square takes to get in step with a leader that has changed.
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
  /// Whether it always was in step before the next change.
  private var alwaysArrives = true
  private var longest = 0.0

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
    } else {
      since = nil
    }
  }
}

/// The leader's position, read anew at each change: in step at once, by a jump.
///
/// Source: osu!framework, `InterpolatingFramedClock`: beyond `AllowableErrorMilliseconds` the source's
/// time is taken as it is
/// (https://github.com/ppy/osu-framework/blob/master/osu.Framework/Timing/InterpolatingFramedClock.cs).
struct SnappingSquare {
  private(set) var hertz = 1.0
  private(set) var position = FramePosition.zero
  private var last = 0.0

  @inline(never)
  mutating func move(to time: Double) {
    position = position.advanced(by: hertz * (time - last))
    last = time
  }

  /// Takes a rate, and the leader's position; `nil`: it runs by itself.
  @inline(never)
  mutating func request(_ hertz: Double, of leader: RepeatLeader?, at time: Double) {
    self.hertz = hertz
    let gap = (leader?.position(at: time).phase ?? position.phase) - position.phase
    position = position.advanced(by: gap - gap.rounded())
  }
}

/// A start that waits for the next quantum, here one cycle: the cycle under way ends, and the next
/// begins when the leader's does.
///
/// Source: Ableton Link, `SessionState::requestBeatAtTime`, "quantized launch"
/// (https://github.com/Ableton/link/blob/master/include/ableton/Link.hpp).
struct WaitingSquare {
  private var rate = 1.0
  private var leader = RepeatLeader(hertz: 1, at: 0)
  private(set) var position = FramePosition.zero
  private var last = 0.0
  private var isWaiting = false
  private var isOutOfStep = false

  var hertz: Double { isWaiting ? 0 : rate }

  @inline(never)
  mutating func move(to time: Double) {
    let from = last
    last = time
    if !isWaiting {
      let moved = position.advanced(by: rate * (time - from))
      guard isOutOfStep, moved.boundaries(since: position) > 0 else {
        position = moved
        return
      }
      position = FramePosition(cycle: position.cycle + 1, phase: 0)
      isOutOfStep = false
      isWaiting = true
    }
    let beat = FramePosition(leader.position(at: time))
    if beat.boundaries(since: FramePosition(leader.position(at: from))) > 0 {
      isWaiting = false
      position.phase = beat.phase
    }
  }

  /// Takes a rate, and the leader's position; `nil`: it runs by itself.
  @inline(never)
  mutating func request(_ hertz: Double, of target: RepeatLeader?, at time: Double) {
    rate = hertz
    let own = CyclePosition(cycle: 0, phase: position.phase)
    leader = target ?? RepeatLeader(hertz: hertz, at: time, position: own)
    let gap = leader.position(at: time).phase - position.phase
    isOutOfStep = abs(gap - gap.rounded()) > InStepCount.phaseTolerance
  }
}
