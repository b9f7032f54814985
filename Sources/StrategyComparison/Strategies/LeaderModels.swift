// SPDX-License-Identifier: Apache-2.0

import CMath
import RepeatTiming

/// A start that waits for the next quantum: the cycle that is under way ends, and the next begins when
/// the leader's does.
///
/// The tempo itself is taken at once. The quantum is one cycle here; Link's own is often a bar of four
/// beats, and the wait up to four times as long.
///
/// Source: Ableton Link, `SessionState::requestBeatAtTime`, "quantized launch": with other peers, "we
/// wait until the next time at which the session phase matches the phase of the event"
/// (https://github.com/Ableton/link/blob/master/include/ableton/Link.hpp).
struct QuantumWaitModel: FrameModel {
  private var rate: SignedRate
  private(set) var position = FramePosition.zero
  private var last = 0.0
  private var isWaiting = false
  private var isOutOfStep = false

  init(at rate: SignedRate) { self.rate = rate }

  var hertz: Double { isWaiting ? 0 : rate.hertz }

  mutating func move(to time: Double) {
    let from = last
    last = time
    if !isWaiting {
      let moved = position.advanced(by: rate.hertz * (time - from))
      guard isOutOfStep, moved.boundaries(since: position) > 0, rate.direction > 0 else {
        position = moved
        return
      }
      position = FramePosition(cycle: position.cycle + 1, phase: 0)
      isOutOfStep = false
      isWaiting = true
    }
    guard let leader = rate.leader else { return }
    let beat = FramePosition(leader.position(at: time))
    if beat.boundaries(since: FramePosition(leader.position(at: from))) > 0 {
      isWaiting = false
      position.phase = beat.phase
    }
  }

  mutating func change(to newRate: SignedRate, at time: Double) -> Bool {
    rate = newRate
    guard let leader = newRate.leader else { return true }
    let gap = leader.position(at: time).phase - position.phase
    // What is in step already has nothing to wait for.
    isOutOfStep = abs(gap - gap.rounded()) > InStepCount.phaseTolerance
    return true
  }
}

/// The leader's position, read anew in each frame: always in step, by jumps.
///
/// Source: osu!framework, `InterpolatingFramedClock`: beyond `AllowableErrorMilliseconds` the source's
/// time is taken as it is
/// (https://github.com/ppy/osu-framework/blob/master/osu.Framework/Timing/InterpolatingFramedClock.cs).
struct HardSnapModel: FrameModel {
  private var rate: SignedRate
  private(set) var position = FramePosition.zero
  private var last = 0.0

  init(at rate: SignedRate) { self.rate = rate }

  var hertz: Double { rate.hertz }

  mutating func move(to time: Double) {
    position = position.advanced(by: rate.hertz * (time - last))
    last = time
  }

  mutating func change(to newRate: SignedRate, at time: Double) -> Bool {
    rate = newRate
    guard let leader = newRate.leader else { return true }
    let gap = leader.position(at: time).phase - position.phase
    position = position.advanced(by: gap - gap.rounded())
    return true
  }
}

/// The leader's rate, and in each frame a part of the error besides: it halves in 50 ms.
///
/// The position does not move against the leader's direction.
///
/// Source: osu!framework, `InterpolatingFramedClock.DriftRecoveryHalfLife`, by default 50 ms: "every
/// DriftRecoveryHalfLife ms, the remaining error halves"; the same file as for ``HardSnapModel``.
struct ExponentialPullModel: FrameModel {
  /// Seconds.
  static let halfLife = 0.05

  private var rate: SignedRate
  private(set) var position = FramePosition.zero
  private var last = 0.0

  init(at rate: SignedRate) { self.rate = rate }

  var hertz: Double { rate.hertz }

  mutating func move(to time: Double) {
    let elapsed = time - last
    last = time
    var step = rate.hertz * elapsed
    if let leader = rate.leader {
      let gap = leader.position(at: time).phase - position.advanced(by: step).phase
      step += (gap - gap.rounded()) * (1 - exp2(-elapsed / Self.halfLife))
      if step * rate.hertz < 0 { step = 0 }
    }
    position = position.advanced(by: step)
  }

  mutating func change(to newRate: SignedRate, at time: Double) -> Bool {
    rate = newRate
    return true
  }
}
