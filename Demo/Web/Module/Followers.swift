// SPDX-License-Identifier: Apache-2.0
//
// How a square gets in step with a beat, by the comparison's measure, and the comparison's models as they
// follow one.

import DynamicRepeat
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

/// A model of the comparison, and the beats that it is given.
struct Modelled<Model: FrameModel> {
  var model: Model
  private var rates: RequestedRates

  init(hertz: Double) {
    let rate = SignedRate(.hertz(hertz), direction: 1)
    model = Model(at: rate)
    rates = RequestedRates(at: rate)
  }

  @inline(never)
  var value: Double { ValueCurve.standard.value(atPhase: model.position.phase) }

  /// With the beat, or with nobody where that is `nil`.
  @inline(never)
  mutating func request(_ hertz: Double, of target: RepeatLeader?, at time: Double) {
    let phase = target?.position(at: time).phase ?? model.position.phase
    let change = RateChange(time: time, rate: .hertz(hertz), leaderPhase: phase)
    _ = model.change(to: rates.take(change), at: time)
  }
}
