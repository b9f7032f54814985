// SPDX-License-Identifier: Apache-2.0
// The names are the header's, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import DynamicRepeat02
import RepeatTiming

@c @implementation
public func dr_default_leader() -> dr_leader {
  dr_leader(RepeatLeader(hertz: 1, at: 0))
}

@c @implementation
public func dr_leader_position(
  _ leader: UnsafePointer<dr_leader>!, _ time_s: Double,
  _ position: UnsafeMutablePointer<dr_position>!
) -> dr_status {
  answerMasked(leader, at: time_s, in: position) { dr_position($0.position(at: time_s)) }
}

@c @implementation
public func dr_leader_rate(
  _ leader: UnsafePointer<dr_leader>!, _ time_s: Double, _ rate_hz: UnsafeMutablePointer<Double>!
) -> dr_status {
  answerMasked(leader, at: time_s, in: rate_hz) { $0.hertz(at: time_s) }
}

@inline(__always)
private func answerMasked<Output>(
  _ leader: UnsafePointer<dr_leader>?, at time: Double, in output: UnsafeMutablePointer<Output>?,
  _ body: (RepeatLeader) -> Output
) -> dr_status {
  answerMasked { () throws(StatusError) in
    let leader = try given(leader).pointee.swiftLeader()
    let output = try given(output)
    try checkTime(time)
    output.pointee = body(leader)
  }
}

@c @implementation
public func dr_repeat_leader(_ repeat: dr_repeat, _ leader: UnsafeMutablePointer<dr_leader>!)
  -> dr_status
{
  `repeat`.answerMasked(in: leader) { object throws(StatusError) in
    dr_leader(try given(object.pointee.live.leader, or: DR_ERROR_NO_ANSWER))
  }
}

/// Throws for a time beyond those of repeats and leaders.
func checkTime(_ seconds: Double) throws(StatusError) {
  guard RepeatLimits.isTime(seconds) else { throw StatusError(DR_ERROR_TIME) }
}

extension dr_leader {
  @inline(never)
  init(_ leader: RepeatLeader) {
    self.init()
    (time_s, time_low_s) = (leader.origin.high, leader.origin.low)
    cycle = Int64(leader.anchor.cycle)
    (phase, phase_low) = (leader.anchor.fraction.high, leader.anchor.fraction.low)
    (rate_hz, rate_low_hz) = (leader.curve.endRate.high, leader.curve.endRate.low)
    guard !leader.curve.isConstant else { return }
    ramp_s = leader.curve.rampDuration
    (ramp_start_hz, ramp_start_low_hz) = (leader.curve.startRate.high, leader.curve.startRate.low)
    (ramp_done_s, ramp_done_low_s) = (leader.curveStart.high, leader.curveStart.low)
    shape = leader.curve.shape == .smooth ? DR_RAMP_SMOOTH : DR_RAMP_LINEAR
  }

  /// The leader, if every number is in its range.
  @inline(never)
  func swiftLeader() throws(StatusError) -> RepeatLeader {
    try checkTime(time_s)
    try checkLow(time_low_s, of: time_s, DR_ERROR_TIME)
    guard cycle.magnitude <= 1_000_000_000_000_000_000 else { throw StatusError(DR_ERROR_CYCLE) }
    // Just below 1 the higher part is 1.
    guard phase >= 0, phase <= 1, phase + phase_low >= 0, phase < 1 || phase_low < 0 else {
      throw StatusError(DR_ERROR_PHASE)
    }
    try checkLow(phase_low, of: phase, DR_ERROR_PHASE)
    try checkRate(rate_hz, rate_low_hz)
    let shape = try shape.swiftShape()
    guard ramp_s >= 0, ramp_s <= 1e9 else { throw StatusError(DR_ERROR_INTERVAL) }
    let end = DoubleDouble(high: rate_hz, low: rate_low_hz)
    var (curve, done) = (RateCurve(constant: end), DoubleDouble.zero)
    if ramp_s > 0 {
      try checkRate(ramp_start_hz, ramp_start_low_hz)
      guard ramp_done_s.magnitude <= 2e12 else { throw StatusError(DR_ERROR_INTERVAL) }
      try checkLow(ramp_done_low_s, of: ramp_done_s, DR_ERROR_INTERVAL)
      done = DoubleDouble(high: ramp_done_s, low: ramp_done_low_s)
      curve = RateCurve(
        from: DoubleDouble(high: ramp_start_hz, low: ramp_start_low_hz), to: end, over: ramp_s,
        shape: shape)
    }
    return RepeatLeader(
      origin: DoubleDouble(high: time_s, low: time_low_s),
      anchor: PrecisePosition(
        cycle: WideInt(cycle), fraction: DoubleDouble(high: phase, low: phase_low)),
      curve: curve, curveStart: done)
  }

  private func checkRate(_ high: Double, _ low: Double) throws(StatusError) {
    // The reciprocal of the shortest cycle may lie a rounding beyond the highest rate.
    guard high.magnitude <= RepeatLimits.highestRate.nextUp else {
      throw StatusError(DR_ERROR_RATE)
    }
    try checkLow(low, of: high, DR_ERROR_RATE)
  }

  /// A low part is what rounding has lost.
  private func checkLow(_ low: Double, of high: Double, _ status: dr_status) throws(StatusError) {
    guard high + low == high else { throw StatusError(status) }
  }
}
