// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import DynamicRepeat

extension RepeatBank {
  /// Computes the values of all slots for `time`; ``withValues(_:)`` passes them on until the next
  /// frame.
  ///
  /// If `time` is later than ``now``, it becomes ``now``; otherwise only the values change.
  /// - Parameter time: Seconds, within ±``latestTime``.
  /// - Precondition: `time` is in that range.
  public mutating func evaluate(at time: Double) {
    Self.requireFrameTime(time)
    advance(to: time)
    let tick = rk_time_of(time)
    showRamps(at: Int128(tick))
    withFrame(at: tick, follows: false) { rk_evaluate(kernels.inC, $0) }
  }

  /// Passes the values of the last frame, in order of the slots, to `body`.
  ///
  /// The values are in 0...1 if the curve's values are.
  public borrowing func withValues<Result, Failure: Error>(
    _ body: (Span<Float>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeBufferPointer(start: firstValue, count: endIndex).span)
  }

  /// The value of a slot in the last frame.
  /// - Precondition: `index` is below ``endIndex``.
  @inlinable
  public subscript(index: Int) -> Float {
    precondition(index >= 0 && index < endIndex, "a slot must be below endIndex")
    return firstValue[index]
  }

  /// The address of the first value, for callers that keep the pointer.
  @usableFromInline
  package var firstValue: UnsafePointer<Float> { UnsafePointer(rows.values) }

  private func withFrame(
    at time: rk_time, follows: Bool, _ body: (UnsafePointer<rk_frame>) -> Void
  ) {
    var frame = rk_frame(
      rows: rows.inC, count: Int64(endIndex), time: time, curve: curve.inC,
      one_way: mode == .sawtooth, follows: follows, values: rows.values)
    body(&frame)
  }

  /// Writes the phase and the direction of each ramping repeat into the rows.
  private func showRamps(at time: Int128) {
    for ramp in ramps where !ramp.motion.isPaused {
      run(ramp.slot, phase: ramp.phase(at: time), rate: 0, at: time)
      rows.inC.pointee.rate[ramp.slot] = ramp.isBackwards(at: time) ? -0.0 : 0
    }
  }
}

// MARK: - Fields

extension RepeatBank {
  /// Computes the value of every repeat at `time` with rates that follow a field.
  ///
  /// A field is a quantity that has a value for each repeat in each frame, such as health, distance
  /// or loudness. From it, the program computes `hertz`, the rates at `time`. Each rate changes
  /// linearly from ``now``, the bank's present time, to `time`, and then stays until the next call.
  /// If that interval is longer than 1e9 s, the rate changes only in the last 1e9 s. So nothing
  /// jumps, and frames may be at any times. The phase is the exact integral of the rate. Each call
  /// rounds the phase by at most 2^-50 cycle for each cycle in the interval, and at least for one.
  /// The errors do not add up in one direction: after ten days at 60 Hz, 64 phases
  /// were within 2e-10 cycle at steady rates, and within 4e-12 at varying rates.
  ///
  /// A paused or idle repeat stores the rate for later. Pending changes and ramps are withdrawn.
  /// - Parameters:
  ///   - time: Seconds, not before ``now``.
  ///   - hertz: Cycles per second, one for each slot below ``endIndex``; the rates of free slots
  ///     are ignored, but must also be valid.
  /// - Throws: ``BankError/wrongCount(given:needed:)``, ``BankError/invalidRate(_:)`` for the first
  ///   invalid rate, ``BankError/invalidTime(_:)``, ``BankError/timeHasPassed(time:now:)``,
  ///   ``BankError/noMemory``. An error changes nothing.
  public mutating func evaluate(at time: Double, following hertz: Span<Float>) throws(BankError) {
    guard hertz.count == endIndex else {
      throw .wrongCount(given: hertz.count, needed: endIndex)
    }
    let tick = try check(time)
    try hertz.withUnsafeBufferPointer { hertz throws(BankError) in
      guard let first = hertz.baseAddress else { return }
      guard rows.makeFieldRow() else { throw .noMemory }
      let highest = try highest(hertz, in: time - now)
      advance(to: time - 1e9)
      let field = rk_field(hertz: first, highest: highest, start: rk_time_of(now))
      for chunk in 0..<chunkCount { follow(field, chunk, to: time) }
    }
    advance(to: time)
    withFrame(at: tick, follows: true) { rk_evaluate(kernels.inC, $0) }
  }

  /// Computes all values with rates from an array.
  public mutating func evaluate(at time: Double, following hertz: [Float]) throws(BankError) {
    try evaluate(at: time, following: hertz.span)
  }

  /// An upper bound of the rates' magnitudes.
  ///
  /// If no rate covers more than half a cycle in `seconds`, the bound is the rate that covers
  /// half a cycle, because such frames take less processor time. Otherwise the bound is the highest
  /// valid rate.
  private func highest(_ hertz: UnsafeBufferPointer<Float>, in seconds: Double) throws(BankError)
    -> Float
  {
    let highest = Float(Self.highestRate)
    for bound in [min(highest, Float(0.5 / seconds)), highest] {
      if rk_rates_are_within(kernels.inC, hertz.baseAddress!, Int64(hertz.count), bound) {
        return bound
      }
    }
    for rate in hertz { try Self.check(.hertz(Double(rate))) }
    return highest
  }

  private mutating func follow(_ field: rk_field, _ chunk: Int, to time: Double) {
    rows.chunks[chunk].changed = .max
    guard rows.chunks[chunk].plain == usedSlots(ofChunk: chunk) else {
      settle(chunk: chunk)
      return followWithCare(field, chunk, to: time)
    }
    withFrame(at: rk_time_of(time), follows: true) { frame in
      withUnsafePointer(to: field) { rk_follow(kernels.inC, frame, Int64(chunk), $0) }
    }
  }

  /// Applies the field's rates to one slot after another.
  private mutating func followWithCare(_ field: rk_field, _ chunk: Int, to time: Double) {
    let middle = (Int128(field.start) + Int128(rk_time_of(time))) / 2
    let first = chunk * BankRows.chunk
    for slot in first..<first + usedSlots(ofChunk: chunk) where rows.slots[slot].isLive {
      let (hertz, state) = (Double(field.hertz[slot]), rows.slots[slot])
      if state.isPlain {
        rk_change_rate(rows.inC, Int64(slot), rk_rate_of(hertz), rk_time(middle))
      } else {
        // A stop that waits for the end of the cycle may be due before `time`. A ramp passes that
        // end at its exact time.
        let seconds = state.isStill ? 0 : min(time - now, 1e9)
        apply(.ramp(to: .hertz(hertz), over: seconds), to: slot, .phaseMatched)
      }
    }
  }
}
