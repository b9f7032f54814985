// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels

/// A linear rate change: times in 2^-64 s, rates in 2^-62 Hz, distances in 2^-64 cycle.
struct BankRamp {
  let slot: Int
  var start: Int128
  let length: Int128
  var from: Int128
  var to: Int128
  /// The phase at `start`.
  var phase: UInt64
  /// Whether the slot is paused; `start` is not used during a pause.
  var isPaused = false

  var end: Int128 { start + length }

  func rate(at time: Int128) -> Int128 { rate(after: min(max(0, time - start), length)) }

  private func rate(after elapsed: Int128) -> Int128 {
    from + Self.product(to - from, elapsed, over: length)
  }

  /// The direction's sign; at a turn, where rounding may leave a unit, that after the turn.
  func direction(at time: Int128) -> Int128 {
    let rate = rate(at: time)
    return (rate.magnitude > 1 ? rate : to != 0 ? to : from).signum()
  }

  /// The phase at a time; before the start, the motion has the initial rate.
  func phase(at time: Int128) -> UInt64 {
    let elapsed = min(time - start, length)
    // The sum of both rates is twice their mean, so the shift is one bit longer.
    let rates = elapsed < 0 ? 2 * from : from + rate(after: elapsed)
    return phase &+ UInt64(truncatingIfNeeded: (rates &* elapsed) >> 63)
  }

  /// The rest of the ramp from `time` on; `phase` is the phase at that time.
  func rest(from time: Int128, phase: UInt64) -> BankRamp {
    BankRamp(
      slot: slot, start: time, length: end - time, from: rate(at: time), to: to, phase: phase)
  }

  /// The first time after the start at which the ramp reaches a cycle boundary; `nil` if the ramp
  /// ends before a boundary.
  func boundary() -> Int128? {
    let turns = from.signum() * to.signum() < 0
    let turn = turns ? Self.product(length, from, over: from - to) : length
    for (first, last) in [(0, turn), (turn, length)] where first < last {
      let rising = distance(last) > distance(first)
      // The distance to the next whole position, or in backward motion to the previous one. After a
      // turn, that may be the position from which the ramp started.
      let position = Int128(phase) + distance(first)
      let next = rising ? position >> 64 + 1 : -(-position >> 64 + 1)
      let target = next << 64 - Int128(phase)
      guard rising ? distance(last) >= target : distance(last) <= target else { continue }
      var (low, high) = (first, last)
      while high - low > 1 {
        let middle = low + (high - low) / 2
        if rising ? distance(middle) >= target : distance(middle) <= target {
          high = middle
        } else {
          low = middle
        }
      }
      return start + high
    }
    return nil
  }

  /// The distance covered since the start, including whole cycles.
  private func distance(_ elapsed: Int128) -> Int128 {
    Self.product(from + rate(after: elapsed), elapsed, over: 1 << 63)
  }

  /// a * b / c, rounded towards 0; c is not 0.
  private static func product(_ a: Int128, _ b: Int128, over c: Int128) -> Int128 {
    let (high, low) = a.magnitude.multipliedFullWidth(by: b.magnitude)
    let size = c.magnitude.dividingFullWidth((high, low)).quotient
    let isNegative = ((a < 0) != (b < 0)) != (c < 0)
    return isNegative ? -Int128(size) : Int128(size)
  }
}

extension RepeatBank {
  /// A rate in 2^-62 Hz; the rate of a requested duration is rounded up, so that a cycle never
  /// takes longer than requested.
  static func inEffect(_ rate: RepeatRate, direction: Int128) -> Int128 {
    switch rate {
    case .hertz(let hertz): return Int128(rk_rate_of(hertz))
    case .cycleDuration(let seconds):
      let ticks = Int128(rk_time_of(seconds))
      return ((1 << 126 - 1) / ticks + 1) * direction
    }
  }

  /// The ticks from a phase to the next cycle boundary at a steady rate other than 0; from a
  /// boundary, the ticks of a whole cycle.
  static func ticksToBoundary(from phase: UInt64, at rate: Int128) -> Int128 {
    let gap =
      rate < 0 && phase > 0 ? UInt128(phase) : UInt128(1) << 64 - UInt128(rate < 0 ? 0 : phase)
    return Int128(((gap << 62) + rate.magnitude - 1) / rate.magnitude)
  }
}
