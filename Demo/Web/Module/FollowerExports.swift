// SPDX-License-Identifier: Apache-2.0
//
// Four squares that follow a beat as C functions, beside StrategyExports.swift: how each gets in step
// by the comparison's measure, and the two that are the comparison's models. The other two are
// repeats of the C library.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CDynamicRepeat
import DynamicRepeat
import RepeatTiming

/// What a square shows at a frame, as the page reads it: numbers of eight bytes.
public struct FollowerView {
  var value: Double
  var hertz: Double
  /// Cycles that the beat is ahead, -0.5 to 0.5.
  var gap: Double
  /// The jump of the value since the last frame.
  var newJump: Double
  /// Since the beat was last handed over, the largest departure from the rate to reach, as a part of
  /// it.
  var deviation: Double
  /// Seconds from then on until it was in step; NaN where it is not.
  var lockTime: Double
}

/// A square, and its distance from what it follows.
private struct Follower {
  private var measure = InStepCount()
  private var last = FramePosition.zero
  private var lastTime = 0.0
  /// Before the beat was handed over, until the next frame.
  private var valueBefore = Double.nan

  @inline(never)
  mutating func lead(to leader: RepeatLeader, at time: Double, value: Double) {
    measure = InStepCount()
    measure.leaderChanged(to: leader, at: time)
    valueBefore = value
  }

  @inline(never)
  mutating func view(_ position: FramePosition, value: Double, hertz: Double, at time: Double)
    -> FollowerView
  {
    measure.drew(position, at: time, after: last, at: lastTime)
    let jump = valueBefore.isNaN ? 0 : abs(value - valueBefore)
    (last, lastTime, valueBefore) = (position, time, .nan)
    return FollowerView(
      value: value, hertz: hertz, gap: measure.gap(from: position, at: time), newJump: jump,
      deviation: measure.largestDeviation, lockTime: measure.ended.timeToLock ?? .nan)
  }
}

/// A model of the comparison, and the beats that it is given.
private struct Modelled<Model: FrameModel> {
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

/// The library's own two, then the models.
nonisolated(unsafe) private let squares: UnsafeMutablePointer<Follower> = {
  let squares = UnsafeMutablePointer<Follower>.allocate(capacity: 4)
  squares.initialize(repeating: Follower(), count: 4)
  return squares
}()
nonisolated(unsafe) private var snap = Modelled<HardSnapModel>(hertz: 1)
nonisolated(unsafe) private var wait = Modelled<QuantumWaitModel>(hertz: 1)

nonisolated(unsafe) private var lastTime = 0.0

/// Moves the models on; the library's repeats are moved by its own functions.
/// - Parameter time: Seconds from 0 on.
/// - Returns: 1, or 0 for a time before the last.
@c public func followers_move(_ time: Double) -> Int32 {
  guard time >= lastTime, time <= RepeatLimits.latestTime else { return 0 }
  lastTime = time
  snap.model.move(to: time)
  wait.model.move(to: time)
  return 1
}

/// Hands over the beat after a move to the same time: a square is in step where its position is the
/// beat's times a ratio, and its rate `hertz`.
/// - Parameters:
///   - samples: Of the library's two at `time`, before they are locked.
///   - beat: The beat position at `time`.
///   - isInStep: Whether the models get in step; 0: they run by themselves at rates of their own.
/// - Returns: 1, or 0 for another time than the last move's, or numbers out of their ranges.
@c public func followers_lead(
  _ time: Double, _ samples: UnsafePointer<dr_sample>, _ beat: UnsafePointer<dr_position>,
  _ numerator: Int32, _ denominator: Int32, _ hertz: Double, _ isInStep: Int32,
  _ snapHertz: Double, _ waitHertz: Double
) -> Int32 {
  guard time == lastTime, (0..<1).contains(beat.pointee.phase),
    max(hertz, snapHertz, waitHertz) <= RepeatLimits.highestRate,
    min(hertz, snapHertz, waitHertz) > 0,
    let ratio = try? CycleRatio(validating: Int(numerator), Int(denominator))
  else { return 0 }
  let cycles = ratio.phase(
    at: PrecisePosition(
      cycle: WideInt(beat.pointee.cycle), fraction: DoubleDouble(beat.pointee.phase)))
  let target = RepeatLeader(
    hertz: hertz, at: time,
    position: CyclePosition(cycle: 0, phase: FramePosition(cycles.high).phase))
  squares[0].lead(to: target, at: time, value: samples[0].value)
  squares[1].lead(to: target, at: time, value: samples[1].value)
  squares[2].lead(to: target, at: time, value: snap.value)
  squares[3].lead(to: target, at: time, value: wait.value)
  snap.request(snapHertz, of: isInStep != 0 ? target : nil, at: time)
  wait.request(waitHertz, of: isInStep != 0 ? target : nil, at: time)
  return 1
}

/// Shows a frame of all four, and writes their views: the library's own two, then the models.
/// - Parameter samples: Of the library's two at `time`.
@c public func followers_frame(
  _ time: Double, _ samples: UnsafePointer<dr_sample>, _ views: UnsafeMutablePointer<Double>
) {
  views.withMemoryRebound(to: FollowerView.self, capacity: 4) { views in
    for index in 0..<2 {
      let sample = samples[index]
      let position = FramePosition(
        cycle: WideInt(sample.position.cycle), phase: sample.position.phase)
      views[index] = squares[index].view(
        position, value: sample.value, hertz: sample.rate_hz, at: time)
    }
    views[2] = squares[2].view(
      snap.model.position, value: snap.value, hertz: snap.model.hertz, at: time)
    views[3] = squares[3].view(
      wait.model.position, value: wait.value, hertz: wait.model.hertz, at: time)
  }
}
