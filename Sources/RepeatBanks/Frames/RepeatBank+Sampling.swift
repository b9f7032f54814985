// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import DynamicRepeat

// Exact queries for one repeat accept any time and change nothing. For a time before the last
// command, a query extrapolates the current motion.

extension RepeatBank {
  /// The value at a time, equal to that of a controller with the same phase.
  /// - Throws: ``BankError/staleID(_:)``.
  /// - Precondition: `time` is within ±``latestTime``.
  public func value(of id: RepeatID, at time: Double) throws(BankError) -> Double {
    let slot = try check(id)
    Self.requireFrameTime(time)
    return curve.timing(motion(of: slot, at: time).fraction)
  }

  /// The phase at a time, in [0, 1).
  /// - Throws: ``BankError/staleID(_:)``.
  /// - Precondition: `time` is within ±``latestTime``.
  public func phase(of id: RepeatID, at time: Double) throws(BankError) -> Double {
    let slot = try check(id)
    Self.requireFrameTime(time)
    return motion(of: slot, at: time).phase
  }

  /// The rate in effect at a time, in cycles per second; 0 if the repeat does not move.
  /// - Throws: ``BankError/staleID(_:)``.
  /// - Precondition: `time` is within ±``latestTime``.
  public func hertz(of id: RepeatID, at time: Double) throws(BankError) -> Double {
    let slot = try check(id)
    Self.requireFrameTime(time)
    return motion(of: slot, at: time).hertz
  }

  /// The state after all commands so far.
  /// - Throws: ``BankError/staleID(_:)``.
  public func state(of id: RepeatID) throws(BankError) -> RepeatState {
    state(ofSlot: try check(id))
  }

  /// The first time, `time` or later, at which a value changes: `time` if any repeat moves or
  /// ramps, otherwise infinity.
  /// - Parameter time: Seconds, not before ``now``.
  /// - Throws: ``BankError/invalidTime(_:)``, ``BankError/timeHasPassed(time:now:)``.
  /// - Complexity: O(``endIndex``) if nothing moves.
  public func nextChange(after time: Double) throws(BankError) -> Double {
    _ = try check(time)
    for slot in 0..<endIndex where rows.slots[slot].isLive && !rows.slots[slot].isStill {
      let rate = storedRate(of: slot)
      if rate != 0 || rows.inC.pointee.rate[slot] != 0 || ramp(of: slot) != nil { return time }
    }
    return .infinity
  }

  func state(ofSlot slot: Int) -> RepeatState {
    let state = rows.slots[slot]
    if state.isIdle { return .idle }
    let stops = pendingChange(of: slot).waits_for_stop
    if state.isStill { return stops ? .pausedStopping : .paused }
    return stops ? .stopping : .running
  }

  /// The phase, the point on the way there or back, and the rate in Hz at a time, after all changes
  /// due by then.
  private func motion(of slot: Int, at time: Double) -> (
    phase: Double, fraction: Double, hertz: Double
  ) {
    let (tick, change) = (Int128(rk_time_of(time)), pendingChange(of: slot))
    if time > now, waits(slot), Int128(change.due) <= tick {
      // The controller computes the effect of pending changes.
      let sample = controller(ofSlot: slot).sample(at: time)
      return (sample.position.phase, sample.fraction, sample.hertz)
    }
    let units = phase(ofSlot: slot, at: tick)
    let phase = Double(units >> 11) * 0x1p-53
    let rate = rows.slots[slot].isStill ? 0 : rate(ofSlot: slot, at: tick)
    let oneWay = units == 0 && isBackwards(ofSlot: slot, at: tick) ? 1 : phase
    let fraction = mode == .sawtooth ? oneWay : min(2 * phase, 2 - 2 * phase)
    return (phase, fraction, Double(rate) * 0x1p-62)
  }

  /// The direction of the motion, or the last one of a slot that does not move.
  func isBackwards(ofSlot slot: Int, at time: Int128) -> Bool {
    if let ramp = ramp(of: slot), !ramp.motion.isPaused { return ramp.isBackwards(at: time) }
    return rows.inC.pointee.rate[slot].sign == .minus
  }

  /// The rate of a slot in 2^-62 Hz, if its chunk does not follow a field; 0 during a ramp.
  @inline(__always)
  func storedRate(of slot: Int) -> Int128 { Int128(rk_rate_of_slot(rows.slots + slot)) }

  /// The phase in 2^-64 cycle, without pending changes.
  @inline(__always)
  func phase(ofSlot slot: Int, at time: Int128) -> UInt64 {
    if let ramp = ramp(of: slot) { return ramp.phase(at: time) }
    return rk_phase_at(rows.inC, Int64(slot), rk_time(time))
  }

  /// The rate in 2^-62 Hz, without pending changes; for a still slot, its stored rate.
  @inline(__always)
  func rate(ofSlot slot: Int, at time: Int128) -> Int128 {
    if let ramp = ramp(of: slot) { return ramp.rate(at: time) }
    return Int128(rk_rate_at(rows.inC, Int64(slot)))
  }
}
